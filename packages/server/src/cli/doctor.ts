import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Checkup, LauncherProduct } from '@portal/contract'
import type { Command } from 'commander'
import { migrationStatus } from '../database/migrations/migrate-store.ts'
import { openDatabase } from '../database/open-database.ts'
import type { CheckContext } from '../operations/doctor/check.ts'
import { checks } from '../operations/doctor/checks.ts'
import { readConfigLeniently } from '../operations/doctor/lenient-config.ts'
import { runChecks } from '../operations/doctor/run-checks.ts'
import { probeLauncher } from '../operations/probe/probe-launcher.ts'
import { systemClock } from '../platform/clock.ts'
import { failureOf } from '../platform/outbound/fetch-text.ts'
import { readEnvironment } from '../settings/config.ts'
import { WrongConfig } from '../settings/config-values.ts'
import { CommandRefused } from './failure.ts'
import { command, print, withApp } from './output.ts'

export function doctorCommands(): Command[] {
  return [
    command('doctor')
      .description(
        'check settings, database, mail and everything else; exits with 1 if anything is bad',
      )
      .action(async (options: { json?: boolean }) => {
        const context = await openCheckContext()
        try {
          report(await runChecks(context, checks), options)
        } finally {
          await context.db?.destroy()
        }
      }),
  ]
}

/** Opens everything that the checks need and that can be opened. Changes nothing, and creates no database. */
async function openCheckContext(): Promise<CheckContext> {
  const { environment, unreadable } = environmentOfProcess()
  const { config, wrong } = readConfigLeniently(environment)
  const wrongSettings = [...unreadable, ...wrong]
  const context = { config, clock: systemClock, wrongSettings, allowsSlowChecks: true }
  if (wrong.some((line) => /^(DATABASE_URL|DATA_DIR)/.test(line))) {
    return { ...context, db: undefined, databaseFailure: DATABASE_UNNAMED }
  }
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'portal.db'))) {
    return { ...context, db: undefined, databaseFailure: DATABASE_MISSING }
  }
  try {
    const db = await openDatabase(config)
    const { pending } = await migrationStatus(db)
    return pending.length > 0 ? { ...context, db } : { ...context, db, probe }
  } catch (error) {
    return { ...context, db: undefined, databaseFailure: DATABASE_CLOSED(failureOf(error)) }
  }
}

function probe(product: LauncherProduct): Promise<Checkup[]> {
  return withApp((app) => probeLauncher(app, undefined, product))
}

function environmentOfProcess() {
  try {
    return { environment: readEnvironment(process.env), unreadable: [] }
  } catch (error) {
    if (!(error instanceof WrongConfig)) throw error
    return { environment: process.env, unreadable: [error.message] }
  }
}

export function report(checkups: readonly Checkup[], options: { json?: boolean }): void {
  if (options.json) print({ checkups }, options)
  else for (const checkup of checkups) console.log(linesOf(checkup))
  const bad = checkups.filter(({ state }) => state === 'bad').length
  if (bad > 0) throw new CommandRefused(`${bad} of ${checkups.length} checks failed`)
}

function linesOf({ state, title, detail, advice }: Checkup): string {
  const first = `${state.padEnd(8)} ${title.en}: ${detail.en}`
  return advice ? `${first}\n         → ${advice.en}` : first
}

const DATABASE_UNNAMED = {
  ru: 'Настройка базы данных неверна.',
  en: 'The database setting cannot be used.',
}

const DATABASE_MISSING = {
  ru: 'Базы в DATA_DIR ещё нет: сайт ни разу не запускался.',
  en: 'There is no database in DATA_DIR yet: the site has never been started.',
}

const DATABASE_CLOSED = (why: string) => ({
  ru: `База не открывается: ${why}`,
  en: `The database cannot be opened: ${why}`,
})
