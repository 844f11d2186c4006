import { rm } from 'node:fs/promises'
import type { App } from '../../app.ts'
import { mailFilePath } from '../../mail/mail-transport.ts'
import { listBackupFiles } from '../../platform/backup-folder.ts'
import { findPlayer } from '../../players/player-store.ts'
import { namesOf } from './names-of.ts'
import { appendToTombstoneList } from './tombstone-list.ts'
import {
  listMailFiles,
  listNameChanges,
  listOwnAddresses,
  type MailFile,
} from './tombstone-store.ts'

type Deps = Pick<App, 'db' | 'config' | 'log' | 'random'>

export type PlayerFiles = { mails: readonly MailFile[]; backups: readonly string[] }

export async function collectPlayerFiles({ db, config }: Deps, id: string): Promise<PlayerFiles> {
  const player = await findPlayer(db, id)
  const names = player && namesOf(player, await listNameChanges(db, id))
  const mails = await listMailFiles(db, await listOwnAddresses(db, id, names?.addresses ?? []))
  return { mails, backups: (await listBackupFiles(config)).map(({ name }) => name) }
}

export async function deleteMailFiles(
  { config }: Pick<App, 'config'>,
  { mails }: PlayerFiles,
): Promise<void> {
  for (const mail of mails) await rm(mailFilePath(config, mail), { force: true })
}

/**
 * After a deletion, deletes the files of the player and updates the tombstone list. If updating the list fails, the
 * next run does it.
 */
export async function cleanUpAfterDeletion(app: Deps, files: PlayerFiles): Promise<void> {
  try {
    await deleteMailFiles(app, files)
    await appendToTombstoneList(app)
  } catch (error) {
    app.log.error({ err: error }, 'cleaning up after a deletion failed')
  }
}
