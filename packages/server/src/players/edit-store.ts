import { type Db, speaksPostgres } from '../database/database.ts'
import { keyOf } from './player.ts'

/** The columns of a player that an administrator can set, but for the name. */
export type PlayerValues = {
  /** Null takes the address away. */
  email?: string | null
  activatedAt?: number | null
  passwordChangeRequiredAt?: number | null
  superuserAt?: number | null
}

/** Fails on a taken name (see takenColumn); the unique column decides races. */
export async function updateUsername(tx: Db, id: string, username: string): Promise<void> {
  const values = { username, username_key: keyOf(username) }
  await tx.updateTable('player').set(values).where('id', '=', id).execute()
}

/** Fails on a taken address (see takenColumn); the unique column decides races. */
export async function updatePlayer(tx: Db, id: string, values: PlayerValues): Promise<void> {
  const { email, activatedAt, passwordChangeRequiredAt, superuserAt } = values
  await tx
    .updateTable('player')
    .set({
      ...(email !== undefined && { email, email_key: email === null ? null : keyOf(email) }),
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
 * Lists the superusers and locks them until the transaction ends. So of two superusers who demote each
 * other at the same time, only the first succeeds.
 */
export async function lockSuperusers(tx: Db): Promise<string[]> {
  const rows = await tx
    .selectFrom('player')
    .select('id')
    .where('superuser_at', 'is not', null)
    .orderBy('id')
    .$if(speaksPostgres(tx), (query) => query.forUpdate()) // in one order: no deadlock
    .execute()
  return rows.map(({ id }) => id)
}
