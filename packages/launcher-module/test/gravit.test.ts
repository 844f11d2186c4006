import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  capeFile,
  putCape,
  putSkin,
  skinFile,
} from '../../server/test/profiles/textures/texture-requests.ts'
import { siteTest } from '../../server/test/support/site.ts'
import { listen } from './real-site.ts'

/** `textureProvider` of docs/launcher.md#gravitlauncher, without the site's address. */
const TEMPLATE = '/textures/player/%uuid%'
const BY_NAME = '/textures/player/%username%'

/**
 * Does what GravitLauncher's JsonTextureProvider does: fills in the template, sends the request, and reads textures
 * with `url`, `digest` in hex and `metadata`. After any error, returns no textures.
 */
async function assetsOf(
  site: string,
  template: string,
  player: { uuid: string; username: string },
) {
  const path = template
    .replaceAll('%username%', encodeURIComponent(player.username))
    .replaceAll('%uuid%', encodeURIComponent(player.uuid))
    .replaceAll('%hash%', player.uuid.replaceAll('-', ''))
  const reply = await fetch(`${site}${path}`)
  if (!reply.ok) return {}
  const map: Record<string, { url: string; digest: string; metadata?: object }> = JSON.parse(
    await reply.text(),
  )
  return Object.fromEntries(
    Object.entries(map).map(([kind, { url, digest, metadata }]) => [
      kind,
      { url, digest: Buffer.from(digest, 'hex'), metadata },
    ]),
  )
}

siteTest('GravitLauncher shows the skins of the site', async (site) => {
  const url = await listen(site)
  const steve = await site.player('Steve')
  await putSkin(steve, skinFile(1), { slim: 'true' })
  await putCape(steve, capeFile(2))

  for (const template of [TEMPLATE, BY_NAME]) {
    const { SKIN, CAPE } = await assetsOf(url, template, { uuid: steve.id, username: 'Steve' })

    assert.deepEqual(SKIN?.metadata, { model: 'slim' })
    assert.equal(CAPE?.metadata, undefined)
    for (const texture of [SKIN, CAPE]) {
      const path = new URL(texture?.url ?? '').pathname
      const file = Buffer.from(await (await fetch(`${url}${path}`)).arrayBuffer())
      assert.deepEqual(texture?.digest, createHash('sha256').update(file).digest())
    }
  }
})

siteTest('GravitLauncher shows no skin for unknown and skinless players', async (site) => {
  const url = await listen(site)
  const alex = await site.player('Alex')
  const stranger = { uuid: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee', username: 'Stranger' }

  assert.deepEqual(await assetsOf(url, TEMPLATE, { uuid: alex.id, username: 'Alex' }), {})
  assert.deepEqual(await assetsOf(url, TEMPLATE, stranger), {})
})
