import type { Locale } from '@portal/contract'
import type { Db } from '../platform/database.ts'
import { keyOf, type Player } from './player.ts'

const playerColumns = [
  'id',
  'username',
  'email',
  'password_hash as passwordHash',
  'locale',
  'activated_at as activatedAt',
  'password_change_required_at as passwordChangeRequiredAt',
  'superuser_at as superuserAt',
  'real_cents as realCents',
  'virtual_cents as virtualCents',
  'created_at as createdAt',
] as const

export async function findPlayer(db: Db, id: string): Promise<Player | undefined> {
  const row = await db
    .selectFrom('player')
    .select(playerColumns)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, locale: localeOf(row.locale) }
}

/** Finds a player by username or e-mail address, whatever the letter case. */
export async function findPlayerByLogin(db: Db, login: string): Promise<Player | undefined> {
  const row = await db
    .selectFrom('player')
    .select(playerColumns)
    .where(login.includes('@') ? 'email_key' : 'username_key', '=', keyOf(login))
    .executeTakeFirst()
  return row && { ...row, locale: localeOf(row.locale) }
}

export type NewPlayer = Omit<Player, 'realCents' | 'virtualCents' | 'passwordChangeRequiredAt'> & {
  inviterId: string | null
}

/** Fails on a taken name or address (see takenColumn): the unique columns decide a race. */
export async function insertPlayer(db: Db, player: NewPlayer): Promise<void> {
  await db
    .insertInto('player')
    .values({
      id: player.id,
      username: player.username,
      username_key: keyOf(player.username),
      email: player.email,
      email_key: keyOf(player.email),
      password_hash: player.passwordHash,
      locale: player.locale,
      activated_at: player.activatedAt,
      superuser_at: player.superuserAt,
      inviter_id: player.inviterId,
      created_at: player.createdAt,
    })
    .execute()
}

/** Which of a name and an address is in use; the name is looked at first. */
export async function findTaken(
  db: Db,
  wanted: { username: string; email: string },
): Promise<'username' | 'email' | undefined> {
  const username = keyOf(wanted.username)
  const rows = await db
    .selectFrom('player')
    .select('username_key as usernameKey')
    .where((eb) =>
      eb.or([eb('username_key', '=', username), eb('email_key', '=', keyOf(wanted.email))]),
    )
    .execute()
  if (rows.some(({ usernameKey }) => usernameKey === username)) return 'username'
  return rows.length > 0 ? 'email' : undefined
}

export async function updatePasswordHash(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.updateTable('player').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

/** Replaces a hash made with older parameters, unless the password was changed meanwhile. */
export async function renewPasswordHash(
  db: Db,
  id: string,
  hashes: { old: string; renewed: string },
): Promise<void> {
  await db
    .updateTable('player')
    .set({ password_hash: hashes.renewed })
    .where('id', '=', id)
    .where('password_hash', '=', hashes.old)
    .execute()
}

function localeOf(stored: string): Locale {
  return stored === 'ru' ? 'ru' : 'en'
}
