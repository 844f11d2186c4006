import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import type { Db } from '../../database/database.ts'
import { deleteRecoveryCodes } from './recovery-code-store.ts'

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

/**
 * Stores a 2FA secret that is not enabled yet.
 * @returns false if a secret is enabled already
 */
export async function proposeTotp(db: Db, playerId: string, sealed: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('player')
    .set({ totp_sealed: sealed })
    .where('id', '=', playerId)
    .where('totp_enabled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Enables the stored secret and consumes the time step of the code.
 * @returns whether this call enabled it: of concurrent calls, only one gets true
 */
export async function enableTotp(
  db: Db,
  playerId: string,
  verified: { sealed: string; step: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('player')
    .set({ totp_enabled_at: verified.now, totp_last_step: verified.step })
    .where('id', '=', playerId)
    .where('totp_sealed', '=', verified.sealed)
    .where('totp_enabled_at', 'is', null)
    .where('totp_last_step', '<', verified.step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

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
 * Replaces a 2FA secret in one statement, unless the player has changed it concurrently. `before` is the instant when
 * the old secret was enabled; 0 if 2FA was off.
 * @returns whether the secret was replaced
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
 * Consumes the time step of a code. Only one of several concurrent sign-ins with one code succeeds, and a step up to
 * the last consumed one never succeeds (RFC 6238, section 5.2).
 * @returns whether it succeeded
 */
export async function consumeStep(db: Db, playerId: string, step: number): Promise<boolean> {
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
 * Deletes the enabled secret and the recovery codes. Keeps the last consumed time step, so that its code cannot be
 * reused.
 * @returns false if no secret was enabled
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

export async function withdrawProposal(tx: Db, playerId: string): Promise<void> {
  await tx
    .updateTable('player')
    .set({ totp_sealed: null })
    .where('id', '=', playerId)
    .where('totp_enabled_at', 'is', null)
    .execute()
}

export async function listSealedWithOtherKeys(
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

/** Stores the re-encrypted form of a secret, unless the secret has changed in the meantime. */
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
