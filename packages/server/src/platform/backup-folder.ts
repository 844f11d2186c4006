import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY } from './clock.ts'

/** A complete backup in the site's own folder. */
export type BackupFile = { name: string; bytes: number; madeAt: number }

/** After this long a backup is worth a warning. */
export const BACKUP_OLD = 7 * DAY

/** Where the panel, the migrations and the owner's schedule keep backups. */
export function backupFolder({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'backups')
}

/** Lists the backups, newest first. One that is being written has another name (see write-backup.ts). */
export async function listBackupFiles(config: { dataDir: string }): Promise<BackupFile[]> {
  const folder = backupFolder(config)
  const names = (await readdir(folder).catch(() => [])).filter(isBackupName)
  const files = await Promise.all(names.map((name) => lookAt(folder, name)))
  return files.filter((file) => file !== undefined).sort((a, b) => b.madeAt - a.madeAt)
}

async function lookAt(folder: string, name: string): Promise<BackupFile | undefined> {
  const file = await stat(join(folder, name)).catch(() => undefined) // it may be deleted meanwhile
  return file?.isFile() ? { name, bytes: file.size, madeAt: Math.floor(file.mtimeMs) } : undefined
}

function isBackupName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,150}\.backup$/.test(name)
}
