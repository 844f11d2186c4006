import type { Db } from '../platform/database.ts'
import { keyOf, type Player } from '../player/player.ts'

/** What two players may not share; `id` undefined: none yet. */
export type Identity = { username: string; email: string; id: string | undefined }

/** Which names and addresses (as keys) and which ids of these are somebody's already. */
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
  return new Set(rows.flatMap(({ username, email, id }) => [username, email, id]))
}

/** Many players in one statement; their balances are moved afterwards, with their entries. */
export async function insertPlayers(db: Db, players: readonly Player[]): Promise<void> {
  const values = players.map((player) => ({
    id: player.id,
    username: player.username,
    username_key: keyOf(player.username),
    email: player.email,
    email_key: keyOf(player.email),
    password_hash: player.passwordHash,
    locale: player.locale,
    activated_at: player.activatedAt,
    superuser_at: null,
    inviter_id: null,
    created_at: player.createdAt,
  }))
  await db.insertInto('player').values(values).execute()
}
