import type { SecondFactor } from '@portal/contract'
import { type Db, speaksPostgres } from '../database/database.ts'

/**
 * The value of `proved_at` if the password was replaced after the last re-authentication: the sign-in does not count
 * either.
 */
const VOIDED = 0

/**
 * Returns when the session was last re-authenticated. The sign-in itself counts, unless it was by a linked account.
 * @returns undefined if the session has not been re-authenticated, or is closed; 0 if the password was replaced since
 * then
 */
export async function findReauthenticatedAt(
  db: Db,
  sessionId: string,
): Promise<number | undefined> {
  const session = await db
    .selectFrom('session')
    .select(['created_at as createdAt', 'proved_at as provedAt', 'signed_in_with as by'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!session) return undefined
  const startedAt = session.by === 'identity' ? undefined : session.createdAt
  return session.provedAt ?? startedAt
}

export async function findSecondFactor(db: Db, sessionId: string): Promise<SecondFactor | null> {
  const session = await db
    .selectFrom('session')
    .select('second_factor as secondFactor')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session?.secondFactor ?? null
}

type UsedSecondFactor = {
  sessionId: string
  playerId: string
  now: number
  secondFactor: SecondFactor
}

export async function markReauthenticatedByFactor(tx: Db, factor: UsedSecondFactor): Promise<void> {
  await tx
    .updateTable('session')
    .set({ proved_at: factor.now, second_factor: factor.secondFactor })
    .where('id', '=', factor.sessionId)
    .where('player_id', '=', factor.playerId)
    .where('expires_at', '>', factor.now)
    .execute()
}

/**
 * Records that a player has set up a second factor in an open session. For this session, the setup counts as a use of
 * the factor.
 */
export async function markSecondFactor(tx: Db, factor: UsedSecondFactor): Promise<void> {
  const { sessionId, playerId, now } = factor
  await tx
    .updateTable('session')
    .set({ second_factor: factor.secondFactor })
    .where('id', '=', sessionId)
    .where('player_id', '=', playerId)
    .where('expires_at', '>', now)
    .execute()
}

type PasswordReauthentication = {
  sessionId: string
  playerId: string
  passwordHash: string
  byCode: boolean
  now: number
}

/**
 * Records a re-authentication if the session is open and the player still has the password hash that was verified.
 * @returns whether it was recorded
 */
export async function markReauthenticated(
  db: Db,
  reauthentication: PasswordReauthentication,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({
      proved_at: reauthentication.now,
      ...(reauthentication.byCode && { second_factor: 'code' as const }),
    })
    .where('id', '=', reauthentication.sessionId)
    .where('player_id', '=', reauthentication.playerId)
    .where('expires_at', '>', reauthentication.now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('player')
          .select('player.id')
          .where('player.id', '=', reauthentication.playerId)
          .where('player.password_hash', '=', reauthentication.passwordHash),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Voids the re-authentications of a player, because they may have used the old password, or a passkey that is removed
 * together with the old password.
 * @param except a session whose re-authentication stays valid
 */
export async function voidReauthentications(
  tx: Db,
  playerId: string,
  except?: string,
): Promise<void> {
  await tx
    .updateTable('session')
    .set({ proved_at: VOIDED, second_factor: null })
    .where('player_id', '=', playerId)
    .where('id', '!=', except ?? '')
    .execute()
}

/**
 * Locks a session until the transaction ends. A request that closes the session concurrently either commits first, so
 * that the session is reported as closed, or waits.
 * @returns `closed` also if the session has expired; `void` if the password was replaced after the last
 * re-authentication; otherwise `held`
 */
export async function lockOpenSession(
  tx: Db,
  { playerId, sessionId }: { playerId: string; sessionId: string },
  now: number,
): Promise<'held' | 'void' | 'closed'> {
  const session = await tx
    .selectFrom('session')
    .select('proved_at as provedAt')
    .where('id', '=', sessionId)
    .where('player_id', '=', playerId)
    .where('expires_at', '>', now)
    .$if(speaksPostgres(tx), (query) => query.forUpdate()) // SQLite has only one write transaction at a time
    .executeTakeFirst()
  if (!session) return 'closed'
  return session.provedAt === VOIDED ? 'void' : 'held'
}
