import type { Db } from '../../database/database.ts'
import type { ExternalIdentity, LinkedIdentity } from './identity.ts'

const identityColumns = [
  'provider',
  'subject',
  'player_id as playerId',
  'name',
  'linked_at as linkedAt',
  'last_used_at as lastUsedAt',
] as const

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
 * Links an account. Unique indexes decide between concurrent calls.
 * @returns false if the account is already linked to a player, or the player has linked another account of the provider
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

/**
 * Records a sign-in by a linked account.
 * @returns false if the account is no longer linked to this player
 */
export async function recordIdentityUse(
  db: Db,
  {
    playerId,
    provider,
    externalIdentity,
    now,
  }: {
    playerId: string
    provider: string
    externalIdentity: ExternalIdentity
    now: number
  },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('identity')
    .set({ last_used_at: now, ...(externalIdentity.name && { name: externalIdentity.name }) })
    .where('provider', '=', provider)
    .where('subject', '=', externalIdentity.subject)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

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

/**
 * Deletes a link.
 * @returns the deleted link; undefined if there is none. Only one of several concurrent calls gets the link.
 */
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

export async function deleteIdentities(db: Db, playerId: string): Promise<LinkedIdentity[]> {
  return db
    .deleteFrom('identity')
    .where('player_id', '=', playerId)
    .returning(identityColumns)
    .execute()
}

export async function countIdentities(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('identity')
    .select(({ fn }) => ['provider', fn.countAll().as('count')])
    .groupBy('provider')
    .execute()
  return new Map(rows.map(({ provider, count }) => [provider, Number(count)]))
}
