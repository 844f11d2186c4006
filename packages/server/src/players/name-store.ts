import type { Db } from '../database/database.ts'
import { DAY } from '../platform/clock.ts'
import { keyOf } from './player.ts'

/** How long nobody else can take a name that its player gave up (docs/contract.md#names). */
export const NAME_KEPT = 90 * DAY

/** A name that nobody but one player can take until an instant. */
export type KeptName = { name: string; playerId: string; until: number }

/** A name that somebody would take is kept for somebody else. */
export class NameIsKept extends Error {
  constructor(name: string) {
    super(`the name ${name} is kept for somebody else`)
  }
}

/**
 * Keeps a name that a player has no longer, or will not have once this transaction is committed. Nobody else
 * can take it from then on, because whoever takes a name calls `refuseKeptNames`.
 */
export async function keepName(
  tx: Db,
  { playerId, name, now }: { playerId: string; name: string; now: number },
): Promise<void> {
  const kept = { player_id: playerId, name, until: now + NAME_KEPT }
  await tx
    .insertInto('kept_name')
    .values({ name_key: keyOf(name), ...kept })
    .onConflict((conflict) => conflict.column('name_key').doUpdateSet(kept))
    .execute()
}

/**
 * Fails when one of the names is kept for somebody else. It runs after the statement that takes the names, in
 * the same transaction: the unique column has made that statement wait for whoever gives a name up at the same
 * time, so this one sees what they have kept. The other way round, both could miss each other.
 *
 * @throws NameIsKept
 */
export async function refuseKeptNames(
  tx: Db,
  takers: readonly { id: string; username: string }[],
  now: number,
): Promise<void> {
  const keys = takers.map(({ username }) => keyOf(username))
  const kept = await listKeptNames(tx, keys, now)
  const ids = new Map(takers.map(({ id, username }) => [keyOf(username), id]))
  const missed = kept.find(({ name, playerId }) => ids.get(keyOf(name)) !== playerId)
  if (missed) throw new NameIsKept(missed.name)
}

/** Finds which of the names are kept; they are given in lower case. */
export async function listKeptNames(
  db: Db,
  keys: readonly string[],
  now: number,
): Promise<KeptName[]> {
  return db
    .selectFrom('kept_name')
    .select(['name', 'player_id as playerId', 'until'])
    .where('name_key', 'in', keys)
    .where('until', '>', now)
    .execute()
}

export async function findKeptName(
  db: Db,
  name: string,
  now: number,
): Promise<KeptName | undefined> {
  const [kept] = await listKeptNames(db, [keyOf(name)], now)
  return kept
}

/** Lists the names that are kept for a player, the last to be free first. */
export async function listOwnKeptNames(db: Db, playerId: string, now: number): Promise<KeptName[]> {
  return db
    .selectFrom('kept_name')
    .select(['name', 'player_id as playerId', 'until'])
    .where('player_id', '=', playerId)
    .where('until', '>', now)
    .orderBy('until', 'desc')
    .execute()
}

/** Makes a kept name free. @returns what it was; undefined when it was not kept. */
export async function releaseName(
  tx: Db,
  name: string,
  now: number,
): Promise<KeptName | undefined> {
  return tx
    .deleteFrom('kept_name')
    .where('name_key', '=', keyOf(name))
    .where('until', '>', now)
    .returning(['name', 'player_id as playerId', 'until'])
    .executeTakeFirst()
}

export async function deleteOldKeptNames(db: Db, now: number): Promise<void> {
  await db.deleteFrom('kept_name').where('until', '<=', now).execute()
}
