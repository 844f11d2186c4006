import { textOf } from '../../read/read-fields.ts'
import type { Fields, SourceDatabase } from '../../read/source-database.ts'

/** The tables with what belongs to players, and their columns that name the player. */
const TABLES = {
  roles: 'users_roles',
  groups: 'users_donate_groups',
  skins: 'skins',
  capes: 'cloaks',
  bans: 'bans',
} as const

type Kind = keyof typeof TABLES

/** Finds what belongs to a player, by kind. */
export type Belongings = (uuid: string, kind: Kind) => readonly Fields[]

/**
 * Prepares to read what belongs to a slice of players: one statement a table. A table that an older
 * version does not have is empty.
 */
export async function belongingsIn(
  database: SourceDatabase,
  prefix: string,
): Promise<(uuids: readonly string[]) => Promise<Belongings>> {
  const names = Object.entries(TABLES)
  const tables = await Promise.all(names.map(([, name]) => database.findTable(prefix + name)))

  return async (uuids) => {
    const byKind = new Map<string, Map<string, Fields[]>>()
    for (const [place, [kind]] of names.entries()) {
      const table = tables[place]
      const rows = table ? await database.rowsWith(table, 'user_uuid', uuids) : []
      byKind.set(
        kind,
        Map.groupBy(rows, (fields) => textOf(fields.user_uuid)),
      )
    }
    return (uuid, kind) => byKind.get(kind)?.get(uuid) ?? []
  }
}

/** Reads a small table whole. */
export async function readWhole(
  database: SourceDatabase,
  name: string,
  part: { key: string; columns: readonly string[] },
): Promise<Fields[]> {
  const table = await database.findTable(name)
  return table ? (await Array.fromAsync(database.slices(table, part))).flat() : []
}
