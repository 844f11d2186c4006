import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY } from './clock.ts'

export type BackupFile = { name: string; bytes: number; madeAt: number }

/** If the newest backup is older than this, the site shows a warning. */
export const BACKUP_STALE_AFTER = 7 * DAY

export function backupFolder({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'backups')
}

/**
 * Lists the backups in the backup folder, newest first. Leaves out unfinished backups, whose names are different (see
 * write-backup.ts).
 */
export async function listBackupFiles(config: { dataDir: string }): Promise<BackupFile[]> {
  const folder = backupFolder(config)
  const names = (await readdir(folder).catch(() => [])).filter(isBackupName)
  const files = await Promise.all(names.map((name) => describeFile(folder, name)))
  return files.filter((file) => file !== undefined).sort((a, b) => b.madeAt - a.madeAt)
}

async function describeFile(folder: string, name: string): Promise<BackupFile | undefined> {
  const file = await stat(join(folder, name)).catch(() => undefined) // the file may have been deleted in the meantime
  return file?.isFile() ? { name, bytes: file.size, madeAt: Math.floor(file.mtimeMs) } : undefined
}

function isBackupName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,150}\.backup$/.test(name)
}
