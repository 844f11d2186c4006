import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { removeTexture } from '../../../src/profiles/textures/remove-texture.ts'
import { bearer, outcome, tally } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { png, readPng } from './png.ts'
import {
  capeFile,
  giveNode,
  hashOf,
  putCape,
  putSkin,
  skinFile,
  storedTextures,
  textureAuditEntries,
} from './texture-requests.ts'

const MINUTE = 60_000
const MIB = 1024 * 1024

type Steve = Awaited<ReturnType<Site['player']>>

async function texturesIn({ browser, accessToken }: Steve) {
  return (await browser.get('/auth/me', bearer(accessToken))).body.user.textures
}

sqliteTest('uploading a skin and a cape shows both in the profile', async (site) => {
  const steve = await site.player('Steve')

  const skin = await putSkin(steve, skinFile(5))
  site.wait(1)
  const cape = await putCape(steve, capeFile(5))

  const { skin: worn, cape: wornCape } = cape.body.textures
  assert.deepEqual([skin.status, cape.status], [200, 200])
  assert.deepEqual(skin.body, { textures: { skin: worn } })
  assert.match(worn.url, /^http:\/\/localhost:8080\/textures\/[0-9a-f]{64}$/)
  assert.equal(worn.slim, false)
  assert.deepEqual(await texturesIn(steve), { skin: worn, cape: wornCape })
  const bytes = (await steve.browser.get(`/textures/${hashOf(worn.url)}`)).bytes
  assert.deepEqual(readPng(bytes).pixel(3, 3), [5, 0, 77, 255])
  assert.deepEqual(await textureAuditEntries(site), [
    ['texture.uploaded', steve.id, steve.id, null, `skin ${hashOf(worn.url)} classic`],
    ['texture.uploaded', steve.id, steve.id, null, `cape ${hashOf(wornCape.url)}`],
  ])
})

sqliteTest('a new skin replaces the current one, and the audit contains both', async (site) => {
  const steve = await site.player('Steve')
  const first = hashOf((await putSkin(steve, skinFile(1))).body.textures.skin.url)

  site.wait(1)
  const { body } = await putSkin(steve, skinFile(2), { slim: 'true' })

  const second = hashOf(body.textures.skin.url)
  assert.notEqual(second, first)
  assert.deepEqual((await textureAuditEntries(site)).at(-1), [
    'texture.uploaded',
    steve.id,
    steve.id,
    `skin ${first} classic`,
    `skin ${second} slim`,
  ])
  // The first skin is still among the saved skins.
  assert.deepEqual(await storedTextures(site), { [first]: null, [second]: null })
})

sqliteTest('the picture decides the arm model unless the player chooses it', async (site) => {
  const steve = await site.player('Steve')
  const classic = skinFile(1)
  const slim = skinFile(1, { sample: (x) => [x, 1, 1, x === 50 ? 0 : 255] })
  const old = png({ width: 64, height: 32, sample: () => [0, 0, 0, 0] })

  const slimFlags: unknown[] = []
  for (const file of [classic, slim, old]) {
    for (const field of [undefined, '', 'true', 'false']) {
      const fields: Record<string, string> = field === undefined ? {} : { slim: field }
      slimFlags.push((await putSkin(steve, file, fields)).body.textures.skin.slim)
    }
  }

  const [yes, no] = [true, false]
  assert.deepEqual(slimFlags, [no, no, yes, no, yes, yes, yes, no, no, no, yes, no])
})

sqliteTest('a bad file changes nothing and gets a specific refusal', async (site) => {
  const steve = await site.player('Steve')
  const before = (await putSkin(steve, skinFile(1))).body
  const entries = await textureAuditEntries(site)
  const large = Buffer.concat([skinFile(2), Buffer.alloc(MIB)])
  const files: [Buffer, string][] = [
    [Buffer.from('GIF89a'), '400 texture.notpng'],
    [Buffer.alloc(0), '400 texture.notpng'],
    [large.subarray(0, MIB + 1), '400 texture.toolarge'],
    [skinFile(2, { size: 65 }), '400 texture.size'],
    [skinFile(2, { size: 128 }), '403 texture.hdnotallowed'],
    [skinFile(2).subarray(0, 60), '400 texture.broken'],
  ]

  for (const [file, refusal] of files) assert.equal(outcome(await putSkin(steve, file)), refusal)

  assert.deepEqual({ textures: await texturesIn(steve) }, before)
  assert.deepEqual(await textureAuditEntries(site), entries)
  assert.equal(Object.keys(await storedTextures(site)).length, 1)
})

sqliteTest(
  'profiles contain the 64-pixel version of an HD skin unless hdTexturesInGame is on',
  async (site) => {
    const steve = await site.player('Steve')
    await giveNode(site, steve.id, 'player.*.hd')
    const standardUrl = (await putSkin(steve, skinFile(1, { size: 512 }))).body.textures.skin.url
    const cape = (await putCape(steve, capeFile(1, 1024, 512))).body.textures.cape.url

    const sizes = await Promise.all([standardUrl, cape].map((url) => sizeOf(site, url)))
    const by = { actor: 'command', ip: null }
    await changeSetting(site.app, by, { name: 'hdTexturesInGame', text: 'on' })
    const full = (await texturesIn(steve)).skin.url

    assert.deepEqual(sizes, [
      [64, 64],
      [1024, 512],
    ])
    assert.deepEqual(await sizeOf(site, full), [512, 512])
    assert.deepEqual(await storedTextures(site), {
      [hashOf(standardUrl)]: null,
      [hashOf(full)]: null,
      [hashOf(cape)]: null,
    })
  },
)

async function sizeOf(site: Site, url: string): Promise<number[]> {
  const { width, height } = readPng((await site.browser().get(new URL(url).pathname)).bytes)
  return [width, height]
}

sqliteTest('a player takes off their skin and cape', async (site) => {
  const steve = await site.player('Steve')
  await giveNode(site, steve.id, 'player.skin.hd')
  const skin = hashOf((await putSkin(steve, skinFile(1, { size: 128 }))).body.textures.skin.url)
  const cape = hashOf((await putCape(steve, capeFile(1))).body.textures.cape.url)
  const headers = bearer(steve.accessToken)

  site.wait(1)
  const replies = [
    await steve.browser.delete('/cabinet/skin', headers),
    await steve.browser.delete('/cabinet/skin', headers),
  ]
  const left = await texturesIn(steve)
  replies.push(await steve.browser.delete('/cabinet/cape', headers))

  assert.deepEqual(tally(replies), { 204: 3 })
  assert.deepEqual(Object.keys(left), ['cape'])
  assert.deepEqual(await texturesIn(steve), {})
  const entries = (await textureAuditEntries(site)).map(([action, , , , after]) => [action, after])
  assert.deepEqual(entries.slice(2), [
    ['texture.removed', null],
    ['texture.removed', null],
  ])
  const kept = await storedTextures(site)
  assert.deepEqual([kept[skin], kept[cape]], [null, site.now()]) // the skin is among the saved skins
})

sqliteTest("removing a player's textures by command is audited", async (site) => {
  const steve = await site.player('Steve')
  const skin = hashOf((await putSkin(steve, skinFile(1))).body.textures.skin.url)
  const by = { actor: 'command', ip: null }

  site.wait(1)
  const removed = [
    await removeTexture(site.app, by, steve.id, 'skin'),
    await removeTexture(site.app, by, steve.id, 'skin'),
    await removeTexture(site.app, by, steve.id, 'cape'),
  ]

  assert.deepEqual(removed, [true, false, false])
  assert.deepEqual((await textureAuditEntries(site)).slice(1), [
    ['texture.removed', 'command', steve.id, `skin ${skin} classic`, null],
  ])
  assert.deepEqual(await texturesIn(steve), {})
})

siteTest(
  'a player makes twenty uploads per ten minutes, skins and capes together',
  async (site) => {
    const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
    const uploads = Array.from({ length: 20 }, (_, n) =>
      n % 3 ? putSkin(steve, skinFile(n)) : putCape(steve, n % 2 ? capeFile(n) : Buffer.from('no')),
    )
    const first = tally(await Promise.all(uploads))

    const [skin, cape] = [await putSkin(steve, skinFile(1)), await putCape(steve, capeFile(1))]
    const other = await putSkin(alex, skinFile(1))
    site.wait(10 * MINUTE)
    const later = await putSkin(steve, skinFile(1))

    assert.deepEqual(first, { 200: 16, '400 texture.notpng': 4 })
    assert.deepEqual([skin, cape, other, later].map(outcome), [
      '429 request.toomany',
      '429 request.toomany',
      '200',
      '200',
    ])
    assert.equal(skin.headers['retry-after'], '600')
  },
  { env: { JWT_EXPIRES: '1d' } },
)
