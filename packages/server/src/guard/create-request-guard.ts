import type { App } from '../app.ts'
import type { Door } from '../http/request-guard.ts'
import { hasRefreshCookie } from '../sessions/session-cookies.ts'
import { noteKey } from './admit-launcher.ts'
import { identityOf } from './caller.ts'
import { addressOf, trustedProxies } from './client.ts'
import { settleRefusal } from './limits.ts'
import { watchForProxy } from './proxy-warning.ts'

/** Opens the door of the site: what the server in http/ asks at each point of a request. */
export async function openDoor(app: App): Promise<Door> {
  return {
    trustProxy: trustedProxies(app.config.trustProxy),
    notice: await watchForProxy(app),
    speaksByCookie: hasRefreshCookie,
    beforeRefusal: (row, request, reply, refusal) =>
      settleRefusal(app, row, request, reply, refusal),
    afterAnswer: (request) => noteKey(app, request),
    whose: (request) => ({ ip: addressOf(request), player: identityOf(request)?.playerId }),
  }
}
