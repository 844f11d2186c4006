import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../app.ts'
import { migrationStatus } from '../../database/migrations/migrate-store.ts'
import { backupFolder } from '../../platform/backup-folder.ts'
import { readEncryptionKey } from '../../security/keys/encryption-key.ts'
import { writeBackup } from './write-backup.ts'

const MAX_REASON_LENGTH = 300

/** Writes a backup, including the key, into the site's folder for backups. */
export async function writeSiteBackup(
  { config, clock, random, db }: Pick<App, 'config' | 'clock' | 'random' | 'db'>,
  name: string,
): Promise<void> {
  const folder = backupFolder(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { applied } = await migrationStatus(db)
  await writeBackup(
    config,
    { clock, random },
    {
      file: join(folder, name),
      migrations: applied,
      encryptionKey: config.encryptionKey ?? readEncryptionKey(config.dataDir),
      passphrase: config.backupPassphrase,
    },
  )
}

export function failureReason(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(0, MAX_REASON_LENGTH)
}
