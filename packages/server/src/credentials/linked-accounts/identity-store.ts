import type { Db } from '../../database/database.ts'
import type { LinkedIdentity, Person } from './identity.ts'

const identityColumns = [
  'provider',
  'subject',
  'player_id as playerId',
  'name',
  'linked_at as linkedAt',
  'last_used_at as lastUsedAt',
] as const

/** Lists what a player has linked, the oldest first. */
export async function listIdentities(db: Db, playerId: string): Promise<LinkedIdentity[]> {
  return db
    .selectFrom('identity')
    .select(identityColumns)
    .where('player_id', '=', playerId)
    .orderBy('linked_at')
    .orderBy('provider')
    .execute()
}

export async function findIdentity(
  db: Db,
  { provider, subject }: Pick<LinkedIdentity, 'provider' | 'subject'>,
): Promise<LinkedIdentity | undefined> {
  return db
    .selectFrom('identity')
    .select(identityColumns)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/**
 * Links an account elsewhere to a player, unless it is anybody's already or the player has one there. One
 * statement decides, by the primary key and the index on players. @returns whether it was linked.
 */
export async function insertIdentity(db: Db, identity: LinkedIdentity): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identity')
    .values({
      provider: identity.provider,
      subject: identity.subject,
      player_id: identity.playerId,
      name: identity.name,
      linked_at: identity.linkedAt,
      last_used_at: identity.lastUsedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Notes that a player signs in by an account. @returns false when it is no longer theirs. */
export async function noteIdentityUse(
  db: Db,
  {
    playerId,
    provider,
    person,
    now,
  }: {
    playerId: string
    provider: string
    person: Person
    now: number
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity')
    .set({ last_used_at: now, ...(person.name && { name: person.name }) })
    .where('provider', '=', provider)
    .where('subject', '=', person.subject)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether a player has linked an account of a service that is on and that the owner trusts. */
export async function hasTrustedIdentity(db: Db, playerId: string): Promise<boolean> {
  const found = await db
    .selectFrom('identity')
    .innerJoin('identity_provider', 'identity_provider.slug', 'identity.provider')
    .select('identity.provider')
    .where('identity.player_id', '=', playerId)
    .where('identity_provider.trusted', '=', 1)
    .where('identity_provider.enabled', '=', 1)
    .executeTakeFirst()
  return found !== undefined
}

/** Removes a player's link. @returns it, only to the one call that removed it. */
export async function deleteIdentity(
  db: Db,
  owned: { playerId: string; provider: string },
): Promise<LinkedIdentity | undefined> {
  return db
    .deleteFrom('identity')
    .where('player_id', '=', owned.playerId)
    .where('provider', '=', owned.provider)
    .returning(identityColumns)
    .executeTakeFirst()
}

/** Removes every link of a player. @returns them. */
export async function deleteIdentities(db: Db, playerId: string): Promise<LinkedIdentity[]> {
  return db
    .deleteFrom('identity')
    .where('player_id', '=', playerId)
    .returning(identityColumns)
    .execute()
}

/** Counts the links to each service, by its slug. */
export async function countIdentities(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('identity')
    .select(({ fn }) => ['provider', fn.countAll().as('count')])
    .groupBy('provider')
    .execute()
  return new Map(rows.map(({ provider, count }) => [provider, Number(count)]))
}
