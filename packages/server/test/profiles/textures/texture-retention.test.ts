import assert from 'node:assert/strict'
import { change } from '../../../src/audit/change.ts'
import {
  type AppearanceChange,
  changeAppearance,
} from '../../../src/profiles/textures/change-appearance.ts'
import { deleteReleasedTextures } from '../../../src/profiles/textures/delete-released-textures.ts'
import { makeSkin } from '../../../src/profiles/textures/make-texture.ts'
import { removeTexture } from '../../../src/profiles/textures/remove-texture.ts'
import { tally } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
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

const DAY = 86_400_000
const SKIN_ROUNDS = 12
const SWEEP_ROUNDS = 20

type Steve = Awaited<ReturnType<Site['player']>>

/** Returns the player with a browser at one of the two instances: the first if `count` is even. */
function at(site: Site, steve: Steve, count: number): Steve {
  return { ...steve, browser: site.browser({ instance: count % 2 }) }
}

async function worn(site: Site, playerId: string) {
  return site.app.db
    .selectFrom('player')
    .select(['skin_hash', 'skin_twin_hash', 'skin_model', 'cape_hash'])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow()
}

sqliteTest(
  'a texture that two players wear is stored once, and kept while one of them wears it',
  async (site) => {
    const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
    const first = (await putSkin(steve, skinFile(1))).body.textures.skin.url
    const second = (await putSkin(alex, skinFile(1), { slim: 'true' })).body.textures.skin.url
    const hash = hashOf(first)

    const command = { actor: 'command', ip: null }
    await removeTexture(site.app, command, steve.id, 'skin')
    const stillWorn = await storedTextures(site)
    await removeTexture(site.app, command, alex.id, 'skin')

    assert.equal(first, second)
    assert.deepEqual(stillWorn, { [hash]: null })
    assert.deepEqual(await storedTextures(site), { [hash]: site.now() })
  },
)

sqliteTest(
  'a skin that is also another skin’s 64-pixel version is kept while one of them is used',
  async (site) => {
    const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
    await giveNode(site, steve.id, 'player.skin.hd')
    await putSkin(steve, skinFile(1, { size: 128 }))
    const { skin_hash: hd, skin_twin_hash: twin } = await worn(site, steve.id)
    const { body } = await putSkin(alex, skinFile(1))

    await removeTexture(site.app, { actor: 'command', ip: null }, steve.id, 'skin')

    assert.equal(hashOf(body.textures.skin.url), twin)
    assert.deepEqual(await storedTextures(site), { [String(hd)]: site.now(), [String(twin)]: null })
  },
)

sqliteTest('a texture that no player uses is served for another thirty days', async (site) => {
  const steve = await site.player('Steve')
  const hash = hashOf((await putSkin(steve, skinFile(1))).body.textures.skin.url)
  const cape = hashOf((await putCape(steve, capeFile(1))).body.textures.cape.url)
  await removeTexture(site.app, { actor: 'command', ip: null }, steve.id, 'skin')

  site.wait(30 * DAY)
  await deleteReleasedTextures(site.app)
  const onTheLastDay = Object.keys(await storedTextures(site)).sort()
  site.wait(1)
  await deleteReleasedTextures(site.app)

  assert.deepEqual(onTheLastDay, [hash, cape].sort())
  assert.deepEqual(Object.keys(await storedTextures(site)), [cape])
})

sqliteTest(
  'a texture that was worn again is kept for thirty days after it is taken off',
  async (site) => {
    const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
    const hash = hashOf((await putSkin(steve, skinFile(1))).body.textures.skin.url)
    const command = { actor: 'command', ip: null }
    await removeTexture(site.app, command, steve.id, 'skin')
    site.wait(29 * DAY)
    const token = String((await alex.browser.refresh()).body.accessToken)
    await putSkin({ ...alex, accessToken: token }, skinFile(1))
    site.wait(29 * DAY)
    await deleteReleasedTextures(site.app)
    await removeTexture(site.app, command, alex.id, 'skin')
    const releasedAt = site.now()

    site.wait(29 * DAY)
    await deleteReleasedTextures(site.app)

    assert.deepEqual(await storedTextures(site), { [hash]: releasedAt })
  },
)

siteTest(
  'concurrent skin uploads of one player take effect one after another',
  async (site) => {
    const steve = await site.player('Steve')
    await giveNode(site, steve.id, 'player.skin.hd')

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        putSkin(at(site, steve, n), skinFile(n, { size: n % 4 ? 64 : 128 })),
      ),
    )

    assert.deepEqual(tally(replies), { 200: 20 })
    const appearance = await worn(site, steve.id)
    assert.equal((await storedTextures(site))[String(appearance.skin_hash)], null)
    assertChain(await textureAuditEntries(site), appearance)
  },
  { instances: 2 },
)

/** Checks that each audit entry continues where another ended, so that every change saw the one before. */
function assertChain(
  traces: (string | null)[][],
  { skin_hash, skin_model }: { skin_hash: string | null; skin_model: string | null },
): void {
  const befores = traces.map(([, , , before]) => String(before)).sort()
  const afters = traces.map(([, , , , after]) => String(after))
  const last = `skin ${skin_hash} ${skin_model}`
  assert.deepEqual([...befores, last].sort(), [...afters, 'null'].sort())
}

siteTest(
  'players who concurrently put on the same textures cause no deadlock',
  async (site) => {
    const players: Steve[] = []
    for (const name of ['Steve', 'Alex', 'Ari', 'Efe']) players.push(await site.player(name))
    for (const { id } of players) await giveNode(site, id, 'player.skin.hd')
    const wardrobe = [1, 2, 3].map((number) => skinFile(number, { size: 128 }))

    const replies = await Promise.all(
      players.flatMap((player, n) =>
        Array.from({ length: SKIN_ROUNDS }, (_, round) =>
          putSkin(at(site, player, n + round), wardrobe[(n + round) % 3] ?? Buffer.alloc(0)),
        ),
      ),
    )

    assert.deepEqual(tally(replies), { 200: players.length * SKIN_ROUNDS })
    await assertReleasedIsUnworn(site, players)
  },
  { instances: 2 },
)

siteTest(
  'a texture that is put on while it is being deleted is kept',
  async (site) => {
    const players: Steve[] = []
    for (const name of ['Steve', 'Alex', 'Ari', 'Efe', 'Kai']) players.push(await site.player(name))
    const { skin, standardSkin } = await makeSkin(skinFile(1, { size: 128 }), async () => true)
    assert.ok(standardSkin)
    const wanted: AppearanceChange = {
      kind: 'skin',
      action: 'texture.uploaded',
      appearance: { skinHash: skin.hash, skinTwinHash: standardSkin.hash, skinModel: 'classic' },
      textures: [skin, standardSkin],
    }

    for (let round = 0; round < SWEEP_ROUNDS; round += 1) {
      const kept = Object.keys(await storedTextures(site))
      await releaseLongAgo(site, players)
      const appAt = (n: number) => site.instances[n % 2]?.app ?? site.app
      const jobs = players.flatMap(({ id }, n) => [
        deleteReleasedTextures(appAt(n)),
        change(appAt(n + round), { actor: id, ip: null }, (work) =>
          changeAppearance(work, id, wanted),
        ),
        deleteReleasedTextures(appAt(n + 1)),
      ])

      await Promise.all(jobs)

      assert.ok(round === 0 || kept.length === 2)
      await assertReleasedIsUnworn(site, players)
    }
  },
  { instances: 2 },
)

siteTest(
  'a texture taken off several players concurrently becomes unreferenced',
  async (site) => {
    const players: Steve[] = []
    for (const name of ['Steve', 'Alex', 'Ari', 'Efe', 'Kai']) players.push(await site.player(name))

    for (let round = 0; round < 3; round += 1) {
      for (const player of players) await putSkin(player, skinFile(round))
      const removed = await Promise.all(
        players.map(({ id }, n) => {
          const { app } = site.instances[n % 2] ?? site
          return removeTexture(app, { actor: 'command', ip: null }, id, 'skin')
        }),
      )

      assert.deepEqual(removed, Array(players.length).fill(true))
      await assertReleasedIsUnworn(site, players)
    }
  },
  { instances: 2 },
)

/** Removes every player's skin, and waits longer than unreferenced textures are kept. */
async function releaseLongAgo(site: Site, players: readonly Steve[]): Promise<void> {
  for (const { id } of players) {
    await removeTexture(site.app, { actor: 'command', ip: null }, id, 'skin')
  }
  site.wait(31 * DAY)
}

/** Checks that all worn and saved textures are stored and in use, and all others unreferenced. */
async function assertReleasedIsUnworn(site: Site, players: readonly Steve[]): Promise<void> {
  const appearances = await Promise.all(players.map(({ id }) => worn(site, id)))
  const named = appearances.flatMap((appearance) => [
    appearance.skin_hash,
    appearance.skin_twin_hash,
  ])
  const looks = await site.app.db.selectFrom('look').select(['skin_hash', 'twin_hash']).execute()
  named.push(...looks.flatMap(({ skin_hash, twin_hash }) => [skin_hash, twin_hash]))
  const hashes = new Set(named.filter((hash) => hash !== null))
  const kept = await storedTextures(site)
  for (const hash of hashes) assert.equal(kept[hash], null, `${hash} is worn`)
  for (const [hash, releasedAt] of Object.entries(kept)) {
    assert.equal(releasedAt === null, hashes.has(hash), `${hash} is released or worn`)
  }
}
