import type { App } from '../app.ts'
import { DAY } from '../platform/clock.ts'
import { deleteOldMembers } from './discord/member-store.ts'
import { deleteOldJoins } from './yggdrasil/join-store.ts'

/** How long the site tries to take the roles of a deleted player away. */
const DISCORD_RETENTION = 30 * DAY

export const jobs = (app: App) => ({
  deleteOldDiscordMembers: () => deleteOldMembers(app.db, app.clock.now() - DISCORD_RETENTION),
  deleteOldJoins: () => deleteOldJoins(app.db, app.clock.now()),
})
