import type { LoginReply } from '@portal/contract'
import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { Refusal } from '../platform/errors.ts'
import { describeUserOf } from '../profiles/describe-player.ts'
import { findPlayerInSession } from '../sessions/caller-store.ts'
import { writeCsrfToken } from '../sessions/csrf-token.ts'
import { displaceTheRest } from '../sessions/evict-sessions.ts'
import type { OpenedSession } from '../sessions/open-session.ts'
import { writeRefreshToken } from '../sessions/refresh/refresh-token.ts'
import type { Session } from '../sessions/session.ts'
import { setSessionCookies } from '../sessions/session-cookies.ts'

/**
 * Answers a player who was just let in, by their password or because they made the account: does what
 * is due after the session's commit, sets the cookies, and returns the tokens and the user.
 */
export async function signIn(
  app: App,
  reply: FastifyReply,
  opened: Omit<OpenedSession, 'player'>,
): Promise<LoginReply> {
  const { session, refreshToken } = opened
  if (opened.crowded) await displaceTheRest(app, session)

  const identity = { playerId: session.playerId, sessionId: session.id }
  const accessToken = await app.accessTokens.sign(identity)
  const user = await describeUserOf(app, session.playerId)
  if (!user) throw new Refusal('auth.unauthorized') // deleted since
  setSessionCookies(app, reply, opened)
  return { accessToken, refreshToken, user }
}

/** What is kept of a sign-in that may be asked for again: nothing that a refresh token is made from. */
export type KeptOpening = { session: Session; deviceToken: string }

export function toKeptOpening({ session, deviceToken }: OpenedSession): KeptOpening {
  return { session, deviceToken }
}

/**
 * Answers a player whose account was made, now or by an earlier request with the same key. The tokens
 * are made anew, and only while the session is open: it may have been closed since.
 *
 * @throws Refusal `auth.unauthorized`
 */
export async function signInOnce(
  app: App,
  reply: FastifyReply,
  { session, deviceToken }: KeptOpening,
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
    crowded: false, // of an account that is new
  })
}
