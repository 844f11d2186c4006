import { rm } from 'node:fs/promises'
import type { App } from '../../app.ts'
import { keptMailFile } from '../../mail/mail-transport.ts'
import { listBackupFiles } from '../../platform/backup-folder.ts'
import { findPlayer } from '../../players/player-store.ts'
import { namesOf } from './names-of.ts'
import { keepHuskList } from './tombstone-list.ts'
import { type KeptMail, listKeptMails, listMailboxes, listRenames } from './tombstone-store.ts'

type Needs = Pick<App, 'db' | 'config' | 'log' | 'random'>

/** Files that have to do with somebody who is about to be deleted. */
export type Files = { mails: readonly KeptMail[]; backups: readonly string[] }

/** Looks for a player's mails among the files of this server, and for its backups. */
export async function beforehand({ db, config }: Needs, id: string): Promise<Files> {
  const player = await findPlayer(db, id)
  const names = player && namesOf(player, await listRenames(db, id))
  const mails = await listKeptMails(db, await listMailboxes(db, id, names?.addresses ?? []))
  return { mails, backups: (await listBackupFiles(config)).map(({ name }) => name) }
}

export async function deleteMailFiles(
  { config }: Pick<App, 'config'>,
  { mails }: Files,
): Promise<void> {
  for (const mail of mails) await rm(keptMailFile(config, mail), { force: true })
}

/** Does what follows a deletion: a failure of it is logged, and the next sweep writes the list. */
export async function afterwards(app: Needs, files: Files): Promise<void> {
  try {
    await deleteMailFiles(app, files)
    await keepHuskList(app)
  } catch (error) {
    app.log.error({ err: error }, 'what follows a deletion failed')
  }
}
