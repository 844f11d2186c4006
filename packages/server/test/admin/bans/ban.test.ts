import assert from 'node:assert/strict'
import { DAY, HOUR, isoInstant, MINUTE, SECOND } from '../../../src/platform/clock.ts'
import {
  administrator,
  auditEntries,
  callsOf,
  giveRole,
  owner,
} from '../../support/administrator.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { ban, bansOf, MAY_BAN, unban } from './ban-calls.ts'

/** Returns what Steve sees about the ban. */
async function seenBy(site: Site, steve: { accessToken: string }, instance = 0) {
  const { body } = await site.browser({ instance }).get('/auth/me', bearer(steve.accessToken))
  const { banned, banReason, banExpiresAt } = body.user
  return { banned, banReason, banExpiresAt }
}

const FREE = { banned: false, banReason: '', banExpiresAt: null }

sqliteTest('a ban closes all sessions and shows the player its reason and end', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_BAN)
  const expiresAt = isoInstant(site.now() + DAY)

  const reply = await ban(alex, steve.id, { reason: '  griefing ', expiresAt })

  assert.equal(reply.status, 200)
  const { id, ...rest } = reply.body
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.deepEqual(rest, {
    reason: 'griefing',
    running: true,
    author: alex.id,
    authorName: 'Alex',
    createdAt: isoInstant(site.now()),
    expiresAt,
    liftedAt: null,
    liftedBy: null,
    liftedByName: null,
  })
  const held = { banned: true, banReason: 'griefing', banExpiresAt: expiresAt }
  assert.deepEqual(await seenBy(site, steve), held)
  assert.equal(outcome(await steve.browser.refresh()), '401 auth.sessionexpired')
  const login = await site.browser().logIn('Steve', PASSWORD)
  assert.deepEqual([login.status, login.body.user.banReason], [200, 'griefing'])
})

siteTest(
  'a ban applies from the next request to any server',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_BAN)
    await giveRole(site, steve.id, { id: 'helper', priority: 1, permissions: ['panel.access'] })
    const look = (instance: number, { accessToken }: { accessToken: string }) =>
      callsOf(site, { accessToken }).get('/admin/overview', {}, instance)
    const before = [await look(0, steve), await look(1, steve)]

    await ban(alex, steve.id, {
      reason: 'griefing',
      expiresAt: isoInstant(site.now() + 2 * SECOND),
    })
    const closed = [await look(0, steve), await look(1, steve)]
    const { body: again } = await site.browser().logIn('Steve', PASSWORD)
    const during = [await look(0, again), await look(1, again)]
    const seen = await seenBy(site, steve, 1)
    site.wait(2 * SECOND)
    const after = [await look(0, again), await look(1, again)]

    assert.deepEqual(
      [before, closed, during, after].map((replies) => replies.map(outcome)),
      [
        ['200', '200'],
        ['401 auth.unauthorized', '401 auth.unauthorized'],
        ['403 auth.forbidden', '403 auth.forbidden'],
        ['200', '200'],
      ],
    )
    assert.equal(seen.banned, true)
    assert.deepEqual(await seenBy(site, steve, 1), FREE)
    assert.deepEqual(await auditEntries(site, 'player.unbanned'), [])
  },
  { instances: 2 },
)

sqliteTest('lifting a ban applies immediately', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_BAN)
  await ban(alex, steve.id)
  site.wait(MINUTE)

  const reply = await unban(alex, steve.id)
  const again = await unban(alex, steve.id)

  assert.deepEqual([outcome(reply), outcome(again)], ['204', '404 ban.notfound'])
  assert.deepEqual(await seenBy(site, steve), FREE)
  const [past, ...more] = await bansOf(alex, steve.id)
  assert.deepEqual(more, [])
  assert.deepEqual(
    { running: past.running, at: past.liftedAt, by: past.liftedBy, name: past.liftedByName },
    { running: false, at: isoInstant(site.now()), by: alex.id, name: 'Alex' },
  )
})

sqliteTest('a new ban replaces the running one', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_BAN)
  const jeb = await administrator(site, MAY_BAN, { username: 'Jeb', ip: '192.0.2.3' })
  await ban(alex, steve.id, { reason: 'spam', expiresAt: isoInstant(site.now() + HOUR) })
  site.wait(SECOND)

  await ban(jeb, steve.id, { reason: 'griefing', expiresAt: null })

  const held = { banned: true, banReason: 'griefing', banExpiresAt: null }
  assert.deepEqual(await seenBy(site, steve), held)
  const history = (await bansOf(alex, steve.id)).map(
    (item: {
      reason: string
      running: boolean
      authorName: string
      liftedByName: string | null
    }) => [item.reason, item.running, item.authorName, item.liftedByName],
  )
  assert.deepEqual(history, [
    ['griefing', true, 'Jeb', null],
    ['spam', false, 'Alex', 'Jeb'],
  ])
})

sqliteTest('an expired ban cannot be lifted', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_BAN)
  await ban(alex, steve.id, { reason: 'griefing', expiresAt: isoInstant(site.now() + SECOND) })
  site.wait(SECOND)

  const reply = await unban(alex, steve.id)
  await ban(alex, steve.id)

  assert.equal(outcome(reply), '404 ban.notfound')
  const [, ended] = await bansOf(alex, steve.id)
  assert.deepEqual([ended.running, ended.liftedAt], [false, null])
})

sqliteTest('bans and their lifting are audited with old and new values', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_BAN)
  const expiresAt = isoInstant(site.now() + DAY)

  await ban(alex, steve.id, { reason: 'spam', expiresAt })
  site.wait(SECOND)
  await ban(alex, steve.id)
  site.wait(SECOND)
  await unban(alex, steve.id)

  const spam = JSON.stringify({ reason: 'spam', expiresAt })
  const griefing = JSON.stringify({ reason: 'griefing', expiresAt: null })
  const who = { actor: alex.id, target: steve.id, ip: '127.0.0.1' }
  assert.deepEqual(await auditEntries(site, 'player.banned', 'player.unbanned'), [
    { action: 'player.banned', ...who, before: null, after: spam },
    { action: 'player.banned', ...who, before: spam, after: griefing },
    { action: 'player.unbanned', ...who, before: griefing, after: null },
  ])
})

sqliteTest('staff who may ban players get the ban reasons from the settings', async (site) => {
  const boss = await owner(site)
  const alex = await administrator(site, ['panel.access', 'panel.players.ban'])
  const zoe = await administrator(site, ['panel.access'], { username: 'Zoe', ip: '192.0.2.9' })
  const banReasons = ' Griefing \n\nCheats | Читы\nGriefing\n|Спам\n | '
  await boss.send('PATCH', '/admin/settings', { banReasons })

  const { body } = await alex.get('/admin/ban-reasons')
  const refused = await zoe.get('/admin/ban-reasons')

  assert.deepEqual(body, {
    items: ['Griefing', 'Cheats', 'Спам'],
    reasons: [
      { en: 'Griefing', ru: 'Griefing' },
      { en: 'Cheats', ru: 'Читы' },
      { en: 'Спам', ru: 'Спам' },
    ],
  })
  assert.deepEqual([refused.status, refused.body.error], [403, 'auth.forbidden'])
})
