import assert from 'node:assert/strict'
import { createPublicKey, createVerify } from 'node:crypto'
import { test } from 'node:test'
import { SECOND } from '../../../src/platform/clock.ts'
import { RSA_BITS } from '../../../src/security/keys/signing-key.ts'
import { json } from '../../cli/command.ts'
import { capeFile, putCape, putSkin, skinFile } from '../../profiles/textures/texture-requests.ts'
import type { Reply } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openStaff } from '../../support/staff.ts'
import { openGame, openSteve, turnOn, waitForKey } from './game-player.ts'

sqliteTest('a game profile lists the player’s textures and upload permissions', async (site) => {
  const steve = await openSteve(site)
  const { game, bareId } = steve
  const bare = texturesIn(await game.profile(bareId))
  await putSkin(steve, skinFile(1), { slim: 'true' })
  await putCape(steve, capeFile(1))

  const replies = [
    await game.profile(bareId),
    await game.profile(steve.id),
    await game.profile(bareId.toUpperCase(), '?unsigned=true'),
  ]

  const worn = (await site.browser().get(`/textures/player/Steve`)).body
  assert.deepEqual(bare, {
    timestamp: site.now(),
    profileId: bareId,
    profileName: 'Steve',
    textures: {},
  })
  for (const reply of replies) {
    assert.deepEqual(texturesIn(reply).textures, {
      SKIN: { url: worn.SKIN.url, metadata: { model: 'slim' } },
      CAPE: { url: worn.CAPE.url },
    })
    assert.deepEqual(reply.body.properties[1], { name: 'uploadableTextures', value: 'skin,cape' })
    assert.equal('signature' in reply.body.properties[0], false)
  }
})

sqliteTest('a game profile omits textures that the player may not upload', async (site) => {
  await turnOn(site)
  const capeless = await openStaff(site, 'Capeless', { nodes: ['-player.cape.upload'] })
  const bare = await openStaff(site, 'Bare', { nodes: ['-player.*'] })
  const game = openGame(site)

  const replies = [await game.profile(capeless.id), await game.profile(bare.id)]

  const offered = replies.map(({ body }) => body.properties[1]?.value)
  assert.deepEqual(offered, ['skin', undefined])
})

sqliteTest('an unknown player has no profile, by UUID or by name', async (site) => {
  const { game, bareId } = await openSteve(site)
  await waitForKey(site)
  const nobody = '00000000-0000-4000-8000-000000000000'

  const replies = [
    await game.profile(nobody),
    await game.profile(nobody, '?unsigned=false'),
    await game.profile('nonsense'),
  ]
  const names = ['sTEVE', 'Nobody', 'STEVE', '\ud800', '']
  const listed = await game.send('api/profiles/minecraft', names)
  const none = await game.send('api/profiles/minecraft', [])
  const one = await game.ask('minecraftservices/minecraft/profile/lookup/name/STEVE')

  assert.deepEqual(
    replies.map(({ status, text }) => [status, text]),
    Array(3).fill([204, '']),
  )
  assert.deepEqual(listed.body, [{ id: bareId, name: 'Steve' }])
  assert.deepEqual([none.body, one.body], [[], { id: bareId, name: 'Steve' }])
})

sqliteTest('a signed game profile is cached until the player changes', async (site) => {
  const steve = await openSteve(site)
  await waitForKey(site)
  const ask = () => steve.game.profile(steve.bareId, '?unsigned=false')

  const first = await ask()
  site.wait(60 * SECOND)
  const second = await ask()
  await putSkin(steve, skinFile(1))
  const dressed = await ask()
  await site.app.db
    .updateTable('player')
    .set({ username: 'Herobrine', username_key: 'herobrine' })
    .where('id', '=', steve.id)
    .execute()
  const renamed = await ask()

  assert.deepEqual(second.body, first.body)
  assert.ok(texturesIn(dressed).textures.SKIN)
  assert.equal(texturesIn(renamed).profileName, 'Herobrine')
  const { signaturePublickey } = (await steve.game.ask('')).body
  for (const reply of [first, dressed, renamed]) assertSigned(reply, signaturePublickey)
})

sqliteTest('until the signing key exists, only requests for signatures get 503', async (site) => {
  const { game, signedIn, bareId } = await openSteve(site)
  await waitForKey(site)
  await site.app.db.deleteFrom('signing_key').execute()
  site.wait(5 * SECOND)
  site.app.keys.yggdrasil.stop()
  await game.join(signedIn, 'a-server')

  const root = await game.ask('')
  const waiting = [
    await game.hasJoined('Steve', 'a-server'),
    await game.profile(bareId, '?unsigned=false'),
  ]
  const unsigned = await game.profile(bareId)

  assert.deepEqual([root.status, root.body.signaturePublickey], [200, undefined])
  assert.deepEqual(
    waiting.map(({ status, body, headers }) => [
      status,
      body.error,
      Number(headers['retry-after']),
    ]),
    Array(2).fill([503, 'Service Unavailable', 5]),
  )
  assert.equal(unsigned.status, 200)
})

siteTest(
  'the signing key is stored encrypted and replaced only by its own command',
  async (site) => {
    const { game } = await openSteve(site)
    await waitForKey(site)
    const keyNow = async (): Promise<string> => {
      site.wait(5 * SECOND)
      return (await game.ask('')).body.signaturePublickey
    }
    const stored = () => site.app.db.selectFrom('signing_key').selectAll().executeTakeFirstOrThrow()
    const first = await keyNow()
    const sealed = JSON.stringify(await stored())

    await json(site, ['keys', 'rotate'])
    const second = await keyNow()
    await json(site, ['keys', 'rotate', '--yggdrasil'])
    const third = await keyNow()

    assert.equal(second, first)
    assert.notEqual(third, first)
    assert.equal(createPublicKey(third).asymmetricKeyDetails?.modulusLength, 4096)
    assert.doesNotMatch(sealed, /PRIVATE|MII/)
    const noted = await site.app.db
      .selectFrom('audit')
      .select('target')
      .where('action', '=', 'keys.rotated')
      .where('target', 'like', 'yggdrasil:%')
      .execute()
    assert.equal(noted.length, 1)
  },
)

test('the signing key has 4096 bits', () => {
  assert.equal(RSA_BITS, 4096)
})

function texturesIn({ body }: Reply) {
  const [{ name, value }] = body.properties
  assert.equal(name, 'textures')
  return JSON.parse(Buffer.from(value, 'base64').toString())
}

function assertSigned({ body }: Reply, key: string): void {
  for (const { value, signature } of body.properties) {
    assert.ok(createVerify('RSA-SHA1').update(value).verify(key, signature, 'base64'))
  }
}
