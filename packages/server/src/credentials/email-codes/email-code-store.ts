import type { Db } from '../../database/database.ts'
import type { CodePurpose } from './email-code.ts'

export type NewEmailCode = {
  playerId: string
  purpose: CodePurpose
  address: string
  codeMac: string
  expiresAt: number
}

export async function upsertEmailCode(db: Db, code: NewEmailCode): Promise<void> {
  const values = {
    address: code.address,
    code_mac: code.codeMac,
    tries: 0,
    expires_at: code.expiresAt,
  }
  await db
    .insertInto('email_code')
    .values({ player_id: code.playerId, purpose: code.purpose, ...values })
    .onConflict((conflict) => conflict.columns(['player_id', 'purpose']).doUpdateSet(values))
    .execute()
}

/**
 * Counts a guess before the code is compared, so that at most `allowed` guesses are compared, even if they are
 * concurrent.
 * @returns the stored address and code; undefined if no code is valid or no guess is left
 */
export async function consumeCodeAttempt(
  db: Db,
  code: { playerId: string; purpose: CodePurpose; allowed: number; now: number },
): Promise<{ address: string; codeMac: string } | undefined> {
  return db
    .updateTable('email_code')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('player_id', '=', code.playerId)
    .where('purpose', '=', code.purpose)
    .where('tries', '<', code.allowed)
    .where('expires_at', '>', code.now)
    .returning(['address', 'code_mac as codeMac'])
    .executeTakeFirst()
}

/** Consumes a code. Only one of several concurrent calls with the code gets true. */
export async function consumeEmailCode(
  db: Db,
  code: { playerId: string; purpose: CodePurpose; codeMac: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('email_code')
    .where('player_id', '=', code.playerId)
    .where('purpose', '=', code.purpose)
    .where('code_mac', '=', code.codeMac)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export async function deleteEmailCodes(db: Db, playerId: string): Promise<void> {
  await db.deleteFrom('email_code').where('player_id', '=', playerId).execute()
}

export async function deleteExpiredEmailCodes(db: Db, now: number): Promise<void> {
  await db.deleteFrom('email_code').where('expires_at', '<=', now).execute()
}
