import type { App } from '../app.ts'
import type { RequestGuard } from '../http/request-guard.ts'
import { hasRefreshCookie } from '../sessions/session-cookies.ts'
import { recordKeyUse } from './admit-launcher.ts'
import { identityOf } from './caller.ts'
import { addressOf, trustedProxies } from './client.ts'
import { applyRefusalLimits } from './limits.ts'
import { watchForUntrustedProxy } from './proxy-warning.ts'

export async function createRequestGuard(app: App): Promise<RequestGuard> {
  return {
    trustProxy: trustedProxies(app.config.trustProxy),
    inspect: await watchForUntrustedProxy(app),
    authenticatesByCookie: hasRefreshCookie,
    beforeRefusal: (row, request, reply, refusal) =>
      applyRefusalLimits(app, row, request, reply, refusal),
    afterResponse: (request) => recordKeyUse(app, request),
    describeCaller: (request) => ({
      ip: addressOf(request),
      player: identityOf(request)?.playerId,
    }),
  }
}
