import { Command } from 'commander'
import { copyBeforeMigration } from '../backup/copy-before-migration.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { migrate, migrationStatus } from '../platform/database/migrate-store.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { systemRandom } from '../platform/random.ts'
import { configOfProcess, jsonOption, print } from './output.ts'

export function migrateCommand(): Command {
  const command = new Command('migrate').description('the form of the database')

  jsonOption(command.command('status'))
    .description('which steps were taken and which are left')
    .action((options: { json?: boolean }) =>
      withDatabase(async (db) => print(await migrationStatus(db), options)),
    )

  jsonOption(command.command('up'))
    .description('take the steps that are left (serve does so by itself)')
    .option('--no-backup', 'keep no copy of the database before')
    .action((options: { backup: boolean; json?: boolean }) =>
      withDatabase(async (db) => {
        const app = { config: configOfProcess(), clock: systemClock, random: systemRandom }
        if (options.backup) await copyBeforeMigration(db, app)
        print({ applied: await migrate(db, systemClock) }, options)
      }),
    )
  return command
}

async function withDatabase(work: (db: Db) => Promise<void>): Promise<void> {
  const db = await openDatabase(configOfProcess(), { patient: true })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}
