import { existsSync, mkdirSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Command } from 'commander'
import {
  appendToTombstoneList,
  listRestoredPlayers,
  readTombstoneList,
  tombstoneListFile,
} from '../account/deletion/tombstone-list.ts'
import type { Db } from '../database/database.ts'
import { migrationStatus } from '../database/migrations/migrate-store.ts'
import {
  type CheckedBackup,
  checkBackup,
  RestoreRefused,
} from '../operations/backup/read-backup.ts'
import { restoreBackup } from '../operations/backup/restore-backup.ts'
import { isUsedByProcess } from '../operations/backup/restore-store.ts'
import { writeBackup } from '../operations/backup/write-backup.ts'
import { backupFolder } from '../platform/backup-folder.ts'
import { systemClock } from '../platform/clock.ts'
import { systemRandom } from '../platform/random.ts'
import { readEncryptionKey, replaceEncryptionKey } from '../security/keys/encryption-key.ts'
import { KeyRing } from '../security/keys/key-ring.ts'
import type { Config } from '../settings/config.ts'
import { CommandRefused } from './failure.ts'
import { command, configOfProcess, print, readPassword, withDatabase } from './output.ts'

type Options = { passphraseStdin?: boolean; key?: boolean; force?: boolean; json?: boolean }

const BACKUP_DEPS = { clock: systemClock, random: systemRandom }
const PASSPHRASE = 'read from standard input (default: BACKUP_PASSPHRASE, if set)'

export function backupCommands(): Command[] {
  return [
    command('backup')
      .description('write the database, keys and textures to one file; the site may be running')
      .argument('<file>')
      .option('--passphrase-stdin', `encrypt with a passphrase ${PASSPHRASE}`)
      .option('--no-key', 'leave ENCRYPTION_KEY out; a restore then needs it to be set')
      .option('--force', 'replace the file if it exists')
      .action(backUp),

    command('restore')
      .description('restore a backup into an empty site, whichever database it came from')
      .argument('<file>')
      .option('--passphrase-stdin', `decrypt with a passphrase ${PASSPHRASE}`)
      .action(restore),
  ]
}

async function backUp(file: string, options: Options): Promise<void> {
  const config = configOfProcess()
  if (existsSync(file) && !options.force) throw new CommandRefused(`${file} already exists`)
  const passphrase = await passphraseOf(config, options)
  const encryptionKey = config.encryptionKey ?? readEncryptionKey(config.dataDir)
  if (!encryptionKey || !isMade(config)) throw new CommandRefused('there is no site here yet')

  const { applied } = await withDatabase(config, async (db) => {
    await KeyRing.open({ ...BACKUP_DEPS, db }, encryptionKey)
    return migrationStatus(db)
  })
  makeOwnFolder(config, dirname(file))
  const wanted = { file, migrations: applied, passphrase }
  const key = options.key === false ? undefined : encryptionKey
  const written = await writeBackup(config, BACKUP_DEPS, { ...wanted, encryptionKey: key })
  if (!passphrase && key) {
    console.error(
      'the backup is not encrypted: anyone who gets hold of it can act as the site and its players',
    )
  }
  print({ ...written, encrypted: passphrase !== '' }, options)
}

/**
 * Creates the site's own folder for backups. Any other folder must exist already: it may be on a disk that is not
 * mounted.
 */
function makeOwnFolder({ dataDir }: Config, folder: string): void {
  const isOwn =
    basename(folder) === 'backups' && realpathSync(dirname(folder)) === realpathSync(dataDir)
  if (isOwn) mkdirSync(folder, { recursive: true, mode: 0o700 })
}

async function restore(file: string, options: Options): Promise<void> {
  const config = configOfProcess()
  if (!existsSync(file)) throw new CommandRefused(`${file} does not exist`)
  const passphrase = await passphraseOf(config, options)
  if (!config.databaseUrl && isUsedByProcess(join(config.dataDir, 'portal.db'))) {
    throw new RestoreRefused('the site is running on this database: stop it first')
  }
  const backup = await checkBackup(file, passphrase)
  const key = keyOf(config, backup)
  const restored = await withDatabase(config, (db) =>
    restoreBackup({ ...BACKUP_DEPS, db }, backup, key),
  )
  const { back, list } = await withDatabase(config, (db) => findDeleted(db, config, dirname(file)))
  if (back > 0) {
    console.error(
      `${back} of these players were deleted after the backup was made: the site deletes them again when it starts (to keep one, remove their line from ${list} first)`,
    )
  }
  print(restored, options)
}

/**
 * Finds the players who were deleted after the backup was made. Adds the list of deleted players that is next to the
 * backup to the list of this server.
 * @returns in `back` how many of the players in the merged list the backup contains, and in `list` the path of the
 * merged list
 */
async function findDeleted(
  db: Db,
  config: Config,
  folder: string,
): Promise<{ back: number; list: string }> {
  await appendToTombstoneList(
    { db, config, random: systemRandom },
    await readTombstoneList(tombstoneListFile(folder)),
  )
  return {
    back: (await listRestoredPlayers({ db, config })).length,
    list: tombstoneListFile(backupFolder(config)),
  }
}

/**
 * Returns the key that the restored site will use: the key of the environment or, without one, the key in the backup,
 * which is then stored in DATA_DIR.
 * @throws RestoreRefused if both exist and differ, or if neither exists
 */
function keyOf({ encryptionKey, dataDir }: Config, { header }: CheckedBackup) {
  const own =
    header.encryptionKey === null ? undefined : Buffer.from(header.encryptionKey, 'base64')
  if (encryptionKey) {
    if (own && !own.equals(encryptionKey)) {
      throw new RestoreRefused(
        "ENCRYPTION_KEY differs from the backup's key: unset it, and the backup's key is kept in DATA_DIR",
      )
    }
    return { bytes: encryptionKey, keep: () => undefined }
  }
  if (!own) {
    throw new RestoreRefused('the backup has no key: set ENCRYPTION_KEY to the key of its site')
  }
  return { bytes: own, keep: () => replaceEncryptionKey(dataDir, own, systemRandom) }
}

async function passphraseOf(config: Config, { passphraseStdin }: Options): Promise<string> {
  if (!passphraseStdin) return config.backupPassphrase
  const passphrase = await readPassword()
  if (passphrase === '') throw new CommandRefused('the passphrase is empty')
  return passphrase
}

function isMade({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl !== '' || existsSync(join(dataDir, 'portal.db'))
}
