import type { App } from '../app.ts'
import { deleteExpiredReservations } from './name-store.ts'

export const jobs = (app: App) => ({
  deleteReservedNames: () => deleteExpiredReservations(app.db, app.clock.now()),
})
