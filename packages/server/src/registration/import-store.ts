import type { Db } from '../platform/database/database.ts'
import { keyOf } from '../player/player.ts'

/** What two players may not share. `id` is undefined until the player has one. */
export type Identity = { username: string; email: string; id: string | undefined }

/** Lists which of the given names and addresses (as keys) and ids are already taken. */
export async function listTaken(db: Db, wanted: readonly Identity[]): Promise<Set<string>> {
  const ids = wanted.map(({ id }) => id).filter((id) => id !== undefined)
  const rows = await db
    .selectFrom('player')
    .select(['username_key as username', 'email_key as email', 'id'])
    .where((eb) =>
      eb.or([
        eb(
          'username_key',
          'in',
          wanted.map(({ username }) => keyOf(username)),
        ),
        eb(
          'email_key',
          'in',
          wanted.map(({ email }) => keyOf(email)),
        ),
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
      ]),
    )
    .execute()
  return new Set(rows.flatMap(({ username, email, id }) => [username, email ?? [], id].flat()))
}
