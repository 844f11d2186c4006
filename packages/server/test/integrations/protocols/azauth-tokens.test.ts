import assert from 'node:assert/strict'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { DAY } from '../../../src/platform/clock.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { PASSWORD, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openGame } from '../yggdrasil/game-player.ts'
import { openAzauth } from './azauth-launcher.ts'

siteTest('a ban ends stored AzAuth tokens and refuses sign-ins', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openAzauth(site)
  const token = (await launcher.signIn('Steve', PASSWORD)).body.access_token
  const ban = { reason: 'x', expiresAt: site.now() + DAY }
  await banPlayer(site.app, BY_OWNER, steve.id, ban)

  const replies = [await launcher.verify(token), await launcher.signIn('Steve', PASSWORD)]

  assert.deepEqual(replies.map(outcome), ['401 yggdrasil.invalidtoken', '403 auth.userblocked'])
})

sqliteTest(
  'an AzAuth token stays valid while its player must change the password',
  async (site) => {
    const steve = await site.player('Steve')
    const launcher = await openAzauth(site)
    const token = (await launcher.signIn('Steve', PASSWORD)).body.access_token
    const outcomes: string[] = []

    for (const at of [site.now(), null]) {
      await site.app.db
        .updateTable('player')
        .set({ password_change_required_at: at })
        .where('id', '=', steve.id)
        .execute()
      outcomes.push(outcome(await launcher.verify(token)))
    }

    assert.deepEqual(outcomes, ['403 auth.passwordchangerequired', '200'])
  },
)

sqliteTest('an AzAuth token is listed as a launcher session and can be closed', async (site) => {
  const { browser, accessToken } = await site.player('Steve')
  const launcher = await openAzauth(site)
  const token = (await launcher.signIn('Steve', PASSWORD)).body.access_token

  const list = await browser.post('/auth/sessions/me', undefined, bearer(accessToken))
  const { id, device, ip } = list.body.all.find(({ current }: { current: boolean }) => !current)
  const closed = await browser.delete(`/auth/sessions/${id}`, bearer(accessToken))
  const after = await launcher.verify(token)

  assert.deepEqual([device, ip, closed.status], ['Launcher', '203.0.113.50', 204])
  assert.equal(after.status, 401)
})

sqliteTest('an AzAuth token is refused by the site', async (site) => {
  await site.player('Steve')
  const launcher = await openAzauth(site)
  const token = (await launcher.signIn('Steve', PASSWORD)).body.access_token

  const replies = [
    await site.browser().post('/auth/refresh', { refresh_token: token }),
    await site.browser().get('/auth/me', bearer(token)),
    await site.browser().post('/auth/sessions/me', undefined, bearer(token)),
  ]

  assert.deepEqual(
    replies.map(({ status }) => status),
    [401, 401, 401],
  )
})

sqliteTest('verifying an AzAuth token extends its session by fourteen days', async (site) => {
  await site.player('Steve')
  const launcher = await openAzauth(site)
  const token = (await launcher.signIn('Steve', PASSWORD)).body.access_token
  const statuses: number[] = []

  for (const days of [13, 13, 15]) {
    site.wait(days * DAY)
    statuses.push((await launcher.verify(token)).status)
  }

  assert.deepEqual(statuses, [200, 200, 401])
})

siteTest(
  'concurrent AzAuth verify and logout leave no session',
  async (site) => {
    await site.player('Steve')
    const launchers = [
      await openAzauth(site, { instance: 0 }),
      await openAzauth(site, { instance: 1 }),
    ]
    const token = (await launchers[0]?.signIn('Steve', PASSWORD))?.body.access_token

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n === 7 ? launchers[0]?.logOut(token) : launchers[n % 2]?.verify(token),
      ),
    )
    const after = await Promise.all(launchers.map((launcher) => launcher.verify(token)))

    assert.equal(replies[7]?.status, 200)
    assert.deepEqual(
      after.map(({ status }) => status),
      [401, 401],
    )
  },
  { instances: 2 },
)

sqliteTest('AzAuth refuses launcher passwords and tokens opened with them', async (site) => {
  const { browser, accessToken } = await site.player('Steve')
  const launcher = await openAzauth(site)
  const asked = { name: 'HMCL' }
  const made = await browser.post('/cabinet/launcher-passwords', asked, bearer(accessToken))
  const game = openGame(site)
  const tokens = [
    (await game.authenticate('Steve', made.body.password)).body.accessToken,
    (await game.authenticate('Steve')).body.accessToken,
  ]

  const replies = [await launcher.signIn('Steve', made.body.password)]
  for (const token of tokens) replies.push(await launcher.verify(token))
  const validated = await game.validate({ accessToken: tokens[0] })

  assert.deepEqual(replies.map(outcome), [
    '422 auth.wrongcredentials',
    '401 yggdrasil.invalidtoken',
    '200',
  ])
  assert.equal(validated.status, 204)
})
