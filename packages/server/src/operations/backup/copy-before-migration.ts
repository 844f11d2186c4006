import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '../../database/database.ts'
import { migrationStatus } from '../../database/migrations/migrate-store.ts'
import { type Clock, isoInstant } from '../../platform/clock.ts'
import type { Random } from '../../platform/random.ts'
import { readEncryptionKey } from '../../security/keys/encryption-key.ts'
import type { Config } from '../../settings/config.ts'
import { isInhabited } from './restore-store.ts'
import { writeBackup } from './write-backup.ts'

const KEPT = 3
const COPY = /^before-.+\.backup$/

/** The copy could not be made, so the database stays as it is. The message is one line. */
export class NoCopy extends Error {}

/**
 * Writes a backup of a database that is about to be migrated to `DATA_DIR/backups`, and deletes all
 * such copies but the newest three. The copy includes the key if the data directory holds it
 * anyway. Returns the file, or undefined for a site without accounts, which has nothing to lose.
 *
 * @throws NoCopy
 */
export async function copyBeforeMigration(
  db: Db,
  { config, clock, random }: { config: Config; clock: Clock; random: Random },
): Promise<string | undefined> {
  const { applied, pending } = await migrationStatus(db)
  const [next] = pending
  if (!next || applied.length === 0 || !(await isInhabited(db))) return undefined

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
    throw new NoCopy(
      `the database was not migrated, because it could not be copied first: ${reason} (to go on without a copy: portal migrate up --no-backup)`,
    )
  }
}

/** Deletes all copies but the newest, by the instant that ends each name. */
function deleteOldCopies(folder: string): void {
  const copies = readdirSync(folder).filter((name) => COPY.test(name))
  const byInstant = copies.toSorted((a, b) => (instantOf(a) < instantOf(b) ? -1 : 1))
  for (const name of byInstant.slice(0, -KEPT)) rmSync(join(folder, name))
}

function instantOf(name: string): string {
  return name.slice(-'2030-01-01T00-00-00.000Z.backup'.length)
}
