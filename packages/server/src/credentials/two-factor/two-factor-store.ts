import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'
import { deleteRecoveryCodes } from './recovery-code-store.ts'

/** A player's second factor. `enabledAt` is null until a code has proved that it works. */
export type Totp = { sealed: string; enabledAt: number | null; lastStep: number }

export async function findTotp(db: Db, playerId: string): Promise<Totp | undefined> {
  const [row] = (await selectTotp(db, { playerId })).rows
  return row?.sealed ? { ...row, sealed: row.sealed } : undefined
}

const selectTotp = compiledQuery((db, { playerId }: Params<{ playerId: string }>) =>
  db
    .selectFrom('player')
    .select(['totp_sealed as sealed', 'totp_enabled_at as enabledAt', 'totp_last_step as lastStep'])
    .where('id', '=', playerId),
)

/** Stores a new secret, replacing one that is not enabled; returns false when one is enabled. */
export async function proposeTotp(db: Db, playerId: string, sealed: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('player')
    .set({ totp_sealed: sealed })
    .where('id', '=', playerId)
    .where('totp_enabled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Turns on the proposed secret and burns the step that proved it. Only one caller gets true. */
export async function enableTotp(
  db: Db,
  playerId: string,
  proof: { sealed: string; step: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('player')
    .set({ totp_enabled_at: proof.now, totp_last_step: proof.step })
    .where('id', '=', playerId)
    .where('totp_sealed', '=', proof.sealed)
    .where('totp_enabled_at', 'is', null)
    .where('totp_last_step', '<', proof.step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives a player whose second factor is off one that is on, without a code that proves it. */
export async function insertTotp(
  db: Db,
  playerId: string,
  { sealed, now }: { sealed: string; now: number },
): Promise<void> {
  await db
    .updateTable('player')
    .set({ totp_sealed: sealed, totp_enabled_at: now })
    .where('id', '=', playerId)
    .where('totp_enabled_at', 'is', null)
    .execute()
}

/**
 * Puts another secret in the place of the one that was turned on at `before` (0: it is off). One statement
 * decides, so a player who turns theirs on or off meanwhile keeps what they chose.
 *
 * @returns whether it was still so.
 */
export async function exchangeTotp(
  db: Db,
  playerId: string,
  { sealed, now, before }: { sealed: string; now: number; before: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('player')
    .set({ totp_sealed: sealed, totp_enabled_at: now })
    .where('id', '=', playerId)
    .where((eb) => eb(eb.fn.coalesce('totp_enabled_at', eb.val(0)), '=', before))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Burns a time step. One statement does it, so of any number of parallel sign-ins with one code
 * only one gets through, and no code older than the last used one ever does (RFC 6238, section
 * 5.2).
 */
export async function burnStep(db: Db, playerId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('player')
    .set({ totp_last_step: step })
    .where('id', '=', playerId)
    .where('totp_enabled_at', 'is not', null)
    .where('totp_last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Takes the second factor away, and its recovery codes with it. The last step stays, so that its code cannot
 * be used again.
 */
export async function removeTotp(tx: Db, playerId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('player')
    .set({ totp_sealed: null, totp_enabled_at: null })
    .where('id', '=', playerId)
    .where('totp_enabled_at', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await deleteRecoveryCodes(tx, playerId)
  return true
}

/** Withdraws a proposed secret that nobody has turned on yet. */
export async function withdrawProposal(tx: Db, playerId: string): Promise<void> {
  await tx
    .updateTable('player')
    .set({ totp_sealed: null })
    .where('id', '=', playerId)
    .where('totp_enabled_at', 'is', null)
    .execute()
}

/** Lists secrets that are not sealed with the key `kid`. */
export async function listSealedOtherwise(
  db: Db,
  kid: string,
  limit: number,
): Promise<{ playerId: string; sealed: string }[]> {
  const rows = await db
    .selectFrom('player')
    .select(['id as playerId', 'totp_sealed as sealed'])
    .where('totp_sealed', 'is not', null)
    .where('totp_sealed', 'not like', `${kid.replace(/[_%\\]/g, '_')}.%`)
    .limit(limit)
    .execute()
  return rows.flatMap(({ playerId, sealed }) => (sealed ? [{ playerId, sealed }] : []))
}

/** Replaces a secret with its resealed form, unless the player has changed it in the meantime. */
export async function replaceSealed(
  db: Db,
  playerId: string,
  change: { old: string; renewed: string },
): Promise<void> {
  await db
    .updateTable('player')
    .set({ totp_sealed: change.renewed })
    .where('id', '=', playerId)
    .where('totp_sealed', '=', change.old)
    .execute()
}
