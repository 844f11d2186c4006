import type { LoginReply } from '@portal/contract'
import type { FastifyReply } from 'fastify'
import type { App } from '../app.ts'
import { Refusal } from '../errors.ts'
import { describeUserOf } from '../profile/describe-player.ts'
import { displaceTheRest } from '../session/displace-sessions.ts'
import type { OpenedSession } from '../session/open-session.ts'
import { setSessionCookies } from './session-cookies.ts'

/**
 * Answers a player who was just let in, by their password or because they made the account: does what
 * is due after the session's commit, sets the cookies, and returns the tokens and the user.
 */
export async function signIn(
  app: App,
  reply: FastifyReply,
  opened: OpenedSession,
): Promise<LoginReply> {
  const { player, session, refreshToken } = opened
  if (opened.crowded) await displaceTheRest(app, session)

  const identity = { playerId: player.id, sessionId: session.id }
  const accessToken = await app.accessTokens.sign(identity)
  const user = await describeUserOf(app, player.id)
  if (!user) throw new Refusal('auth.unauthorized') // deleted since
  setSessionCookies(app, reply, opened)
  return { accessToken, refreshToken, user }
}
