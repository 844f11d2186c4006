import type { App } from '../app.ts'
import { deleteAbandonedImports } from './runs/panel-import.ts'

export const jobs = (app: App) => ({
  deleteAbandonedImports: () => deleteAbandonedImports(app),
})
