import assert from 'node:assert/strict'
import { makePlan } from '../../src/import/plan/make-plan.ts'
import { EMPTY_PLAYER } from '../../src/import/read/imported-player.ts'
import type { SourceRow } from '../../src/import/read/source.ts'
import { writePlayers } from '../../src/import/write/write-players.ts'
import { readEvents, recordEvents } from '../events/read-events.ts'
import { capeFile, skinFile } from '../profiles/textures/texture-requests.ts'
import type { Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const BAN = { reason: 'Griefing', until: null }

function rowOf(username: string, realCents: number): SourceRow {
  const player = {
    ...EMPTY_PLAYER,
    username,
    realCents,
    ban: BAN,
    skin: { png: skinFile(1).toString('base64'), slim: false },
    cape: capeFile(2).toString('base64'),
  }
  return { row: username, player, faults: [], notes: [] }
}

async function importRows(site: Site, rows: readonly SourceRow[]) {
  async function* slices() {
    yield rows
  }
  const plain = { renames: new Map(), scheme: undefined, preferLastSeen: false }
  const options = { ...plain, source: 'other', offlineUuids: false, strict: false }
  const reading = { total: () => rows.length, done: () => rows.length, batches: slices() }
  using plan = await makePlan(site.app, reading, options, () => undefined)
  return await writePlayers(site.app, plan, { source: 'other', progress: () => undefined })
}

sqliteTest('an import with bans, money and skins records one event', async (site) => {
  await recordEvents(site)
  const names = Array.from({ length: 20 }, (_, index) => `Player${index}`)

  await importRows(
    site,
    names.map((name) => rowOf(name, 500)),
  )
  const first = await readEvents(site)
  await importRows(site, [rowOf('Player3', 500), rowOf('Newcomer', 0)])
  const all = await readEvents(site)

  assert.deepEqual(
    first.map(({ type, data }) => [type, data.source, data.imported, data.updated]),
    [['players.imported', 'other', 20, 0]],
  )
  assert.deepEqual(
    all.slice(1).map(({ type, data }) => [type, data.imported, data.updated]),
    [['players.imported', 1, 0]],
  )
})

sqliteTest('an import that changes no player records no event', async (site) => {
  await recordEvents(site)

  await importRows(site, [])

  assert.deepEqual(await readEvents(site), [])
})
