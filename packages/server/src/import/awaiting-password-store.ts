import type { Locale } from '@portal/contract'
import type { Db } from '../database/database.ts'

export type AwaitingPlayer = {
  id: string
  username: string
  email: string
  locale: Locale
  passwordHash: string
  /**
   * The fingerprint of the unusable password hash that the import stored. If the current hash has another fingerprint,
   * the player has set a password.
   */
  passwordMark: string
}

/**
 * Lists players who were imported without a password, have got no link yet, and have an address. Ordered by ID, so that
 * concurrent calls cannot deadlock.
 */
export async function listAwaitingPassword(db: Db, limit: number): Promise<AwaitingPlayer[]> {
  const rows = await awaiting(db)
    .select([
      'player.id',
      'player.username',
      'player.email',
      'player.locale',
      'player.password_hash as passwordHash',
      'player_import.password_mark as passwordMark',
    ])
    .where('player.email', 'is not', null)
    .where('player.deletes_at', 'is', null)
    .orderBy('player.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...row,
    email: row.email ?? '',
    locale: row.locale === 'ru' ? 'ru' : 'en',
  }))
}

export type AwaitingCounts = { waiting: number; withoutEmail: number }

export async function countAwaitingPassword(db: Db): Promise<AwaitingCounts> {
  const row = await awaiting(db)
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('player.email').as('waiting'),
    ])
    .where('player.deletes_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { waiting: Number(row.waiting), withoutEmail: Number(row.all) - Number(row.waiting) }
}

function awaiting(db: Db) {
  return db
    .selectFrom('player_import')
    .innerJoin('player', 'player.id', 'player_import.player_id')
    .where('player_import.awaits_password', '=', 1)
}

/**
 * Claims a player who waits for a link.
 * @returns whether this call may send the link: of concurrent calls for a player, only one gets true
 */
export async function takeAwaitingPassword(db: Db, playerId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('player_import')
    .set({ awaits_password: 0 })
    .where('player_id', '=', playerId)
    .where('awaits_password', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
