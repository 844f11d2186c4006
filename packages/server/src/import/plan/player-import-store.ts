import type { Db } from '../../database/database.ts'
import type { Belongings } from './given-data.ts'
import type { Entry } from './plan-store.ts'

/** What the import wrote, so that a later one can tell what was changed on the site since. */
export type ImportMark = {
  playerId: string
  source: string
  /** The name in the source, in lower case. */
  nameKey: string
  importedAt: number
  /** Marks of the stored password and address; see fingerprint.ts. */
  passwordMark: string
  emailMark: string
  /** When it turned the second factor on, or 0. */
  totp: number
  belongings: Belongings
}

const markColumns = [
  'player_id as playerId',
  'source',
  'name_key as nameKey',
  'imported_at as importedAt',
  'password_mark as passwordMark',
  'email_mark as emailMark',
  'totp',
  'belongings',
] as const

export async function insertMarks(db: Db, marks: readonly ImportMark[]): Promise<void> {
  const rows = marks.map((mark) => ({
    player_id: mark.playerId,
    source: mark.source,
    name_key: mark.nameKey,
    imported_at: mark.importedAt,
    password_mark: mark.passwordMark,
    email_mark: mark.emailMark,
    totp: mark.totp,
    belongings: JSON.stringify(mark.belongings),
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
  // Only this file writes the column.
  return rows.map((row) => ({ ...row, belongings: JSON.parse(row.belongings) }))
}

/**
 * Whether a row is about the player who came under its name. An old site may have given the name to somebody
 * else since; where it has uuids, they tell.
 */
export function isOf(
  { playerId }: ImportMark,
  { gameUuid, premiumUuid }: Pick<Entry, 'gameUuid' | 'premiumUuid'>,
): boolean {
  const isKnown = gameUuid !== null || premiumUuid !== null
  return !isKnown || gameUuid === playerId || premiumUuid === playerId
}

/** Remembers what a later import wrote. */
export async function updateMark(db: Db, mark: ImportMark): Promise<void> {
  const { passwordMark, emailMark, totp, belongings } = mark
  await db
    .updateTable('player_import')
    .set({
      password_mark: passwordMark,
      email_mark: emailMark,
      totp,
      belongings: JSON.stringify(belongings),
      imported_at: mark.importedAt,
    })
    .where('player_id', '=', mark.playerId)
    .execute()
}

/** The same for an address alone. */
export async function updateEmailMark(
  db: Db,
  playerId: string,
  { emailMark, importedAt }: Pick<ImportMark, 'emailMark' | 'importedAt'>,
): Promise<void> {
  await db
    .updateTable('player_import')
    .set({ email_mark: emailMark, imported_at: importedAt })
    .where('player_id', '=', playerId)
    .execute()
}
