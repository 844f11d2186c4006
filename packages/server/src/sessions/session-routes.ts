import type { ServerResponse } from 'node:http'
import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { type Route, route } from '../http/route.ts'
import { requirePlayer } from '../players/require-player.ts'
import { closeOwnSessions, closePlayerSessions, closeSession, logOut } from './close-sessions.ts'
import { listOwnSessions, listPlayerSessions } from './list-sessions.ts'
import type { OpenStep } from './refresh/refresh-outcomes.ts'
import { refreshSession } from './refresh/refresh-session.ts'
import { clearSessionCookies, presentedToken, renewSessionCookies } from './session-cookies.ts'

export function sessionRoutes(app: App): Route[] {
  return [
    route(endpoints.refresh, async ({ body, client, request, reply }) => {
      const presented = presentedToken(request, body?.refresh_token)
      const { tokens, step } = await refreshSession(app, presented.token, client)
      if (step) reply.raw.once('close', () => settle(app, reply.raw, step))
      if (presented.byCookie) {
        await renewSessionCookies(app, request, reply, tokens.refreshToken)
      }
      return tokens
    }),

    route(endpoints.logout, async ({ body, bearer, client, request, reply }) => {
      const presented = presentedToken(request, body?.refresh_token)
      const identity = await bearer()
      await logOut(app, { refreshToken: presented.token, sessionId: identity?.sessionId }, client)
      clearSessionCookies(app, reply)
      return null
    }),

    route(endpoints.listSessions, ({ identity, query }) => listOwnSessions(app, identity, query)),

    route(endpoints.closeSession, async ({ by, params }) => {
      await closeSession(app, by, params.id)
      return null
    }),

    route(endpoints.closeOtherSessions, async ({ by, identity }) => {
      await closeOwnSessions(app, by, { except: identity.sessionId })
      return null
    }),

    route(endpoints.closeAllSessions, async ({ by, reply }) => {
      await closeOwnSessions(app, by)
      clearSessionCookies(app, reply)
      return null
    }),

    route(endpoints.listPlayerSessions, async ({ params, query, identity }) => {
      const player = await requirePlayer(app.db, params.uuid)
      return listPlayerSessions(app, player, query, identity)
    }),

    route(endpoints.closePlayerSessions, async ({ params, by }) => {
      await closePlayerSessions(app, by, await requirePlayer(app.db, params.uuid))
      return null
    }),
  ]
}

/**
 * Tells what became of the answer to a refresh. It is lost by our own fault alone, a failure or a stop that
 * cuts connections: who hangs up by themselves may be a thief who wants the token to stay good.
 */
function settle({ isStopping }: App, answer: ServerResponse, step: OpenStep): void {
  const isCut = isStopping() && !answer.writableFinished
  if (answer.statusCode >= 500 || isCut) step.lose()
  else step.end()
}
