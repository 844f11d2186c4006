import type { ServerResponse } from 'node:http'
import { endpoints } from '@portal/contract'
import type { App } from '../app.ts'
import { route } from '../http/route.ts'
import { requirePlayer } from '../players/require-player.ts'
import { closeOwnSessions, closePlayerSessions, closeSession, logOut } from './close-sessions.ts'
import { listOwnSessions, listPlayerSessions } from './list-sessions.ts'
import type { RefreshAttempt } from './refresh/refresh-outcomes.ts'
import { refreshSession } from './refresh/refresh-session.ts'
import { clearSessionCookies, presentedToken, renewSessionCookies } from './session-cookies.ts'

export function sessionRoutes(app: App) {
  return {
    refresh: route(endpoints.refresh, async ({ body, client, request, reply }) => {
      const presented = presentedToken(request, body?.refresh_token)
      const { tokens, step } = await refreshSession(app, presented.token, client)
      if (step) reply.raw.once('close', () => reportRefreshOutcome(app, reply.raw, step))
      if (presented.byCookie) {
        await renewSessionCookies(app, request, reply, tokens.refreshToken)
      }
      return tokens
    }),

    logout: route(endpoints.logout, async ({ body, bearer, client, request, reply }) => {
      const presented = presentedToken(request, body?.refresh_token)
      const identity = await bearer()
      await logOut(app, { refreshToken: presented.token, sessionId: identity?.sessionId }, client)
      clearSessionCookies(app, reply)
      return null
    }),

    listSessions: route(endpoints.listSessions, ({ identity, query }) =>
      listOwnSessions(app, identity, query),
    ),

    closeSession: route(endpoints.closeSession, async ({ by, params }) => {
      await closeSession(app, by, params.id)
      return null
    }),

    closeOtherSessions: route(endpoints.closeOtherSessions, async ({ by, identity }) => {
      await closeOwnSessions(app, by, { except: identity.sessionId })
      return null
    }),

    closeAllSessions: route(endpoints.closeAllSessions, async ({ by, reply }) => {
      await closeOwnSessions(app, by)
      clearSessionCookies(app, reply)
      return null
    }),

    listPlayerSessions: route(endpoints.listPlayerSessions, async ({ params, query, identity }) => {
      const player = await requirePlayer(app.db, params.uuid)
      return listPlayerSessions(app, player, query, identity)
    }),

    closePlayerSessions: route(endpoints.closePlayerSessions, async ({ params, by }) => {
      await closePlayerSessions(app, by, await requirePlayer(app.db, params.uuid))
      return null
    }),
  }
}

/**
 * Records whether the response of a refresh was lost by a fault of the site: an error, or a stop that cuts connections.
 * A disconnect of the client does not count as lost: otherwise a thief could keep a stolen token valid.
 */
function reportRefreshOutcome(
  { isStopping }: App,
  response: ServerResponse,
  step: RefreshAttempt,
): void {
  const isCutOff = isStopping() && !response.writableFinished
  if (response.statusCode >= 500 || isCutOff) step.markLost()
  else step.settle()
}
