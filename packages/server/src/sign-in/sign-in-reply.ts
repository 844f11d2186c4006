import type { LoginReply } from '@portal/contract'
import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { Refusal } from '../platform/errors.ts'
import { describeUserOf } from '../profiles/describe-player.ts'
import { findPlayerInSession } from '../sessions/caller-store.ts'
import { writeCsrfToken } from '../sessions/csrf-token.ts'
import { evictRest } from '../sessions/evict-sessions.ts'
import type { OpenedSession } from '../sessions/open-session.ts'
import { writeRefreshToken } from '../sessions/refresh/refresh-token.ts'
import type { Session } from '../sessions/session.ts'
import { setSessionCookies } from '../sessions/session-cookies.ts'

/**
 * Returns the tokens of a session that has been committed, and sets its cookies. Closes surplus sessions that the
 * transaction left open.
 * @throws Refusal `auth.unauthorized` if the player has been deleted
 */
export async function signIn(
  app: App,
  reply: FastifyReply,
  opened: Omit<OpenedSession, 'player'>,
): Promise<LoginReply> {
  const { session, refreshToken } = opened
  if (opened.exceedsLimit) await evictRest(app, session)

  const identity = { playerId: session.playerId, sessionId: session.id }
  const accessToken = await app.accessTokens.sign(identity)
  const user = await describeUserOf(app, session.playerId)
  if (!user) throw new Refusal('auth.unauthorized') // the player has been deleted in the meantime
  setSessionCookies(app, reply, opened)
  return { accessToken, refreshToken, user }
}

export type StoredSignIn = { session: Session; deviceToken: string }

export function toStoredSignIn({ session, deviceToken }: OpenedSession): StoredSignIn {
  return { session, deviceToken }
}

/**
 * Returns the tokens for a registration, also when it is repeated with the same idempotency key. The tokens are new
 * each time.
 * @throws Refusal `auth.unauthorized` if the session is no longer open
 */
export async function signInFromStored(
  app: App,
  reply: FastifyReply,
  { session, deviceToken }: StoredSignIn,
): Promise<LoginReply> {
  const { id: sessionId, playerId, counter } = session
  const isOpen = await findPlayerInSession(app.db, { playerId, sessionId }, app.clock.now())
  if (!isOpen) throw new Refusal('auth.unauthorized')
  const generation = await app.keys.newest()
  return signIn(app, reply, {
    session,
    deviceToken,
    refreshToken: writeRefreshToken(generation, { sessionId, counter }),
    csrfToken: writeCsrfToken(generation, app.random, sessionId),
    exceedsLimit: false, // a new account has one session
  })
}
