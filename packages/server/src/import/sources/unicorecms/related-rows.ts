import { textOf } from '../../read/read-fields.ts'
import type { Fields, SourceDatabase } from '../../read/source-database.ts'

/** Tables with data of players. Their column `user_uuid` contains the player's UUID. */
const TABLES = {
  roles: 'users_roles',
  groups: 'users_donate_groups',
  skins: 'skins',
  capes: 'cloaks',
  bans: 'bans',
} as const

type Kind = keyof typeof TABLES

export type RelatedRows = (uuid: string, kind: Kind) => readonly Fields[]

/**
 * Returns a function that reads the related rows of a batch of players, with one statement per table. A table that an
 * older version lacks counts as empty.
 */
export async function relatedRowsIn(
  database: SourceDatabase,
  prefix: string,
): Promise<(uuids: readonly string[]) => Promise<RelatedRows>> {
  const names = Object.entries(TABLES)
  const tables = await Promise.all(names.map(([, name]) => database.findTable(prefix + name)))

  return async (uuids) => {
    const byKind = new Map<string, Map<string, Fields[]>>()
    for (const [index, [kind]] of names.entries()) {
      const table = tables[index]
      const rows = table ? await database.rowsWith(table, 'user_uuid', uuids) : []
      byKind.set(
        kind,
        Map.groupBy(rows, (fields) => textOf(fields.user_uuid)),
      )
    }
    return (uuid, kind) => byKind.get(kind)?.get(uuid) ?? []
  }
}

export async function readWholeTable(
  database: SourceDatabase,
  name: string,
  part: { key: string; columns: readonly string[] },
): Promise<Fields[]> {
  const table = await database.findTable(name)
  return table ? (await Array.fromAsync(database.batches(table, part))).flat() : []
}
