import type { App } from '../app.ts'
import { auditRoutes } from './audit-log/audit-routes.ts'
import { banRoutes } from './bans/ban-routes.ts'
import { mailRoutes } from './mail/mail-routes.ts'
import { mailServerRoutes } from './mail/mail-server-routes.ts'
import { noteRoutes } from './notes/note-routes.ts'
import { overviewRoutes } from './overview/overview-routes.ts'
import { playerRoutes } from './players/player-routes.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import { timelineRoutes } from './timeline/timeline-routes.ts'

export const routes = (app: App) => ({
  ...auditRoutes(app),
  ...banRoutes(app),
  ...mailRoutes(app),
  ...mailServerRoutes(app),
  ...noteRoutes(app),
  ...overviewRoutes(app),
  ...playerRoutes(app),
  ...settingsRoutes(app),
  ...timelineRoutes(app),
})
