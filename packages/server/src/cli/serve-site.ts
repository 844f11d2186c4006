import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { finishDeletions } from '../account/deletion/delete-player.ts'
import type { App } from '../app.ts'
import { cleanupJobs } from '../jobs.ts'
import { backUpIfDue } from '../operations/backup/automatic-backup.ts'
import { startHeartbeat } from '../operations/heartbeat/heartbeat.ts'
import { startJobs } from '../operations/run-jobs.ts'
import { logStart, startSummary, systemLocale } from '../operations/setup/announce-start.ts'
import { setupUrl } from '../operations/setup/set-up-site.ts'
import { alertOnStaffGuessing } from '../permissions/superusers/alert-on-staff-guessing.ts'
import { MINUTE } from '../platform/clock.ts'
import { formatFor } from '../platform/log.ts'
import { limitHeapGrowth } from '../platform/process/heap-limits.ts'
import { lowerHashThreadPriority } from '../platform/process/low-priority-threads.ts'
import { buildSite } from '../server.ts'
import type { Config } from '../settings/config.ts'
import { openWithRetry } from './open-with-retry.ts'

/** How long a new connection may take until it sends its first request, in milliseconds. */
const REQUEST_TIMEOUT = 1000
/** How long running requests may take to finish before their connections are closed, in milliseconds. */
const DRAIN_TIMEOUT = 6000

/**
 * Makes the server close idle connections a second late when it stops. A new connection may have sent a request that
 * has not arrived yet, and a proxy does not repeat a POST.
 */
function keepNewConnections(server: Server): void {
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => void setTimeout(closeIdle, REQUEST_TIMEOUT)
}

async function announceStart(app: App): Promise<void> {
  const { version, config } = app
  const start = { version, config, setup: await setupUrl(app), mail: await app.smtpConfig.read() }
  if (formatFor(config.logFormat, process.stdout) === 'json') logStart(app.log, start)
  else process.stdout.write(startSummary(start, systemLocale()))
}

/** Serves the site until SIGTERM or SIGINT, and then finishes running requests. */
export async function serve(config: Config): Promise<void> {
  const app = await openWithRetry(config)
  const site = await buildSite(app)
  await finishDeletions(app).catch((err) =>
    app.log.error({ err }, 'finishing deletions failed, will retry'),
  )
  await lowerHashThreadPriority()
  await site.listen({ host: config.host, port: config.port }).catch(async (error) => {
    await app.close()
    throw error
  })
  limitHeapGrowth(10)
  const jobs = startJobs(app.log, cleanupJobs(app))
  const deadlineTimer = startJobs(app.log, { staff: () => alertOnStaffGuessing(app) }, 5 * MINUTE)
  const backupTimer = startJobs(app.log, { backup: () => backUpIfDue(app) }, 5 * MINUTE)
  const heartbeat = startHeartbeat(app)
  app.mailWorker.wake()
  await app.webhooks.start()
  await app.discordRoles.start()
  await announceStart(app)

  const signal = await new Promise<string>((resolve) => {
    process.once('SIGTERM', resolve)
    process.once('SIGINT', resolve)
  })
  app.log.info({ signal }, 'stopping')
  app.stop()
  jobs.stop()
  deadlineTimer.stop()
  backupTimer.stop()
  await heartbeat.stop()
  await sleep(config.shutdownDelay) // load balancers that check /health/ready switch to another instance
  keepNewConnections(site.server)
  const cutOff = setTimeout(() => site.server.closeAllConnections(), DRAIN_TIMEOUT)
  await site.close()
  clearTimeout(cutOff)
  await app.close()
  app.log.info('stopped')
}
