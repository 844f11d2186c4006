import type { App } from '../../app.ts'
import type { ChangeDeps } from '../../audit/change.ts'
import { hasLogoutReceivers } from './logout-store.ts'
import { sendLogouts } from './send-logouts.ts'

type Deps = ChangeDeps & Pick<App, 'log' | 'openid' | 'timeScale'>

/** The polling interval in seconds. A client is notified of a sign-out within this time. */
const INTERVAL = 2

/**
 * Polls for closed sessions, as long as a client wants logout notices.
 * @returns a function that stops the polling
 */
export function startLogoutWorker(app: Deps): () => void {
  let isRunning = false
  const run = async (): Promise<void> => {
    if (isRunning) return
    isRunning = true
    try {
      if (await hasLogoutReceivers(app.db)) await sendLogouts(app)
    } catch (error) {
      app.log.warn({ err: error }, 'back-channel logouts failed, will retry')
    } finally {
      isRunning = false
    }
  }
  const timer = setInterval(run, INTERVAL * app.timeScale.second).unref()
  return () => clearInterval(timer)
}
