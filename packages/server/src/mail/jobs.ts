import type { App } from '../app.ts'
import { DAY } from '../platform/clock.ts'
import { deleteDeletedPlayerMails, deleteOldMails } from './outbox-store.ts'

const RETENTION = 30 * DAY

export const jobs = (app: App) => ({
  deleteOldMails: () => deleteOldMails(app.db, app.clock.now() - RETENTION),
  deleteGoodbyeMails: () => deleteDeletedPlayerMails(app.db),
})
