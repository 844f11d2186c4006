import type { Db } from '../database/database.ts'
import { DAY } from '../platform/clock.ts'
import { lookupKey } from './player.ts'

/** How long a former name is reserved for its player, in milliseconds (docs/contract.md#names). */
export const NAME_RESERVATION = 90 * DAY

export type ReservedName = { name: string; playerId: string; until: number }

export class NameReservedError extends Error {
  constructor(name: string) {
    super(`the name ${name} is reserved for another player`)
  }
}

/** Reserves a former name for its player. From then on, `refuseReservedNames` prevents other players from taking it. */
export async function reserveName(
  tx: Db,
  { playerId, name, now }: { playerId: string; name: string; now: number },
): Promise<void> {
  const reserved = { player_id: playerId, name, until: now + NAME_RESERVATION }
  await tx
    .insertInto('kept_name')
    .values({ name_key: lookupKey(name), ...reserved })
    .onConflict((conflict) => conflict.column('name_key').doUpdateSet(reserved))
    .execute()
}

/**
 * Checks that no player takes a name reserved for another. Call it after the statement that takes the names, in the
 * same transaction: the unique column made that statement wait for a concurrent rename, so this query sees the
 * reservation.
 * @throws NameReservedError
 */
export async function refuseReservedNames(
  tx: Db,
  takers: readonly { id: string; username: string }[],
  now: number,
): Promise<void> {
  const keys = takers.map(({ username }) => lookupKey(username))
  const reserved = await listReservedNames(tx, keys, now)
  const ids = new Map(takers.map(({ id, username }) => [lookupKey(username), id]))
  const missed = reserved.find(({ name, playerId }) => ids.get(lookupKey(name)) !== playerId)
  if (missed) throw new NameReservedError(missed.name)
}

export async function listReservedNames(
  db: Db,
  keys: readonly string[],
  now: number,
): Promise<ReservedName[]> {
  return db
    .selectFrom('kept_name')
    .select(['name', 'player_id as playerId', 'until'])
    .where('name_key', 'in', keys)
    .where('until', '>', now)
    .execute()
}

export async function findReservedName(
  db: Db,
  name: string,
  now: number,
): Promise<ReservedName | undefined> {
  const [reserved] = await listReservedNames(db, [lookupKey(name)], now)
  return reserved
}

export async function listOwnReservedNames(
  db: Db,
  playerId: string,
  now: number,
): Promise<ReservedName[]> {
  return db
    .selectFrom('kept_name')
    .select(['name', 'player_id as playerId', 'until'])
    .where('player_id', '=', playerId)
    .where('until', '>', now)
    .orderBy('until', 'desc')
    .execute()
}

export async function releaseName(
  tx: Db,
  name: string,
  now: number,
): Promise<ReservedName | undefined> {
  return tx
    .deleteFrom('kept_name')
    .where('name_key', '=', lookupKey(name))
    .where('until', '>', now)
    .returning(['name', 'player_id as playerId', 'until'])
    .executeTakeFirst()
}

export async function deleteExpiredReservations(db: Db, now: number): Promise<void> {
  await db.deleteFrom('kept_name').where('until', '<=', now).execute()
}
