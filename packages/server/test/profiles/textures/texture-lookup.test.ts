import assert from 'node:assert/strict'
import { tally } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { png } from './png.ts'
import { capeFile, hashOf, putCape, putSkin, skinFile } from './texture-requests.ts'

siteTest("a launch server looks up a player's textures by name or UUID", async (site) => {
  const steve = await site.player('Steve')
  const skin = (await putSkin(steve, skinFile(1), { slim: 'true' })).body.textures.skin.url
  const cape = (await putCape(steve, capeFile(1))).body.textures.cape.url
  const names = ['Steve', 'sTEVE', steve.id, steve.id.replaceAll('-', ''), steve.id.toUpperCase()]

  const replies = await Promise.all(
    names.map((name) => site.browser().get(`/textures/player/${name}`)),
  )
  const classic = await putSkin(steve, skinFile(2))
  const { body } = await site.browser().get('/textures/player/Steve')

  for (const reply of replies) {
    assert.deepEqual(reply.body, {
      SKIN: { url: skin, digest: hashOf(skin), metadata: { model: 'slim' } },
      CAPE: { url: cape, digest: hashOf(cape) },
    })
  }
  const { url } = classic.body.textures.skin
  assert.deepEqual(body.SKIN, { url, digest: hashOf(url) })
})

siteTest('a player without textures and an unknown player get an empty list', async (site) => {
  const steve = await site.player('Steve')
  const names = [
    'Steve',
    steve.id,
    'Nobody',
    '00000000-0000-4000-8000-000000000000',
    '%00',
    'a b',
    'жук',
  ]

  const replies = await Promise.all(
    names.map((name) => site.browser().get(`/textures/player/${encodeURI(decodeURI(name))}`)),
  )

  for (const reply of replies) assert.deepEqual([reply.status, reply.body], [200, {}])
})

siteTest('the CustomSkinLoader mod gets skins by model, and their bytes by hash', async (site) => {
  const steve = await site.player('Steve')
  const nothing = (await site.browser().get('/csl/steve.json')).body
  const skin = hashOf((await putSkin(steve, skinFile(1))).body.textures.skin.url)
  const classic = (await site.browser().get('/csl/steve.json')).body
  await putSkin(steve, skinFile(1), { slim: 'true' })
  const cape = hashOf((await putCape(steve, capeFile(1))).body.textures.cape.url)

  const { body } = await site.browser().get('/csl/STEVE.json')
  const textures = await Promise.all(
    [body.skins.slim, body.cape].map((hash) => site.browser().get(`/csl/textures/${hash}`)),
  )

  assert.deepEqual(nothing, { username: 'steve' })
  assert.deepEqual(classic, { username: 'Steve', skins: { default: skin } })
  assert.deepEqual(body, { username: 'Steve', skins: { slim: skin }, cape })
  assert.deepEqual(tally(textures), { 200: 2 })
})

siteTest(
  'the CustomSkinLoader response is the same for unknown players and players without a skin',
  async (site) => {
    await site.player('Steve')
    const look = (name: string) => site.browser().get(`/csl/${name}.json`)

    const replies = [await look('sTEVE'), await look('nobody')]
    const others = await Promise.all(['%00', 'a.b', 'x'].map(look))

    const shown = replies.map(({ status, body }) => [status, body])
    assert.deepEqual(shown, [
      [200, { username: 'sTEVE' }],
      [200, { username: 'nobody' }],
    ])
    assert.deepEqual(Object.keys(replies[0]?.headers ?? {}), Object.keys(replies[1]?.headers ?? {}))
    assert.deepEqual(tally(others), { '404 player.notfound': 3 })
  },
)

sqliteTest('texture lists contain the 64-pixel version of an HD skin by default', async (site) => {
  const steve = await site.player('Steve')
  const row = { player_id: steve.id, node: 'player.skin.hd', expires_at: null }
  await site.app.db.insertInto('player_node').values(row).execute()
  const sample = (x: number, y: number) => [x, y, 7, 255]
  const file = png({ width: 128, height: 128, sample })
  const standardHash = hashOf((await putSkin(steve, file)).body.textures.skin.url)

  const list = (await site.browser().get('/textures/player/Steve')).body
  const csl = (await site.browser().get('/csl/Steve.json')).body

  assert.deepEqual([list.SKIN.digest, csl.skins.default], [standardHash, standardHash])
})
