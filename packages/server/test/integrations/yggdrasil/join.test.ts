import assert from 'node:assert/strict'
import { createVerify } from 'node:crypto'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { requirePasswordChange } from '../../../src/credentials/password/require-password-change.ts'
import { SECOND } from '../../../src/platform/clock.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openOwner } from '../../support/staff.ts'
import { INVALID_TOKEN, openGame, openSteve, told, waitForKey } from './game-player.ts'

sqliteTest('a game server can confirm a join only once', async (site) => {
  const { game, signedIn, bareId } = await openReady(site)

  const early = await game.hasJoined('Steve', 'a-server')
  const joined = await game.join(signedIn, 'a-server')
  const other = await game.hasJoined('Steve', 'another-server')
  const asAlex = await game.hasJoined('Alex', 'a-server')
  const told1 = await game.hasJoined('sTEVE', 'a-server')
  const told2 = await game.hasJoined('Steve', 'a-server')

  assert.deepEqual([early, joined, other, asAlex, told2].map(told), Array(5).fill('204'))
  assert.deepEqual([told1.status, told1.body.id, told1.body.name], [200, bareId, 'Steve'])
  const { signaturePublickey } = (await game.ask('')).body
  for (const { value, signature } of told1.body.properties) {
    const check = createVerify('RSA-SHA1').update(value)
    assert.ok(check.verify(signaturePublickey, signature, 'base64'))
  }
})

siteTest('a HEAD request leaves a join unused', async (site) => {
  const { game, signedIn } = await openReady(site)
  const asked = new URLSearchParams({ username: 'Steve', serverId: 'a-server' })
  const path = `/yggdrasil/sessionserver/session/minecraft/hasJoined?${asked}`
  const look = () => site.browser().send('HEAD', path)

  const early = await look()
  await game.join(signedIn, 'a-server')
  const looks = [await look(), await look()]
  const asks = [await game.hasJoined('Steve', 'a-server'), await look()]

  assert.deepEqual(
    [early, ...looks, ...asks].map(({ status }) => status),
    [204, 200, 200, 200, 204],
  )
  assert.equal(looks[0]?.text, '')
  assert.equal(looks[0]?.headers['content-length'], asks[0]?.headers['content-length'])
  const { text } = await site.browser().get('/metrics')
  assert.match(text, /^portal_game_joins_total\{outcome="joined"\} 1$/m)
  assert.doesNotMatch(text, /^portal_game_joins_total\{outcome="refused"\} [1-9]/m)
})

sqliteTest('a join expires after thirty seconds, and its player can renew it', async (site) => {
  const { game, signedIn } = await openReady(site)

  await game.join(signedIn, 'a-server')
  site.wait(30 * SECOND)
  const late = await game.hasJoined('Steve', 'a-server')
  await game.join(signedIn, 'a-server')
  site.wait(20 * SECOND)
  await game.join(signedIn, 'a-server')
  site.wait(20 * SECOND)
  const renewed = await game.hasJoined('Steve', 'a-server')

  assert.deepEqual([late.status, renewed.status], [204, 200])
})

sqliteTest('another player cannot take a server id before it expires', async (site) => {
  const { game, signedIn } = await openReady(site)
  await site.player('Alex')
  const alex = await game.authenticate('Alex')

  await game.join(signedIn, 'a-server')
  const taken = await game.join(alex, 'a-server')
  site.wait(30 * SECOND)
  const free = await game.join(alex, 'a-server')

  assert.deepEqual([told(taken), told(free)], [INVALID_TOKEN, '204'])
  assert.equal((await game.hasJoined('Alex', 'a-server')).status, 200)
})

sqliteTest('a token joins only with the profile of its own player', async (site) => {
  const { game, signedIn, id } = await openReady(site)
  const alex = await site.player('Alex')
  const { accessToken } = signedIn.body
  const join = (selectedProfile: string) =>
    game.send('sessionserver/session/minecraft/join', {
      accessToken,
      selectedProfile,
      serverId: 'a-server',
    })

  const replies = [await join(alex.id), await join('nobody'), await join(id.toUpperCase())]

  assert.deepEqual(replies.map(told), [INVALID_TOKEN, INVALID_TOKEN, '204'])
})

sqliteTest('the address of a joining player is compared in canonical form', async (site) => {
  const { signedIn } = await openReady(site)
  const game = openGame(site, { ip: '203.0.113.7' })
  const six = openGame(site, { ip: '2001:db8::1' })
  const asked = async (from: typeof game, ip: string) => {
    await from.join(signedIn, 'a-server')
    return (await game.hasJoined('Steve', 'a-server', ip)).status
  }

  const found = [
    await asked(game, '203.0.113.8'),
    await asked(game, 'nonsense'),
    await asked(game, '::ffff:203.0.113.7'),
    await asked(game, '203.0.113.7'),
    await asked(six, '2001:0DB8:0:0::0001'),
    await asked(six, '203.0.113.7'),
  ]

  assert.deepEqual(found, [204, 204, 200, 200, 200, 204])
})

const ENDS: Record<string, (site: Site, steve: Ready) => Promise<unknown>> = {
  'a ban': ({ app }, { id }) => banPlayer(app, BY_OWNER, id, { reason: 'x', expiresAt: null }),
  'a required password change': ({ app }, { id }) => requirePasswordChange(app, BY_OWNER, id),
  'the end of the session': (_, { game, signedIn }) =>
    game.invalidate({ accessToken: signedIn.body.accessToken }),
  'a sign-out from the game': (_, { game }) => game.signOut('Steve'),
  'a new name': ({ app }, { id }) =>
    app.db.updateTable('player').set({ username: 'STEVE' }).where('id', '=', id).execute(),
  'a newly required permission': ({ app }) =>
    changeSetting(app, BY_OWNER, { name: 'yggdrasilPermission', text: 'server.survival' }),
}

for (const [what, end] of Object.entries(ENDS)) {
  siteTest(`a join is not confirmed if ${what} after it`, async (site) => {
    const steve = await openReady(site)
    await steve.game.join(steve.signedIn, 'a-server')

    await end(site, steve)
    const reply = await steve.game.hasJoined('Steve', 'a-server')

    assert.equal(reply.status, 204)
  })
}

sqliteTest('if joining requires a permission, players without it cannot join', async (site) => {
  const { game, signedIn, id } = await openReady(site)
  const owner = await openOwner(site)
  await owner.group('gold', ['server.*'])
  const text = 'server.survival'
  await changeSetting(site.app, BY_OWNER, { name: 'yggdrasilPermission', text })

  const without = await game.join(signedIn, 'a-server')
  await owner.post(`/admin/players/${id}/groups`, { group: 'gold', forever: true })
  const within = await game.join(signedIn, 'a-server')
  const known = await game.hasJoined('Steve', 'a-server')

  assert.deepEqual(without.body, {
    error: 'ForbiddenOperationException',
    errorMessage: 'You are not allowed to do this.',
  })
  assert.deepEqual([without.status, within.status, known.status], [403, 204, 200])
})

sqliteTest('the metrics count successful and refused joins', async (site) => {
  const { game, signedIn } = await openReady(site)
  await game.join(signedIn, 'a-server')
  await game.hasJoined('Steve', 'a-server')
  await game.hasJoined('Steve', 'a-server')

  const { text } = await site.browser().get('/metrics')

  assert.match(text, /^portal_game_joins_total\{outcome="joined"\} 1$/m)
  assert.match(text, /^portal_game_joins_total\{outcome="refused"\} 1$/m)
})

type Ready = Awaited<ReturnType<typeof openReady>>

async function openReady(site: Site) {
  const steve = await openSteve(site)
  await waitForKey(site)
  return steve
}
