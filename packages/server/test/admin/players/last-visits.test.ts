import assert from 'node:assert/strict'
import { DAY, isoInstant, MINUTE, SECOND, startOfDay } from '../../../src/platform/clock.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { namesOf, reader } from './player-reader.ts'

/** Makes three players who visited on successive days, and two players without a visit. */
async function visitors(site: Site) {
  const names = ['Early', 'Middle', 'Late']
  const players = []
  for (const name of names) {
    players.push(await site.player(name))
    site.wait(DAY)
  }
  await insertAccount(site, 'Never')
  await insertAccount(site, 'Nobody')
  return players
}

siteTest('players are sorted by the day of their last visit, each listed once', async (site) => {
  await visitors(site)
  const alex = await reader(site)
  const list = async (query: Record<string, string>) =>
    namesOf((await alex.all('/admin/players', { limit: '2', ...query })).items)

  const seen = await list({ sort: 'seen' })
  const unseen = await list({ sort: 'unseen' })
  const filtered = await list({ sort: 'seen', activated: 'true', superuser: 'false' })

  assert.deepEqual(seen.slice(0, 4), ['Zoe', 'Late', 'Middle', 'Early'])
  assert.deepEqual(seen.slice(4).sort(), ['Never', 'Nobody'])
  assert.deepEqual(unseen.slice(2), ['Early', 'Middle', 'Late', 'Zoe'])
  assert.deepEqual(unseen.slice(0, 2).sort(), ['Never', 'Nobody'])
  assert.deepEqual(filtered.slice(0, 4), seen.slice(0, 4))
})

siteTest('players last seen on the same day are listed newest account first', async (site) => {
  const alex = await reader(site)
  for (let turn = 0; turn < 7; turn += 1) {
    site.wait(SECOND)
    await site.player(`Steve_${turn}`, { ip: `203.0.113.${turn}` })
  }

  const whole = await alex.get('/admin/players', { sort: 'seen' })
  const reversed = await alex.get('/admin/players', { sort: 'unseen' })
  const { items } = await alex.all('/admin/players', { sort: 'seen', limit: '3' })

  const expected = [...[6, 5, 4, 3, 2, 1, 0].map((turn) => `Steve_${turn}`), 'Zoe']
  assert.deepEqual(namesOf(whole.body.items), expected)
  assert.deepEqual(namesOf(reversed.body.items), expected.toReversed())
  assert.deepEqual(namesOf(items).sort(), expected.toSorted())
})

sqliteTest(
  'a player keeps the day of the last visit without sessions and devices',
  async (site) => {
    const [early] = await visitors(site)
    const alex = await reader(site)
    const day = isoInstant(startOfDay(site.now() - 3 * DAY))
    await site.app.db
      .deleteFrom('session')
      .where('player_id', '=', early?.id ?? '')
      .execute()
    await site.app.db
      .deleteFrom('device')
      .where('player_id', '=', early?.id ?? '')
      .execute()

    const { items } = await alex.all('/admin/players', { sort: 'seen' })
    const card = await alex.get(`/admin/players/${early?.id}`)

    const listed = items.find(({ username }: { username: string }) => username === 'Early')
    assert.equal(listed.lastSeenAt, day)
    assert.equal(card.body.player.lastSeenAt, day)
  },
)

sqliteTest(
  'a sign-in moves a player to the start of the list sorted by last visit',
  async (site) => {
    await visitors(site)
    const alex = await reader(site)
    site.wait(MINUTE)
    await site.browser().logIn('Early', PASSWORD)

    const { body } = await alex.get('/admin/players', { sort: 'seen', limit: 2 })

    assert.deepEqual(namesOf(body.items), ['Early', 'Zoe'])
  },
)
