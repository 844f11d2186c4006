import { type Db, speaksPostgres } from '../database/database.ts'
import { lookupKey } from './player.ts'

export type PlayerValues = {
  email?: string | null
  activatedAt?: number | null
  passwordChangeRequiredAt?: number | null
  superuserAt?: number | null
}

/**
 * Changes the name. If another player has it, fails with a violation of the unique column (see `violatedUniqueColumn`),
 * which decides races.
 */
export async function updateUsername(tx: Db, id: string, username: string): Promise<void> {
  const values = { username, username_key: lookupKey(username) }
  await tx.updateTable('player').set(values).where('id', '=', id).execute()
}

/**
 * Changes the given values. If another player has the address, fails with a violation of the unique column (see
 * `violatedUniqueColumn`), which decides races.
 */
export async function updatePlayer(tx: Db, id: string, values: PlayerValues): Promise<void> {
  const { email, activatedAt, passwordChangeRequiredAt, superuserAt } = values
  await tx
    .updateTable('player')
    .set({
      ...(email !== undefined && { email, email_key: email === null ? null : lookupKey(email) }),
      ...(activatedAt !== undefined && { activated_at: activatedAt, unconfirmed_since: null }),
      ...(passwordChangeRequiredAt !== undefined && {
        password_change_required_at: passwordChangeRequiredAt,
      }),
      ...(superuserAt !== undefined && { superuser_at: superuserAt }),
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Locks all superusers until the transaction ends, so that two of them cannot demote each other.
 * @returns their IDs
 */
export async function lockSuperusers(tx: Db): Promise<string[]> {
  const rows = await tx
    .selectFrom('player')
    .select('id')
    .where('superuser_at', 'is not', null)
    .orderBy('id')
    .$if(speaksPostgres(tx), (query) => query.forUpdate()) // in a fixed order, to avoid deadlocks
    .execute()
  return rows.map(({ id }) => id)
}
