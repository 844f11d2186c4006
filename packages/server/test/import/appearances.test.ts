import assert from 'node:assert/strict'
import { makePlan } from '../../src/import/plan/make-plan.ts'
import { firstRemarks } from '../../src/import/plan/report-store.ts'
import { EMPTY_PLAYER } from '../../src/import/read/imported-player.ts'
import type { SourceRow } from '../../src/import/read/source.ts'
import { writePlayers } from '../../src/import/write/write-players.ts'
import { capeFile, skinFile, storedTextures } from '../profiles/textures/texture-requests.ts'
import { type Site, siteTest } from '../support/site.ts'

type Worn = { skin?: Buffer; slim?: boolean; cape?: Buffer; superuser?: boolean }

function rowOf(username: string, { skin, slim, cape, superuser = false }: Worn): SourceRow {
  const player = {
    ...EMPTY_PLAYER,
    username,
    superuser,
    cape: cape?.toString('base64'),
    skin: skin && { png: skin.toString('base64'), slim },
  }
  return { row: username, player, faults: [], notes: [] }
}

async function moveIn(site: Site, rows: readonly SourceRow[]) {
  async function* slices() {
    yield rows
  }
  const plain = { renames: new Map(), scheme: undefined, preferLastSeen: false }
  const options = { ...plain, source: 'other', offlineUuids: false, strict: false }
  const reading = { total: () => rows.length, done: () => rows.length, batches: slices() }
  using scratch = await makePlan(site.app, reading, options, () => undefined)
  const written = await writePlayers(site.app, scratch, {
    source: 'other',
    progress: () => undefined,
  })
  return { ...written, notes: firstRemarks(scratch, 'note', 100) }
}

function outfitOf(site: Site, username: string) {
  return site.app.db
    .selectFrom('player')
    .select(['skin_hash as skin', 'skin_twin_hash as twin', 'skin_model as model'])
    .select('cape_hash as cape')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
}

siteTest('imported skins and capes follow the same rules as uploads', async (site) => {
  const [skin, cape, hd] = [skinFile(1), capeFile(2), skinFile(3, { size: 128 })]
  const rows = [
    rowOf('Alex', { skin, slim: true, cape }),
    rowOf('Steve', { skin, cape }),
    rowOf('Hidey', { skin: hd }),
    rowOf('Owner', { skin: hd, superuser: true }),
    rowOf('Broken', { skin: Buffer.from('no picture'), cape: capeFile(4, 63) }),
  ]

  const first = await moveIn(site, rows)
  const [alex, steve, hidey] = [
    await outfitOf(site, 'Alex'),
    await outfitOf(site, 'Steve'),
    await outfitOf(site, 'Hidey'),
  ]
  const owner = await outfitOf(site, 'Owner')
  const again = await moveIn(
    site,
    rows.map((row) => rowOf(row.player.username, { skin: skinFile(9) })),
  )

  assert.equal(first.imported, rows.length)
  assert.ok(alex.skin && alex.cape && owner.skin && owner.twin)
  assert.deepEqual([alex.model, steve.model], ['slim', 'classic'])
  assert.deepEqual([steve.skin, steve.cape, steve.twin], [alex.skin, alex.cape, null])
  assert.deepEqual(hidey, { skin: null, twin: null, model: null, cape: null })
  assert.deepEqual(await storedTextures(site), {
    [alex.skin]: null,
    [alex.cape]: null,
    [owner.skin]: null,
    [owner.twin]: null,
  })
  const looks = await site.app.db.selectFrom('look').select('skin_hash').execute()
  assert.equal(looks.length, 3)
  const reasons = first.notes.map(({ name, reason }) => [name, reason.split('; ').slice(1)])
  assert.deepEqual(Object.fromEntries(reasons), {
    Alex: [],
    Steve: [],
    Owner: [],
    Hidey: [
      'imported without the skin: it is HD, and the player will not have the permission for HD',
    ],
    Broken: [
      'imported without the skin: the file is not a PNG',
      'imported without the cape: the picture has an unsupported size',
    ],
  })
  assert.equal(again.imported, 0)
  assert.deepEqual(await outfitOf(site, 'Alex'), alex)
})
