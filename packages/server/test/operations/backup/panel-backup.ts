import { backupFolder, listBackupFiles } from '../../../src/platform/backup-folder.ts'
import { administrator } from '../../support/administrator.ts'
import type { Site } from '../../support/site.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Makes an administrator who may open the system page and is not a superuser. */
export function backupReader(site: Site) {
  return administrator(site, ['panel.access', 'panel.system.read'])
}

/** Waits until the started backup is complete. @returns its name */
export async function made(site: Site): Promise<string> {
  await waitUntil(async () => !(await isMaking(site)))
  const [newest] = await listBackupFiles(site.app.config)
  if (!newest) throw new Error(`no backup in ${backupFolder(site.app.config)}`)
  return newest.name
}

async function isMaking(site: Site): Promise<boolean> {
  const rows = await site.app.db
    .selectFrom('lease')
    .select('name')
    .where('name', '=', 'backup')
    .execute()
  return rows.length > 0
}
