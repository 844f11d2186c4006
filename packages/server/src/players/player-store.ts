import type { Locale } from '@portal/contract'
import { compiledQuery, type Params } from '../database/compiled-query.ts'
import { type Db, speaksPostgres } from '../database/database.ts'
import { refuseKeptNames } from './name-store.ts'
import { keyOf, type Player } from './player.ts'

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
 * Finds a player and locks their row until the transaction ends. A change that decides by what the row
 * contains begins with this.
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
      .$if(speaksPostgres(db), (query) => query.forUpdate()), // SQLite has one writing transaction at a time
)

/** Finds a player by username or e-mail address, in any letter case. */
export async function findPlayerByLogin(db: Db, login: string): Promise<Player | undefined> {
  if (!login.includes('@')) return findPlayerByUsername(db, login)
  const [row] = (await selectByEmail(db, { emailKey: keyOf(login) })).rows
  return row && toPlayer(row)
}

const selectByEmail = compiledQuery((db, { emailKey }: Params<{ emailKey: string }>) =>
  db.selectFrom('player').select(playerColumns).where('email_key', '=', emailKey),
)

/** Finds a player by username only, in any letter case. */
export async function findPlayerByUsername(db: Db, username: string): Promise<Player | undefined> {
  const [row] = (await selectByUsername(db, { usernameKey: keyOf(username) })).rows
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
    .where('username_key', '=', keyOf(username))
    .executeTakeFirst()
  return row?.id
}

/** Returns the names of players by id; ids that are no player's, such as `command`, have none. */
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
  /** Whether its player registered it, so that nobody has confirmed yet whose address it is. */
  waits?: boolean
  /** Whom the site makes up for itself ends then, and is in no list and no count. */
  endsAt?: number
}

/**
 * Fails on a taken name or address (see takenColumn), and on a name that is kept for somebody else. The unique
 * columns decide races; see `refuseKeptNames` for kept names.
 *
 * @throws NameIsKept
 */
export function insertPlayer(tx: Db, player: NewPlayer, now: number): Promise<void> {
  return insertPlayers(tx, [player], now)
}

/** Inserts all players in one statement, or none when a name or an address is taken. @throws NameIsKept */
export async function insertPlayers(
  tx: Db,
  players: readonly NewPlayer[],
  now: number,
): Promise<void> {
  const rows = players.map((player) => ({
    id: player.id,
    username: player.username,
    username_key: keyOf(player.username),
    email: player.email,
    email_key: player.email === null ? null : keyOf(player.email),
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
  await refuseKeptNames(tx, players, now)
}

export async function updatePasswordHash(db: Db, id: string, passwordHash: string): Promise<void> {
  await db.updateTable('player').set({ password_hash: passwordHash }).where('id', '=', id).execute()
}

export async function updateLocale(db: Db, id: string, locale: Locale): Promise<void> {
  await db.updateTable('player').set({ locale }).where('id', '=', id).execute()
}

/** Sets a password that its owner chose; a demanded change is thereby done. */
export async function updateOwnPassword(db: Db, id: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('player')
    .set({ password_hash: passwordHash, password_change_required_at: null })
    .where('id', '=', id)
    .execute()
}

/** Demands a new password: until then the player can do nothing else. */
export async function markPasswordChange(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable('player')
    .set({ password_change_required_at: now })
    .where('id', '=', id)
    .execute()
}

/**
 * Marks the address of an account as confirmed; one that can be used already keeps that instant. One statement
 * decides, so of any number that prove the address at once one is the first.
 *
 * @returns whether nobody had confirmed it before.
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

/** Gives a player a confirmed address. Fails on a taken one (see takenColumn). */
export async function updateEmail(db: Db, id: string, email: string, now: number): Promise<void> {
  await db
    .updateTable('player')
    .set((eb) => ({
      email,
      email_key: keyOf(email),
      activated_at: eb.fn.coalesce('activated_at', eb.val(now)),
      unconfirmed_since: null,
    }))
    .where('id', '=', id)
    .execute()
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

type Row = Omit<Player, 'locale' | 'skinModel'> & { locale: string; skinModel: string | null }

export function toPlayer(row: Row): Player {
  const { locale, skinModel } = row
  return {
    ...row,
    locale: locale === 'ru' ? 'ru' : 'en',
    skinModel: skinModel === 'slim' || skinModel === 'classic' ? skinModel : null,
  }
}
