import type { SecondFactor } from '@portal/contract'
import { type Db, speaksPostgres } from '../database/database.ts'

/** The value of `proved_at` when the password was replaced since the last proof. */
const PROOF_VOID = 0

/**
 * Finds when it was last proved who is signed in; undefined when it never was, and once the session is closed. A
 * session's beginning was a proof, unless another service said who it is.
 */
export async function findProvedAt(db: Db, sessionId: string): Promise<number | undefined> {
  const session = await db
    .selectFrom('session')
    .select(['created_at as createdAt', 'proved_at as provedAt', 'signed_in_with as by'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  if (!session) return undefined
  const began = session.by === 'identity' ? undefined : session.createdAt
  return session.provedAt ?? began
}

/** Finds the second factor that was last given in a session, at its sign-in or since. */
export async function findSecondFactor(db: Db, sessionId: string): Promise<SecondFactor | null> {
  const session = await db
    .selectFrom('session')
    .select('second_factor as secondFactor')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session?.secondFactor ?? null
}

type GivenFactor = { sessionId: string; playerId: string; now: number; secondFactor: SecondFactor }

/** Marks an open session as proved by a second factor that its transaction has used up. */
export async function markProvedNow(tx: Db, given: GivenFactor): Promise<void> {
  await tx
    .updateTable('session')
    .set({ proved_at: given.now, second_factor: given.secondFactor })
    .where('id', '=', given.sessionId)
    .where('player_id', '=', given.playerId)
    .where('expires_at', '>', given.now)
    .execute()
}

/** Notes that a player set a second factor up in an open session, and so gave it there. */
export async function markSecondFactor(tx: Db, given: GivenFactor): Promise<void> {
  const { sessionId, playerId, now } = given
  await tx
    .updateTable('session')
    .set({ second_factor: given.secondFactor })
    .where('id', '=', sessionId)
    .where('player_id', '=', playerId)
    .where('expires_at', '>', now)
    .execute()
}

type Proven = {
  sessionId: string
  playerId: string
  passwordHash: string
  /** Whether a code of the second factor was used up as well. */
  byCode: boolean
  now: number
}

/**
 * Marks an open session as proved. One statement does it and looks at the password once more, so whoever has
 * changed it meanwhile is not overlooked. @returns whether it was still that one.
 */
export async function markProved(db: Db, proven: Proven): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ proved_at: proven.now, ...(proven.byCode && { second_factor: 'code' as const }) })
    .where('id', '=', proven.sessionId)
    .where('player_id', '=', proven.playerId)
    .where('expires_at', '>', proven.now)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('player')
          .select('player.id')
          .where('player.id', '=', proven.playerId)
          .where('player.password_hash', '=', proven.passwordHash),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Voids the proofs of a player's sessions, and the second factors given there: they were given with a password that is
 * being replaced, or by a passkey that is removed with it. A session that began before then needs a new proof, too.
 */
export async function voidProofs(tx: Db, playerId: string, except?: string): Promise<void> {
  await tx
    .updateTable('session')
    .set({ proved_at: PROOF_VOID, second_factor: null })
    .where('player_id', '=', playerId)
    .where('id', '!=', except ?? '')
    .execute()
}

/**
 * Locks an open session until the transaction ends, so that the session cannot be closed before its addition is
 * committed. One statement decides: a request that closes the session either comes first, and nothing is found, or waits
 * for the addition.
 *
 * @returns `closed`; `void` when the password was replaced since the session was last proved; or `held`.
 */
export async function holdSession(
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
    .$if(speaksPostgres(tx), (query) => query.forUpdate()) // SQLite has one writing transaction at a time
    .executeTakeFirst()
  if (!session) return 'closed'
  return session.provedAt === PROOF_VOID ? 'void' : 'held'
}
