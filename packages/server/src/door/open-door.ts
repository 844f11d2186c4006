import type { App } from '../app.ts'
import type { Door } from '../http/door.ts'
import { admit, admitCaller } from './admit.ts'
import { noteKey } from './admit-launcher.ts'
import { askProof } from './ask-proof.ts'
import { actorOf, bearerOf, identityOf } from './caller.ts'
import { addressOf, clientOf, trustedProxies } from './client-of.ts'
import { settleRefusal, showLimits } from './limits.ts'
import { onceOf } from './once-of.ts'
import { watchForProxy } from './proxy-warning.ts'
import { hasRefreshCookie } from './session-cookies.ts'

/** Opens the door of the site: what the server in http/ asks at each point of a request. */
export async function openDoor(app: App): Promise<Door> {
  return {
    trustProxy: trustedProxies(app.config.trustProxy),
    notice: await watchForProxy(app),
    admit: (row, request, reply) => admit(app, row, request, reply),
    admitCaller: (row, request) => admitCaller(app, row, request),
    askProof: (row, request, asked) => askProof(app, row, request, asked.body),
    speaksByCookie: hasRefreshCookie,
    introduce: (row, request, asked) => ({
      identity: identityOf(request),
      bearer: () => bearerOf(app, request),
      by: actorOf(request),
      client: clientOf(request),
      ...(row.once && { once: onceOf(row, request, asked) }),
    }),
    introduceCaller: (request) => ({ identity: identityOf(request), by: actorOf(request) }),
    beforeAnswer: (row, request, reply) => showLimits(app, row, request, reply),
    beforeRefusal: (row, request, reply, refusal) =>
      settleRefusal(app, row, request, reply, refusal),
    afterAnswer: (request) => noteKey(app, request),
    whose: (request) => ({ ip: addressOf(request), player: identityOf(request)?.playerId }),
  }
}
