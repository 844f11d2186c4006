import { setTimeout as sleep } from 'node:timers/promises'
import { type App, openApp } from '../app.ts'
import { isOutage } from '../database/database-failure.ts'
import { UnusableDatabase } from '../database/postgres/url.ts'
import { SECOND, systemClock } from '../platform/clock.ts'
import { openLog } from '../platform/log.ts'
import type { Config } from '../settings/config.ts'

/**
 * Opens the app, and waits for a database that is away: after a power cut both start at once, and a
 * failover takes a while. A wrong address, user or key ends the start at once.
 */
export async function openPatiently(config: Config): Promise<App> {
  const log = openLog(config.logLevel)
  const until = systemClock.now() + config.databaseWait
  let hasTold = false
  for (;;) {
    try {
      return await openApp(config, { log })
    } catch (error) {
      const reason = error instanceof UnusableDatabase ? error.reason : error
      if (!config.databaseUrl || !isOutage(reason) || systemClock.now() >= until) throw error
      const why = error instanceof Error ? error.message : String(error)
      if (!hasTold) log.warn({ why, wait: config.databaseWait }, 'the start waits for the database')
      hasTold = true
    }
    await sleep(SECOND)
  }
}
