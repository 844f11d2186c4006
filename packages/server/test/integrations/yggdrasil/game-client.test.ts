import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { banPlayer } from '../../../src/admin/bans/ban-player.ts'
import { requirePasswordChange } from '../../../src/credentials/password/require-password-change.ts'
import { HOUR } from '../../../src/platform/clock.ts'
import { capeFile, skinFile } from '../../profiles/textures/texture-requests.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { bearer } from '../../support/browser.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openClient } from './game-client.ts'
import { waitForKey } from './game-player.ts'

sqliteTest('a player can upload and remove a skin in the launcher', async (site) => {
  const steve = await openClient(site)
  const worn = async () => {
    const { properties } = (await steve.game.profile(steve.bareId)).body
    return JSON.parse(Buffer.from(properties[0].value, 'base64').toString()).textures
  }

  const put = await steve.upload('skin', skinFile(3), { model: 'slim' })
  const slim = await worn()
  const wide = await steve.upload('skin', skinFile(3), { model: '' }, steve.id.toUpperCase())
  const classic = await worn()
  const taken = await steve.remove('skin')

  assert.deepEqual([put.status, wide.status, taken.status], [204, 204, 204])
  assert.deepEqual(slim.SKIN.metadata, { model: 'slim' })
  assert.equal(classic.SKIN.metadata, undefined)
  assert.deepEqual(await worn(), {})
})

sqliteTest('a player cannot change another player’s skin in the launcher', async (site) => {
  const steve = await openClient(site)
  const alex = await site.player('Alex')
  const denial = { player_id: steve.id, node: '-player.cape.upload', expires_at: null }
  await site.app.db.insertInto('player_node').values(denial).execute()

  const replies = [
    await steve.upload('skin', skinFile(3), {}, alex.id),
    await steve.remove('skin', alex.id),
    await steve.upload('cape', capeFile(3)),
    await steve.upload('skin', Buffer.from('no picture')),
    await steve.upload('elytra', skinFile(3)),
  ]

  assert.deepEqual(
    replies.map(({ status, body }) => `${status} ${body.error}`),
    [
      '403 ForbiddenOperationException',
      '403 ForbiddenOperationException',
      '403 ForbiddenOperationException',
      '400 IllegalArgumentException',
      '400 IllegalArgumentException',
    ],
  )
})

sqliteTest('a game client with a missing, closed or unusable token gets 401', async (site) => {
  const steve = await openClient(site)
  const dead = await site
    .browser()
    .get('/yggdrasil/minecraftservices/player/attributes', bearer('dead'))
  const none = await site.browser().get('/yggdrasil/minecraftservices/player/attributes')
  const siteToken = await site
    .browser()
    .get('/yggdrasil/minecraftservices/player/attributes', bearer(steve.accessToken))
  await requirePasswordChange(site.app, BY_OWNER, steve.id) // leaves the session open
  const due = await steve.attributes()
  await banPlayer(site.app, BY_OWNER, steve.id, { reason: 'Griefing', expiresAt: null })

  const banned = [await steve.attributes(), await steve.remove('skin')]
  const replies = [dead, none, siteToken, due, ...banned]

  assert.deepEqual(
    replies.map(({ status, body }) => `${status} ${body.error}`),
    Array(6).fill('401 Unauthorized'),
  )
})

sqliteTest('the game client is allowed online chat and multiplayer', async (site) => {
  const steve = await openClient(site)

  const { privileges } = (await steve.attributes()).body
  const blocked = await steve.blocked()

  assert.deepEqual(
    [privileges.onlineChat, privileges.multiplayerServer],
    [{ enabled: true }, { enabled: true }],
  )
  assert.deepEqual(privileges.telemetry, { enabled: false })
  assert.deepEqual(blocked.body, { blockedProfiles: [] })
})

sqliteTest('the key pair of a player is signed with the key of the site', async (site) => {
  const steve = await openClient(site)
  const early = await steve.certificates()
  await waitForKey(site)

  const { status, body } = await steve.certificates()
  const again = await steve.certificates()

  const keys = (await steve.game.ask('minecraftservices/publickeys')).body
  assert.ok(early.status === 503 || early.status === 200)
  assert.equal(status, 200)
  const { privateKey, publicKey } = body.keyPair
  const der = bytesOf(publicKey, 'RSA PUBLIC KEY')
  const expiresAt = site.now() + 48 * HOUR
  assert.equal(body.expiresAt, new Date(expiresAt).toISOString())
  assert.equal(body.refreshedAfter, new Date(site.now() + 36 * HOUR).toISOString())
  const [{ publicKey: known }] = keys.playerCertificateKeys
  assert.deepEqual(keys.profilePropertyKeys, keys.playerCertificateKeys)
  const ours = createPublicKey({ key: Buffer.from(known, 'base64'), format: 'der', type: 'spki' })
  const checks = (data: Buffer, signature: string) =>
    verify('sha1', data, ours, Buffer.from(signature, 'base64'))
  assert.ok(checks(Buffer.from(`${expiresAt}${publicKey}`), body.publicKeySignature))
  const expiry = Buffer.alloc(8)
  expiry.writeBigInt64BE(BigInt(expiresAt))
  const named = Buffer.concat([Buffer.from(steve.bareId, 'hex'), expiry, der])
  assert.ok(checks(named, body.publicKeySignatureV2))
  const secret = createPrivateKey({
    key: bytesOf(privateKey, 'RSA PRIVATE KEY'),
    format: 'der',
    type: 'pkcs8',
  })
  const theirs = createPublicKey({ key: der, format: 'der', type: 'spki' })
  assert.ok(verify('sha256', der, theirs, sign('sha256', der, secret)))
  assert.equal(theirs.asymmetricKeyDetails?.modulusLength, 2048)
  assert.notEqual(again.body.keyPair.publicKey, publicKey)
})

/** Reads a key as the game does: between its label lines, 76 characters a line. */
function bytesOf(pem: string, label: string): Buffer {
  const [, text = ''] =
    new RegExp(`^-----BEGIN ${label}-----\n([^-]+)\n-----END ${label}-----\n$`).exec(pem) ?? []
  const lines = text.split('\n')
  assert.ok(lines.slice(0, -1).every(({ length }) => length === 76))
  return Buffer.from(lines.join(''), 'base64')
}
