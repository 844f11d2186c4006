import { endpoints } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { Refusal } from '../../platform/errors.ts'
import { presentedToken } from '../../sessions/session-cookies.ts'
import { type BrowserSession, findBrowserSession } from '../browser-session.ts'
import { AUTHORIZATION_COOKIE } from '../provider/configuration.ts'
import { acceptRequest, declineRequest, describeRequest } from './answer-request.ts'
import { findRequest } from './find-request.ts'

export function authorizationRoutes(app: App) {
  const requestOf = (request: FastifyRequest, { id }: { id: string }) =>
    findRequest(app, id, request.cookies[AUTHORIZATION_COOKIE])
  const sessionOf = (request: FastifyRequest): Promise<BrowserSession | undefined> =>
    findBrowserSession(app, presentedToken(request, undefined).token)

  return {
    showAuthorization: route(endpoints.showAuthorization, async ({ params, request }) =>
      describeRequest(app, await requestOf(request, params), await sessionOf(request)),
    ),

    acceptAuthorization: route(
      endpoints.acceptAuthorization,
      async ({ params, request, by, identity }) => {
        const session = await sessionOf(request)
        if (session?.id !== identity.sessionId) throw new Refusal('auth.unauthorized')
        const opened = await requestOf(request, params)
        return { redirectTo: await acceptRequest(app, by, opened, session) }
      },
    ),

    declineAuthorization: route(endpoints.declineAuthorization, async ({ params, request }) => ({
      redirectTo: await declineRequest(await requestOf(request, params)),
    })),
  }
}
