import type { FastifyRequest } from 'fastify'
import { deleteFinding, listFindings, upsertFinding } from '../admin/overview/finding-store.ts'
import type { App } from '../app.ts'
import { firstSeenWithin } from '../platform/cache/first-seen-within.ts'
import { HOUR } from '../platform/clock.ts'
import { isPrivate } from '../platform/network/private-address.ts'
import { addressOf } from './client.ts'

const UNTRUSTED_PROXY = 'proxy.untrusted'

const WARNING =
  'a proxy forwards requests, but TRUST_PROXY is off, so all visitors share one address: set TRUST_PROXY to the number of proxies or to their addresses'

/**
 * Detects a proxy while TRUST_PROXY is not set: all visitors then share the proxy's address and limits. Logs it once
 * per start, and stores a finding, which setting TRUST_PROXY removes.
 */
export async function watchForUntrustedProxy(app: App): Promise<(request: FastifyRequest) => void> {
  if (app.config.trustProxy !== false) {
    await deleteFinding(app.db, UNTRUSTED_PROXY)
    return () => undefined
  }
  const known = (await listFindings(app.db)).find(({ name }) => name === UNTRUSTED_PROXY)
  if (known) app.log.warn({ peer: known.detail }, WARNING)
  const recordFinding = findingRecorder(app, known !== undefined)
  return (request) => {
    if (request.headers['x-forwarded-for'] !== undefined) recordFinding(request)
  }
}

function findingRecorder(app: App, alreadyLogged: boolean): (request: FastifyRequest) => void {
  let isLogged = alreadyLogged
  const isDue = firstSeenWithin(HOUR, 1)
  return (request) => {
    const now = app.clock.now()
    const peer = addressOf(request) // the address of the proxy, because TRUST_PROXY is off
    if (!isPrivate(peer) || !isDue(UNTRUSTED_PROXY, now)) return
    if (!isLogged) app.log.warn({ peer }, WARNING)
    isLogged = true
    // No request waits for this statement. If it fails, a request in the next hour tries again.
    upsertFinding(app.db, { name: UNTRUSTED_PROXY, detail: peer, at: now }).catch((error) =>
      app.log.warn({ err: error }, 'storing the proxy finding failed; retrying in an hour'),
    )
  }
}
