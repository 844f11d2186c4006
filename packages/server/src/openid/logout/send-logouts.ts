import type { App } from '../../app.ts'
import type { ChangeDeps } from '../../audit/change.ts'
import { MINUTE, SECOND } from '../../platform/clock.ts'
import { failureOf } from '../../platform/outbound/fetch-text.ts'
import type { Logout } from '../../sessions/application-logout-store.ts'
import { deleteLogout, leaseLogout, listDueLogouts } from './logout-store.ts'
import { queueLogouts } from './queue-logouts.ts'

type Deps = ChangeDeps & Pick<App, 'log' | 'openid'>

const MAX_LOGOUTS = 50
const MAX_TRIES = 5

/** Sends due logout notices to clients (OpenID Connect Back-Channel Logout 1.0). */
export async function sendLogouts(app: Deps): Promise<void> {
  await queueLogouts(app)
  const due = await listDueLogouts(app.db, app.clock.now(), MAX_LOGOUTS)
  await Promise.all(due.map((logout) => sendLogout(app, logout)))
}

/**
 * Sends a logout notice. After a failure, the notice is sent again up to four times: 1.5, 2.5, 4.5 and 8.5 min after
 * the start of the previous attempt.
 */
async function sendLogout(app: Deps, logout: Logout): Promise<void> {
  const { db, clock, log } = app
  const retryAt = clock.now() + MINUTE * 2 ** logout.tries + 30 * SECOND
  if (!(await leaseLogout(db, logout, retryAt))) return
  const { clientId } = logout
  try {
    const provider = await app.openid.provider()
    const client = await provider?.Client.find(clientId)
    if (client?.backchannelLogoutUri) await client.backchannelLogout(logout.playerId, logout.sid)
  } catch (error) {
    const isLast = logout.tries + 1 >= MAX_TRIES
    const next = isLast ? 'giving up' : 'will retry'
    log.warn({ client: clientId, reason: failureOf(error) }, `back-channel logout failed, ${next}`)
    if (!isLast) return
  }
  await deleteLogout(db, logout.id)
}
