import type { Locale } from '@portal/contract'
import { compiledQuery, type Params } from '../database/compiled-query.ts'
import { type Db, speaksPostgres } from '../database/database.ts'
import { refuseReservedNames } from './name-store.ts'
import { lookupKey, type Player } from './player.ts'

export const playerColumns = [
  'id',
  'username',
  'email',
  'password_hash as passwordHash',
  'locale',
  'activated_at as activatedAt',
  'password_change_required_at as passwordChangeRequiredAt',
  'superuser_at as superuserAt',
  'totp_enabled_at as totpEnabledAt',
  'real_cents as realCents',
  'virtual_cents as virtualCents',
  'skin_hash as skinHash',
  'skin_twin_hash as skinTwinHash',
  'skin_model as skinModel',
  'cape_hash as capeHash',
  'created_at as createdAt',
  'seen_on as seenOn',
  'deletes_at as deletesAt',
] as const

const selectPlayer = compiledQuery((db, { id }: Params<{ id: string }>) =>
  db.selectFrom('player').select(playerColumns).where('id', '=', id),
)

export async function findPlayer(db: Db, id: string): Promise<Player | undefined> {
  const [row] = (await selectPlayer(db, { id })).rows
  return row && toPlayer(row)
}

/**
 * Finds a player and locks the row until the transaction ends. Every change that depends on the row starts with this
 * lock.
 */
export async function lockPlayer(tx: Db, id: string): Promise<Player | undefined> {
  const [row] = (await selectLocked(tx, { id })).rows
  return row && toPlayer(row)
}

const selectLocked = compiledQuery(
  (db, { id }: Params<{ id: string }>) =>
    db
      .selectFrom('player')
      .select(playerColumns)
      .where('id', '=', id)
      .$if(speaksPostgres(db), (query) => query.forUpdate()), // SQLite has only one writing transaction at a time
)

export async function findPlayerByLogin(db: Db, login: string): Promise<Player | undefined> {
  if (!login.includes('@')) return findPlayerByUsername(db, login)
  const [row] = (await selectByEmail(db, { emailKey: lookupKey(login) })).rows
  return row && toPlayer(row)
}

const selectByEmail = compiledQuery((db, { emailKey }: Params<{ emailKey: string }>) =>
  db.selectFrom('player').select(playerColumns).where('email_key', '=', emailKey),
)

export async function findPlayerByUsername(db: Db, username: string): Promise<Player | undefined> {
  const [row] = (await selectByUsername(db, { usernameKey: lookupKey(username) })).rows
  return row && toPlayer(row)
}

const selectByUsername = compiledQuery((db, { usernameKey }: Params<{ usernameKey: string }>) =>
  db.selectFrom('player').select(playerColumns).where('username_key', '=', usernameKey),
)

export async function findPlayerIdByUsername(
  db: Db,
  username: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('player')
    .select('id')
    .where('username_key', '=', lookupKey(username))
    .executeTakeFirst()
  return row?.id
}

/** Returns usernames by player ID. Leaves out IDs that belong to no player, such as `command`. */
export async function listUsernames(
  db: Db,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null)
  if (known.length === 0) return new Map()
  const rows = await db
    .selectFrom('player')
    .select(['id', 'username'])
    .where('id', 'in', known)
    .execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}

export type NewPlayer = Pick<
  Player,
  | 'id'
  | 'username'
  | 'email'
  | 'passwordHash'
  | 'locale'
  | 'activatedAt'
  | 'superuserAt'
  | 'createdAt'
> & {
  inviterId: string | null
  /** Whether the account waits for the confirmation of its address, as after a registration. */
  waits?: boolean
  /** When the account expires, if it is for a self-test. Such players are in no list and no count. */
  endsAt?: number
}

/**
 * Stores a new player. Unique columns decide races; reserved names are checked afterwards.
 * @throws NameReservedError; a violation of a unique column if name or address is taken
 */
export function insertPlayer(tx: Db, player: NewPlayer, now: number): Promise<void> {
  return insertPlayers(tx, [player], now)
}

/**
 * Stores new players in one statement, or none if a name or an address is taken.
 * @throws NameReservedError; a violation of a unique column
 */
export async function insertPlayers(
  tx: Db,
  players: readonly NewPlayer[],
  now: number,
): Promise<void> {
  const rows = players.map((player) => ({
    id: player.id,
    username: player.username,
    username_key: lookupKey(player.username),
    email: player.email,
    email_key: player.email === null ? null : lookupKey(player.email),
    password_hash: player.passwordHash,
    locale: player.locale,
    activated_at: player.activatedAt,
    unconfirmed_since: player.waits ? player.createdAt : null,
    superuser_at: player.superuserAt,
    inviter_id: player.inviterId,
    created_at: player.createdAt,
    ends_at: player.endsAt ?? null,
    profile_hidden_at: player.endsAt === undefined ? null : player.createdAt,
  }))
  await tx.insertInto('player').values(rows).execute()
  await refuseReservedNames(tx, players, now)
}

export async function updatePasswordHash(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.updateTable('player').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

export async function updateLocale(db: Db, id: string, locale: Locale): Promise<void> {
  await db.updateTable('player').set({ locale }).where('id', '=', id).execute()
}

export async function updateOwnPassword(db: Db, id: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('player')
    .set({ password_hash: passwordHash, password_change_required_at: null })
    .where('id', '=', id)
    .execute()
}

export async function setPasswordChangeRequired(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('player')
    .set({ password_change_required_at: now })
    .where('id', '=', id)
    .execute()
}

/**
 * Marks the address of a player as confirmed. One statement decides races.
 * @returns whether it was unconfirmed before
 */
export async function confirmAddress(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('player')
    .set((eb) => ({
      activated_at: eb.fn.coalesce('activated_at', eb.val(now)),
      unconfirmed_since: null,
    }))
    .where('id', '=', id)
    .where(({ eb, or }) =>
      or([eb('activated_at', 'is', null), eb('unconfirmed_since', 'is not', null)]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Sets a confirmed address. Fails with a violation of the unique column if another player has the address (see
 * `violatedUniqueColumn`).
 */
export async function updateEmail(db: Db, id: string, email: string, now: number): Promise<void> {
  await db
    .updateTable('player')
    .set((eb) => ({
      email,
      email_key: lookupKey(email),
      activated_at: eb.fn.coalesce('activated_at', eb.val(now)),
      unconfirmed_since: null,
    }))
    .where('id', '=', id)
    .execute()
}

/** Replaces a hash that was made with older parameters, unless the password was changed in the meantime. */
export async function upgradePasswordHash(
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

type Row = Omit<Player, 'locale' | 'skinModel'> & { locale: string; skinModel: string | null }

export function toPlayer(row: Row): Player {
  const { locale, skinModel } = row
  return {
    ...row,
    locale: locale === 'ru' ? 'ru' : 'en',
    skinModel: skinModel === 'slim' || skinModel === 'classic' ? skinModel : null,
  }
}
