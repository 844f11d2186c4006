import type { App } from '../app.ts'
import { finishDeletions } from './deletion/delete-player.ts'
import { deleteExpiredExportLinks } from './export/export-store.ts'
import { deleteUnconfirmed } from './registration/delete-unconfirmed.ts'

export const jobs = (app: App) => ({
  deleteOldExportLinks: () => deleteExpiredExportLinks(app.db, app.clock.now()),
  deleteUnconfirmedPlayers: () => deleteUnconfirmed(app),
  finishDeletions: () => finishDeletions(app),
})
