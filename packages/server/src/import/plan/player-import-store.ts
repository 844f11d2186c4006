import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { Entry } from './plan-store.ts'
import type { RelatedData } from './related-data.ts'

/**
 * A record of what an import wrote for a player. A later import compares it with the site, to find out what has been
 * changed on the site since.
 */
export type ImportRecord = {
  playerId: string
  source: string
  nameKey: string
  importedAt: number
  /** The fingerprints of the stored password and address (see fingerprint.ts). */
  passwordMark: string
  emailMark: string
  /** When the import turned 2FA on; 0 if it did not. */
  totp: number
  belongings: RelatedData
}

export type NewImportRecord = ImportRecord & { awaitsPassword: boolean }

const recordColumns = [
  'player_id as playerId',
  'source',
  'name_key as nameKey',
  'imported_at as importedAt',
  'password_mark as passwordMark',
  'email_mark as emailMark',
  'totp',
  'belongings',
] as const

export async function insertImportRecords(
  db: Db,
  records: readonly NewImportRecord[],
): Promise<void> {
  const rows = records.map((record) => ({
    player_id: record.playerId,
    source: record.source,
    name_key: record.nameKey,
    imported_at: record.importedAt,
    password_mark: record.passwordMark,
    email_mark: record.emailMark,
    totp: record.totp,
    belongings: JSON.stringify(record.belongings),
    awaits_password: Number(record.awaitsPassword),
  }))
  await db.insertInto('player_import').values(rows).execute()
}

export async function listImportRecords(
  db: Db,
  source: string,
  nameKeys: readonly string[],
): Promise<ImportRecord[]> {
  if (nameKeys.length === 0) return []
  const rows = await db
    .selectFrom('player_import')
    .select(recordColumns)
    .where('source', '=', source)
    .where('name_key', 'in', nameKeys)
    .execute()
  // only this file writes the column
  return rows.map((row) => ({ ...row, belongings: JSON.parse(row.belongings) }))
}

/**
 * Whether a record of an earlier import is about the same person as a row: the previous site may have given the name to
 * another player since. If the row has a UUID, the UUID decides, otherwise the name.
 */
export function isRecordOf(
  { playerId }: ImportRecord,
  { gameUuid, premiumUuid }: Pick<Entry, 'gameUuid' | 'premiumUuid'>,
): boolean {
  const isKnown = gameUuid !== null || premiumUuid !== null
  return !isKnown || gameUuid === playerId || premiumUuid === playerId
}

/** Stores the record of a repeated import. A player who gets a password by it no longer waits for a reset link. */
export async function updateImportRecord(db: Db, record: ImportRecord): Promise<void> {
  const { passwordMark, emailMark, totp, belongings: relatedData } = record
  await db
    .updateTable('player_import')
    .set({
      awaits_password: ({ ref }) =>
        sql`case when ${ref('password_mark')} = ${passwordMark} then ${ref('awaits_password')} else 0 end`,
      password_mark: passwordMark,
      email_mark: emailMark,
      totp,
      belongings: JSON.stringify(relatedData),
      imported_at: record.importedAt,
    })
    .where('player_id', '=', record.playerId)
    .execute()
}

export async function updateEmailFingerprint(
  db: Db,
  playerId: string,
  { emailMark, importedAt }: Pick<ImportRecord, 'emailMark' | 'importedAt'>,
): Promise<void> {
  await db
    .updateTable('player_import')
    .set({ email_mark: emailMark, imported_at: importedAt })
    .where('player_id', '=', playerId)
    .execute()
}
