import { Command } from 'commander'
import { migrate, migrationStatus } from '../database/migrations/migrate-store.ts'
import { copyBeforeMigration } from '../operations/backup/copy-before-migration.ts'
import { systemClock } from '../platform/clock.ts'
import { systemRandom } from '../platform/random.ts'
import { command, configOfProcess, print, withDatabase } from './output.ts'

export function migrateCommands(): Command[] {
  return [
    new Command('migrate').description('the database schema'),

    command('migrate status')
      .description('show which migrations are applied and which are pending')
      .action((options: { json?: boolean }) =>
        withDatabase(configOfProcess(), async (db) => print(await migrationStatus(db), options)),
      ),

    command('migrate up')
      .description('apply the pending migrations (serve does this by itself)')
      .option('--no-backup', 'do not copy the database first')
      .action((options: { backup: boolean; json?: boolean }) =>
        withDatabase(configOfProcess(), async (db) => {
          const app = { config: configOfProcess(), clock: systemClock, random: systemRandom }
          if (options.backup) await copyBeforeMigration(db, app)
          print({ applied: await migrate(db, systemClock) }, options)
        }),
      ),
  ]
}
