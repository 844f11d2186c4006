import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { finishDeletions } from '../account/deletion/delete-player.ts'
import { chores } from '../jobs.ts'
import { mailFolder } from '../mail/mail-transport.ts'
import { keepPulse } from '../operations/heartbeat/heartbeat.ts'
import { keepHouse } from '../operations/run-jobs.ts'
import { announceSetup } from '../operations/setup/announce-setup.ts'
import { setupUrl } from '../operations/setup/set-up-site.ts'
import { watchStaff } from '../permissions/superusers/alert-on-staff-guessing.ts'
import { MINUTE } from '../platform/clock.ts'
import { growHeapSparingly } from '../platform/process/heap-limits.ts'
import { letHashesYield } from '../platform/process/low-priority-threads.ts'
import { buildSite } from '../server.ts'
import type { Config } from '../settings/config.ts'
import { openPatiently } from './open-with-retry.ts'

/** How long the first request of a newly accepted connection may take to be read. */
const READ_WITHIN = 1000
/** Requests under way get this long to finish; then their connections are cut. */
const DRAIN_WITHIN = 6000

/**
 * A connection that was just accepted may carry a request that has not been read yet, and a proxy
 * never sends a POST twice. So connections that look idle are closed a moment after the listener.
 */
function spareNewConnections(server: Server): void {
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => void setTimeout(closeIdle, READ_WITHIN)
}

/** Serves until SIGTERM or SIGINT, then finishes the requests under way. */
export async function serve(config: Config): Promise<void> {
  const app = await openPatiently(config)
  const site = await buildSite(app)
  await finishDeletions(app).catch((err) =>
    app.log.error({ err }, 'deletions are not finished yet'),
  )
  await letHashesYield()
  await site.listen({ host: config.host, port: config.port }).catch(async (error) => {
    await app.close()
    throw error
  })
  growHeapSparingly(10)
  const house = keepHouse(app.log, chores(app))
  const watch = keepHouse(app.log, { staff: () => watchStaff(app) }, 5 * MINUTE)
  const pulse = keepPulse(app)
  app.postman.wake()
  app.log.info(
    { url: config.publicUrl, database: config.databaseUrl ? 'PostgreSQL' : 'SQLite' },
    `Portal ${app.version} is serving at ${config.publicUrl}`,
  )
  const setup = await setupUrl(app)
  if (setup) announceSetup(app.log, setup, process.stdout)
  if ((await app.mailWays.read()).source === 'none') {
    app.log.warn(`no mail server is set: mails are written to files in ${mailFolder(config)}`)
  }

  const signal = await new Promise<string>((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  app.log.info({ signal }, 'stopping')
  app.stop()
  house.stop()
  watch.stop()
  await pulse.stop()
  await sleep(config.shutdownDelay) // meanwhile whoever asks /health/ready turns to another instance
  spareNewConnections(site.server)
  const cutOff = setTimeout(() => site.server.closeAllConnections(), DRAIN_WITHIN)
  await site.close()
  clearTimeout(cutOff)
  await app.close()
  app.log.info('stopped')
}
