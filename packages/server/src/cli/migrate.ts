import { Command } from 'commander'
import { copyBeforeMigration } from '../backup/copy-before-migration.ts'
import { systemClock } from '../platform/clock.ts'
import { migrate, migrationStatus } from '../platform/database/migrate-store.ts'
import { systemRandom } from '../platform/random.ts'
import { command, configOfProcess, print, withDatabase } from './output.ts'

export function migrateCommands(): Command[] {
  return [
    new Command('migrate').description('the form of the database'),

    command('migrate status')
      .description('which steps were taken and which are left')
      .action((options: { json?: boolean }) =>
        withDatabase(configOfProcess(), async (db) => print(await migrationStatus(db), options)),
      ),

    command('migrate up')
      .description('take the steps that are left (serve does so by itself)')
      .option('--no-backup', 'keep no copy of the database before')
      .action((options: { backup: boolean; json?: boolean }) =>
        withDatabase(configOfProcess(), async (db) => {
          const app = { config: configOfProcess(), clock: systemClock, random: systemRandom }
          if (options.backup) await copyBeforeMigration(db, app)
          print({ applied: await migrate(db, systemClock) }, options)
        }),
      ),
  ]
}
