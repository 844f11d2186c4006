import assert from 'node:assert/strict'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { DAY } from '../../../src/platform/clock.ts'
import { closePlayerSessions } from '../../../src/sessions/close-sessions.ts'
import { namesOf, offerRenames } from '../../account/names/renamer.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { bearer } from '../../support/browser.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { HMCL, INVALID_TOKEN, openGame, openSteve, told, turnOn } from './game-player.ts'

sqliteTest(
  'a player signs in to the game by name or e-mail address and gets the profile',
  async (site) => {
    const steve = await openSteve(site)

    const replies = [
      steve.signedIn,
      await steve.game.authenticate('STEVE@example.org', PASSWORD, { clientToken: 'mine' }),
      await steve.game.authenticate('sTEVE', PASSWORD, { requestUser: true, clientToken: null }),
    ]

    const profile = { id: steve.bareId, name: 'Steve' }
    const user = { id: steve.bareId, properties: [{ name: 'preferredLanguage', value: 'en' }] }
    assert.deepEqual(
      replies.map(({ status, body: { accessToken, clientToken, ...rest } }) => [status, rest]),
      [{}, {}, { user }].map((more) => [
        200,
        { availableProfiles: [profile], selectedProfile: profile, ...more },
      ]),
    )
    assert.equal(replies[1]?.body.clientToken, 'mine')
    for (const { body } of replies) assert.match(body.accessToken, /^[0-9a-f]{64}$/)
    for (const { body } of [replies[0], replies[2]].flatMap((one) => one ?? [])) {
      assert.match(body.clientToken, /^[0-9a-f]{32}$/)
    }
  },
)

sqliteTest('a player can close a game session on the site', async (site) => {
  const steve = await openSteve(site)
  const { accessToken } = steve.signedIn.body
  const mine = bearer(steve.accessToken)
  const list = async () => (await steve.browser.post('/auth/sessions/me', undefined, mine)).body.all

  const [game] = (await list()).filter(({ current }: { current: boolean }) => !current)
  const before = await steve.game.validate({ accessToken })
  await steve.browser.delete(`/auth/sessions/${game.id}`, mine)
  const after = await steve.game.validate({ accessToken })

  assert.deepEqual(
    [game.device, game.agent, Date.parse(game.expiresAt) - site.now()],
    ['HMCL', HMCL, 14 * DAY],
  )
  assert.deepEqual([told(before), told(after)], ['204', INVALID_TOKEN])
  assert.equal((await list()).length, 1)
})

sqliteTest('a launcher with the user agent of a browser is listed as a launcher', async (site) => {
  const { browser, accessToken } = await openSteve(site)
  const agents = ['Mozilla/5.0 (X11) Chrome/140.0 Electron/38', 'Java/17.0.1', '', 'PCL/2.10.3']

  for (const agent of agents) {
    site.wait(1)
    await openGame(site, { agent }).authenticate('Steve')
  }

  const { body } = await browser.post('/auth/sessions/me', undefined, bearer(accessToken))
  assert.deepEqual(
    body.all.slice(0, 4).map(({ device }: { device: string }) => device),
    ['PCL', 'Launcher', 'Launcher', 'Launcher'],
  )
})

sqliteTest(
  'a game token is refused by the site’s own endpoints, and only its hash is stored',
  async (site) => {
    const { signedIn, browser } = await openSteve(site)
    const { accessToken } = signedIn.body

    const replies = [
      await site.browser().get('/auth/me', bearer(accessToken)),
      await site.browser().post('/auth/refresh', { refresh_token: accessToken }),
      await browser.delete('/auth/sessions_all', bearer(accessToken)),
    ]

    assert.deepEqual(
      replies.map(({ status }) => status),
      [401, 401, 401],
    )
    const stored = await site.app.db.selectFrom('session').selectAll().execute()
    assert.equal(JSON.stringify(stored).includes(accessToken), false)
    assert.equal(site.logLines.join('').includes(accessToken), false)
  },
)

sqliteTest('every action that ends all sessions of a player ends game tokens too', async (site) => {
  await turnOn(site)
  const ends: [who: string, end: (one: Player) => Promise<unknown>][] = [
    ['Elsewhere', (one) => one.browser.delete('/auth/sessions_other', bearer(one.accessToken))],
    ['Everywhere', (one) => one.browser.delete('/auth/sessions_all', bearer(one.accessToken))],
    ['Banned', (one) => banPlayer(site.app, BY_OWNER, one.id, { reason: 'x', expiresAt: null })],
    ['ByOwner', (one) => closePlayerSessions(site.app, BY_OWNER, one)],
    ['Changed', (one) => one.browser.post('/cabinet/password', NEW, bearer(one.accessToken))],
  ]

  const outcomes: string[] = []
  for (const [name, end] of ends) {
    const player = await site.player(name, { ip: `203.0.113.${outcomes.length}` })
    const game = openGame(site)
    const { accessToken } = (await game.authenticate(name)).body
    await end(player)
    outcomes.push(
      told(await game.validate({ accessToken })),
      told(await game.refresh({ accessToken })),
    )
  }

  assert.deepEqual(
    outcomes,
    ends.flatMap(() => [INVALID_TOKEN, INVALID_TOKEN]),
  )
})

type Player = Awaited<ReturnType<Site['player']>>
const NEW = { current: PASSWORD, password: 'a wholly different one', close: true }

sqliteTest('a refresh of a game token invalidates the old game token', async (site) => {
  const { game, signedIn, bareId } = await openSteve(site)
  const { accessToken, clientToken } = signedIn.body

  const refreshed = await game.refresh({ accessToken, clientToken, requestUser: true })
  const again = await game.refresh({ accessToken })
  const others = await game.refresh({
    accessToken: refreshed.body.accessToken,
    clientToken: 'another launcher',
  })
  const selecting = await game.refresh({
    accessToken: refreshed.body.accessToken,
    selectedProfile: { id: bareId, name: 'Steve' },
  })

  assert.deepEqual([refreshed.status, refreshed.body.clientToken], [200, clientToken])
  assert.equal(refreshed.body.user.id, bareId)
  assert.notEqual(refreshed.body.accessToken, accessToken)
  assert.deepEqual([again, others].map(told), [INVALID_TOKEN, INVALID_TOKEN])
  assert.deepEqual(selecting.body, {
    error: 'IllegalArgumentException',
    errorMessage: 'Access token already has a profile assigned.',
  })
  assert.equal(selecting.status, 400)
  assert.equal(told(await game.validate({ accessToken: refreshed.body.accessToken })), '204')
})

sqliteTest('a game token expires fourteen days after its last refresh', async (site) => {
  const { game, signedIn } = await openSteve(site)
  site.wait(14 * DAY - 1)

  const { body } = await game.refresh({ accessToken: signedIn.body.accessToken })
  site.wait(14 * DAY - 1)
  const last = await game.validate({ accessToken: body.accessToken })
  site.wait(1)
  const late = [
    await game.validate({ accessToken: body.accessToken }),
    await game.refresh({ accessToken: body.accessToken }),
  ]

  assert.equal(told(last), '204')
  assert.deepEqual(late.map(told), [INVALID_TOKEN, INVALID_TOKEN])
})

sqliteTest('an eleventh game token ends the oldest one', async (site) => {
  const { game, signedIn, browser, accessToken } = await openSteve(site)
  const tokens = [signedIn.body.accessToken]

  for (let n = 1; n < 11; n += 1) {
    site.wait(1)
    tokens.push((await game.authenticate('Steve')).body.accessToken)
  }

  const states: string[] = []
  for (const token of tokens) states.push(told(await game.validate({ accessToken: token })))
  assert.deepEqual(states, [INVALID_TOKEN, ...Array(10).fill('204')])
  assert.equal((await browser.get('/auth/me', bearer(accessToken))).status, 200)
})

sqliteTest(
  'a player’s game token from before a rename must be refreshed before it is accepted',
  async (site) => {
    await offerRenames(site)
    const { game, signedIn, ...steve } = await openSteve(site)
    const { accessToken } = signedIn.body
    await namesOf(site, steve).change('Herobrine')

    const replies = [await game.validate({ accessToken }), await game.join(signedIn, 'a-server')]
    const refreshed = await game.refresh({ accessToken })

    assert.deepEqual(replies.map(told), [INVALID_TOKEN, INVALID_TOKEN])
    assert.equal(refreshed.body.selectedProfile.name, 'Herobrine')
    assert.equal(told(await game.join(refreshed, 'a-server')), '204')
  },
)

sqliteTest(
  'signing out in the game ends the game tokens, but no session of the site',
  async (site) => {
    const { game, signedIn, browser, accessToken } = await openSteve(site)
    const second = await game.authenticate('Steve')
    const third = await game.authenticate('Steve')
    const states = async () => {
      const found: string[] = []
      for (const { body } of [signedIn, second, third]) {
        found.push(told(await game.validate({ accessToken: body.accessToken })))
      }
      return found
    }

    const ended = [
      await game.invalidate({ accessToken: signedIn.body.accessToken, clientToken: 'whatever' }),
      await game.invalidate({ accessToken: 'unknown' }),
    ]
    const afterOne = await states()
    const out = await game.signOut('steve@example.org')
    const afterAll = await states()

    assert.deepEqual([...ended, out].map(told), ['204', '204', '204'])
    assert.deepEqual(afterOne, [INVALID_TOKEN, '204', '204'])
    assert.deepEqual(afterAll, [INVALID_TOKEN, INVALID_TOKEN, INVALID_TOKEN])
    assert.equal((await browser.get('/auth/me', bearer(accessToken))).status, 200)
  },
)
