import { type Db, speaksPostgres } from '../../platform/database/database.ts'
import { keyOf } from '../player.ts'

/** The columns of a player that an administrator can set. */
export type PlayerValues = {
  username?: string
  /** Null takes the address away. */
  email?: string | null
  activatedAt?: number | null
  passwordChangeRequiredAt?: number | null
  superuserAt?: number | null
}

/** Fails on a taken name or address (see takenColumn); the unique columns decide races. */
export async function updatePlayer(tx: Db, id: string, values: PlayerValues): Promise<void> {
  const { username, email, activatedAt, passwordChangeRequiredAt, superuserAt } = values
  await tx
    .updateTable('player')
    .set({
      ...(username !== undefined && { username, username_key: keyOf(username) }),
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
