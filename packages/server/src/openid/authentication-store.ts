import type { SecondFactor, SignedInWith } from '@portal/contract'
import type { Db } from '../database/database.ts'

export type Authentication = {
  /** When the player signed in or later re-authenticated. */
  authenticatedAt: number
  signedInWith: SignedInWith | null
  secondFactor: SecondFactor | null
}

export async function findAuthentication(
  db: Db,
  sessionId: string,
): Promise<Authentication | undefined> {
  const session = await db
    .selectFrom('session')
    .select(['created_at', 'proved_at', 'signed_in_with', 'second_factor'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return (
    session && {
      authenticatedAt: Math.max(session.created_at, session.proved_at ?? 0),
      signedInWith: session.signed_in_with,
      secondFactor: session.second_factor,
    }
  )
}

/** Extends an open session to `expiresAt`, unless it lasts longer already. */
export async function extendSession(
  db: Db,
  { id, now, expiresAt }: { id: string; now: number; expiresAt: number },
): Promise<void> {
  await db
    .updateTable('session')
    .set({ expires_at: expiresAt, updated_at: now })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .where('expires_at', '<', expiresAt)
    .execute()
}
