import type { FastifyRequest } from 'fastify'
import { deleteFinding, listFindings, noteFinding } from '../admin/overview/finding-store.ts'
import type { App } from '../app.ts'
import { onceIn } from '../platform/cache/first-seen-within.ts'
import { HOUR } from '../platform/clock.ts'
import { isPrivate } from '../platform/network/private-address.ts'
import { addressOf } from './client.ts'

/** The finding kept here; its detail is the proxy's address. */
const UNTRUSTED_PROXY = 'proxy.untrusted'

const WARNING =
  'a proxy forwards requests, but TRUST_PROXY is off, so all visitors share one address: set TRUST_PROXY to the number of proxies or to their addresses'

/**
 * Warns of a proxy before the site that TRUST_PROXY does not name: all visitors then have its address
 * and share its limits (docs/operations.md#behind-a-proxy). The log says so once, and at every start
 * while the finding stands; the panel and `doctor` read the finding. Setting TRUST_PROXY ends it.
 *
 * @returns a function that inspects each request.
 */
export async function watchForProxy(app: App): Promise<(request: FastifyRequest) => void> {
  if (app.config.trustProxy !== false) {
    await deleteFinding(app.db, UNTRUSTED_PROXY)
    return () => undefined
  }
  const standing = (await listFindings(app.db)).find(({ name }) => name === UNTRUSTED_PROXY)
  if (standing) app.log.warn({ peer: standing.detail }, WARNING)
  const keepFinding = findingKeeper(app, standing !== undefined)
  return (request) => {
    if (request.headers['x-forwarded-for'] !== undefined) keepFinding(request)
  }
}

/** Stores the finding at most once an hour, however many requests a proxy forwards. */
function findingKeeper(app: App, saidAlready: boolean): (request: FastifyRequest) => void {
  let isSaid = saidAlready
  const isDue = onceIn(HOUR, 1)
  return (request) => {
    const now = app.clock.now()
    const peer = addressOf(request) // the peer itself, because TRUST_PROXY is off
    if (!isPrivate(peer) || !isDue(UNTRUSTED_PROXY, now)) return
    if (!isSaid) app.log.warn({ peer }, WARNING)
    isSaid = true
    // No request waits for this. If the database is away, the next hour's request tries again.
    noteFinding(app.db, { name: UNTRUSTED_PROXY, detail: peer, at: now }).catch((error) =>
      app.log.warn({ err: error }, 'the finding about the proxy could not be stored'),
    )
  }
}
