import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../database/database.ts'
import { migrationStatus } from '../../database/migrations/migrate-store.ts'
import { type Clock, isoInstant } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import { readEncryptionKey } from '../../security/keys/encryption-key.ts'
import type { Config } from '../../settings/config.ts'
import { hasPlayers } from './restore-store.ts'
import { writeBackup } from './write-backup.ts'

const MAX_COPIES = 3
const COPY = /^before-.+\.backup$/

export class CopyFailed extends Error {}

/**
 * Writes a backup before a migration to `DATA_DIR/backups`, and deletes such backups except for the newest three. The
 * backup contains the key if the data directory contains the key anyway.
 * @returns the path; undefined for a site without accounts, which needs no backup
 * @throws CopyFailed
 */
export async function copyBeforeMigration(
  db: Db,
  { config, clock, random }: { config: Config; clock: Clock; random: Random },
): Promise<string | undefined> {
  const { applied, pending } = await migrationStatus(db)
  const [next] = pending
  if (!next || applied.length === 0 || !(await hasPlayers(db))) return undefined

  const folder = join(config.dataDir, 'backups')
  const stamp = isoInstant(clock.now()).replaceAll(':', '-')
  const file = join(folder, `before-${next}-${stamp}.backup`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const encryptionKey = config.encryptionKey ? undefined : readEncryptionKey(config.dataDir)
    const wanted = { file, migrations: applied, encryptionKey, passphrase: config.backupPassphrase }
    await writeBackup(config, { clock, random }, wanted)
    deleteOldCopies(folder)
    return file
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new CopyFailed(
      `the database was not migrated, because it could not be copied first: ${reason} (to go on without a copy: portal migrate up --no-backup)`,
    )
  }
}

function deleteOldCopies(folder: string): void {
  const copies = readdirSync(folder).filter((name) => COPY.test(name))
  const byInstant = copies.toSorted((a, b) => (instantOf(a) < instantOf(b) ? -1 : 1))
  for (const name of byInstant.slice(0, -MAX_COPIES)) rmSync(join(folder, name))
}

function instantOf(name: string): string {
  return name.slice(-'2030-01-01T00-00-00.000Z.backup'.length)
}
