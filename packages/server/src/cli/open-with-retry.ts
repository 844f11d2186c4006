import { setTimeout as sleep } from 'node:timers/promises'
import { type App, openApp } from '../app.ts'
import { isOutage } from '../database/database-failure.ts'
import { UnusableDatabase } from '../database/postgres/url.ts'
import { SECOND, systemClock } from '../platform/clock.ts'
import { asText, formatFor, openLog, standardOutput } from '../platform/log.ts'
import type { Config } from '../settings/config.ts'

/**
 * Opens the app. While the PostgreSQL database is unavailable, tries again every second, for at most
 * `config.databaseWait` milliseconds: after a power failure both start at the same time, and a failover takes some
 * time.
 * @throws the error of the last attempt, or the first error that waiting cannot solve, such as an invalid address, user
 * or key
 */
export async function openWithRetry(config: Config): Promise<App> {
  const isText = formatFor(config.logFormat, process.stdout) === 'text'
  const output = standardOutput()
  const log = openLog(config.logLevel, isText ? asText(output) : output)
  const until = systemClock.now() + config.databaseWait
  let hasLogged = false
  for (;;) {
    try {
      return await openApp(config, { log })
    } catch (error) {
      const reason = error instanceof UnusableDatabase ? error.reason : error
      if (!config.databaseUrl || !isOutage(reason) || systemClock.now() >= until) throw error
      const why = error instanceof Error ? error.message : String(error)
      if (!hasLogged) log.warn({ why, wait: config.databaseWait }, 'database unavailable, waiting')
      hasLogged = true
    }
    await sleep(SECOND)
  }
}
