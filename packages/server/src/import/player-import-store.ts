import type { Db } from '../platform/database/database.ts'

/** What the import wrote, so that a later one can tell what was changed on the site since. */
export type ImportMark = {
  playerId: string
  source: string
  /** The name in the source, in lower case. */
  nameKey: string
  importedAt: number
  /** Marks of the stored password and address; see markOf in update-players.ts. */
  passwordMark: string
  emailMark: string
  /** Whether a second factor came. */
  totp: boolean
}

const markColumns = [
  'player_id as playerId',
  'source',
  'name_key as nameKey',
  'imported_at as importedAt',
  'password_mark as passwordMark',
  'email_mark as emailMark',
  'totp',
] as const

export async function insertMarks(db: Db, marks: readonly ImportMark[]): Promise<void> {
  const rows = marks.map((mark) => ({
    player_id: mark.playerId,
    source: mark.source,
    name_key: mark.nameKey,
    imported_at: mark.importedAt,
    password_mark: mark.passwordMark,
    email_mark: mark.emailMark,
    totp: mark.totp ? 1 : 0,
  }))
  await db.insertInto('player_import').values(rows).execute()
}

/** Finds the players that came from a source, by their names there. */
export async function listMarks(
  db: Db,
  source: string,
  nameKeys: readonly string[],
): Promise<ImportMark[]> {
  if (nameKeys.length === 0) return []
  const rows = await db
    .selectFrom('player_import')
    .select(markColumns)
    .where('source', '=', source)
    .where('name_key', 'in', nameKeys)
    .execute()
  return rows.map((row) => ({ ...row, totp: row.totp === 1 }))
}

/** Remembers another password that an import stored. */
export async function updatePasswordMark(
  db: Db,
  playerId: string,
  { mark, now }: { mark: string; now: number },
): Promise<void> {
  await db
    .updateTable('player_import')
    .set({ password_mark: mark, imported_at: now })
    .where('player_id', '=', playerId)
    .execute()
}
