import assert from 'node:assert/strict'
import { deleteReleasedTextures } from '../../../src/profiles/textures/delete-released-textures.ts'
import { administrator } from '../../support/administrator.ts'
import { bearer, outcome, type Reply, tally } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import {
  giveNode,
  hashOf,
  putSkin,
  skinFile,
  storedTextures,
  textureAuditEntries,
} from './texture-requests.ts'

const DAY = 86_400_000

type Steve = Awaited<ReturnType<Site['player']>>

const skinOf = ({ body }: Reply) => hashOf(body.textures.skin.url)
const looksOf = async ({ browser, accessToken }: Steve): Promise<Reply['body'][]> =>
  (await browser.get('/cabinet/looks', bearer(accessToken))).body.looks
const hashesOf = async (steve: Steve) => (await looksOf(steve)).map(({ hash }) => hash)
const wear = ({ browser, accessToken }: Steve, hash: string, body?: object) =>
  browser.send('PUT', `/cabinet/looks/${hash}`, body, bearer(accessToken))

async function wearMany(steve: Steve, count: number): Promise<string[]> {
  const hashes = []
  for (let number = 1; number <= count; number += 1) {
    hashes.push(skinOf(await putSkin(steve, skinFile(number))))
  }
  return hashes
}

siteTest('a player puts on a saved skin again with the same arms', async (site) => {
  const steve = await site.player('Steve')
  const first = skinOf(await putSkin(steve, skinFile(1), { slim: 'true' }))
  const second = skinOf(await putSkin(steve, skinFile(2)))

  const again = await wear(steve, first)
  const classic = await wear(steve, first, { slim: false })
  const unknown = await wear(steve, '0'.repeat(64))

  assert.deepEqual([skinOf(again), again.body.textures.skin.slim], [first, true])
  assert.deepEqual([skinOf(classic), classic.body.textures.skin.slim], [first, false])
  assert.equal(outcome(unknown), '404 look.notfound')
  assert.deepEqual(
    (await looksOf(steve)).map(({ hash, slim, worn, hd }) => [hash, slim, worn, hd]),
    [
      [first, false, true, false],
      [second, false, false, false],
    ],
  )
  const entries = await textureAuditEntries(site)
  assert.deepEqual(
    entries.flatMap(([action, , , , after]) => (action === 'texture.worn' ? [after] : [])).sort(),
    [`skin ${first} classic`, `skin ${first} slim`],
  )
})

sqliteTest('the eleventh skin of a player replaces the oldest saved skin', async (site) => {
  const steve = await site.player('Steve')
  const hashes = await wearMany(steve, 11)

  const listed = await hashesOf(steve)
  const kept = await storedTextures(site)
  site.wait(31 * DAY)
  await deleteReleasedTextures(site.app)

  assert.deepEqual(listed, hashes.slice(1).reverse())
  assert.equal(kept[hashes[0] ?? ''], site.now() - 31 * DAY)
  assert.deepEqual(Object.keys(await storedTextures(site)).sort(), hashes.slice(1).sort())
})

siteTest(
  'concurrent uploads leave ten saved skins',
  async (site) => {
    const steve = await site.player('Steve')
    await giveNode(site, steve.id, 'player.skin.hd')

    const replies = await Promise.all(
      Array.from({ length: 18 }, (_, n) =>
        putSkin(
          { ...steve, browser: site.browser({ instance: n % 2 }) },
          skinFile(n, { size: n % 3 ? 64 : 128 }),
        ),
      ),
    )

    assert.deepEqual(tally(replies), { 200: 18 })
    const rows = await site.app.db.selectFrom('look').selectAll().execute()
    assert.equal(rows.length, 10)
    assert.equal(new Set(rows.map(({ worn_at }) => worn_at)).size, 10)
    const held = rows.flatMap(({ skin_hash, twin_hash }) => [skin_hash, twin_hash])
    const unreleased = Object.entries(await storedTextures(site)).filter(([, at]) => at === null)
    assert.deepEqual(
      unreleased.map(([hash]) => hash).sort(),
      held.filter((hash) => hash !== null).sort(),
    )
  },
  { instances: 2 },
)

sqliteTest('a skin taken off stays saved until the player deletes it', async (site) => {
  const steve = await site.player('Steve')
  const hashes = await wearMany(steve, 2)
  const auth = bearer(steve.accessToken)

  await steve.browser.delete('/cabinet/skin', auth)
  const takenOff = await hashesOf(steve)
  const deleted = await steve.browser.delete(`/cabinet/looks/${hashes[0]}`, auth)
  const again = await steve.browser.delete(`/cabinet/looks/${hashes[0]}`, auth)

  assert.deepEqual(takenOff, hashes.toReversed())
  assert.deepEqual([deleted, again].map(outcome), ['204', '404 look.notfound'])
  assert.deepEqual(await hashesOf(steve), hashes.slice(1))
  assert.equal((await storedTextures(site))[hashes[0] ?? ''], site.now())
})

sqliteTest('a skin removed by staff is no longer among the saved skins', async (site) => {
  const steve = await site.player('Steve')
  const [first = '', second = ''] = await wearMany(steve, 2)
  const alex = await administrator(site, ['panel.players.textures'])

  await alex.send('DELETE', `/admin/players/${steve.id}/skin`)
  const reply = await wear(steve, second)

  assert.equal(outcome(reply), '404 look.notfound')
  assert.deepEqual(await hashesOf(steve), [first])
})

sqliteTest('putting on a saved skin requires the same permissions as an upload', async (site) => {
  const steve = await site.player('Steve')
  await giveNode(site, steve.id, 'player.skin.hd')
  await putSkin(steve, skinFile(1, { size: 128 }))
  const [hd] = await hashesOf(steve)
  const [plain] = [skinOf(await putSkin(steve, skinFile(2)))]

  const allowed = await wear(steve, hd)
  await site.app.db.deleteFrom('player_node').where('player_id', '=', steve.id).execute()
  const denied = await wear(steve, hd)
  await giveNode(site, steve.id, '-player.skin.upload')
  const none = await wear(steve, plain ?? '')

  assert.deepEqual([allowed, denied, none].map(outcome), [
    '200',
    '403 texture.hdnotallowed',
    '403 auth.forbidden',
  ])
})

sqliteTest('a player puts on at most sixty saved skins in ten minutes', async (site) => {
  const steve = await site.player('Steve')
  const [hash = ''] = await wearMany(steve, 1)

  const replies = []
  for (let count = 0; count < 61; count += 1) replies.push(await wear(steve, hash))

  assert.deepEqual(tally(replies), { 200: 60, '429 request.toomany': 1 })
})
