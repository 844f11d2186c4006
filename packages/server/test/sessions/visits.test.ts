import assert from 'node:assert/strict'
import { DAY, HOUR, startOfDay } from '../../src/platform/clock.ts'
import { recordVisit } from '../../src/players/visit-store.ts'
import { openAzauth } from '../integrations/protocols/azauth-launcher.ts'
import { openSteve } from '../integrations/yggdrasil/game-player.ts'
import { CONNECT, openLauncher, refreshLauncher } from '../openid/launcher.ts'
import { authorize, exchange, newRelyingParty, refreshTokens } from '../openid/relying-party.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

async function seenOn(site: Site, id: string): Promise<number> {
  const player = site.app.db.selectFrom('player').select('seen_on').where('id', '=', id)
  return (await player.executeTakeFirstOrThrow()).seen_on
}

async function forget(site: Site, id: string): Promise<void> {
  await site.app.db.updateTable('player').set({ seen_on: 0 }).where('id', '=', id).execute()
}

siteTest('only the first refresh of a day records the visit', async (site) => {
  const steve = await site.player('Steve')
  const refresh = async (token: string): Promise<string> =>
    (await site.browser().post('/auth/refresh', { refresh_token: token })).body.refreshToken
  const registered = await seenOn(site, steve.id)

  site.wait(DAY)
  const second = await refresh(steve.refreshToken)
  const nextDay = await seenOn(site, steve.id)
  await forget(site, steve.id)
  site.wait(HOUR)
  const third = await refresh(second)
  const sameDay = await seenOn(site, steve.id)
  site.wait(DAY)
  await refresh(third)

  const today = startOfDay(site.now())
  assert.deepEqual(
    [registered, nextDay, sameDay, await seenOn(site, steve.id)],
    [today - 2 * DAY, today - DAY, 0, today],
  )
})

siteTest(
  'concurrent visits at two instances leave the latest day recorded',
  async (site) => {
    const { id } = await site.player('Steve')
    const days = Array.from({ length: 60 }, (_, turn) => site.now() + ((turn * 7) % 60) * DAY)

    await Promise.all(
      days.map((at, turn) =>
        recordVisit(site.instances[turn % 2]?.app.db ?? site.app.db, { id, seenOn: 0 }, at),
      ),
    )

    assert.equal(await seenOn(site, id), startOfDay(Math.max(...days)))
  },
  { instances: 2 },
)

sqliteTest('launchers record the day of a visit when they sign in and refresh', async (site) => {
  const { id, game, signedIn } = await openSteve(site)
  const azauth = await openAzauth(site)
  const days: number[] = []
  const record = async () => days.push((await seenOn(site, id)) - startOfDay(site.now()))

  site.wait(DAY)
  await game.refresh({ accessToken: signedIn.body.accessToken })
  await record()
  site.wait(DAY)
  await game.authenticate('Steve')
  await record()
  site.wait(DAY)
  const { body } = await azauth.signIn('Steve', PASSWORD)
  await record()
  site.wait(DAY)
  await azauth.verify(body.access_token)
  await record()

  assert.deepEqual(days, [0, 0, 0, 0])
})

sqliteTest(
  'programs that refresh by OpenID Connect record the day of a visit',
  async (site) => {
    const steve = await site.player('Steve')
    const launcher = await openLauncher(site, steve)
    const forum = await newRelyingParty(site)
    const scope = { scope: 'openid offline_access', prompt: 'consent' }
    const code = (await authorize(steve, forum, scope)).get('code') ?? ''
    const { refresh_token: token } = (await exchange(site, forum, code)).body
    const days: number[] = []
    const record = async () => days.push((await seenOn(site, steve.id)) - startOfDay(site.now()))

    site.wait(DAY)
    await refreshLauncher(site, launcher.refresh_token)
    await record()
    site.wait(DAY)
    await refreshTokens(site, forum, token)
    await record()

    assert.deepEqual(days, [0, 0])
  },
  { settings: CONNECT },
)
