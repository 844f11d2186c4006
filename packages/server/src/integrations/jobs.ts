import type { App } from '../app.ts'
import { DAY } from '../platform/clock.ts'
import { deleteOldMembers } from './discord/member-store.ts'
import { deleteOldJoins } from './yggdrasil/join-store.ts'

/** For how long the site tries to remove the Discord roles of a deleted player. */
const DISCORD_RETENTION = 30 * DAY

export const jobs = (app: App) => ({
  deleteOldDiscordMembers: () => deleteOldMembers(app.db, app.clock.now() - DISCORD_RETENTION),
  deleteOldJoins: () => deleteOldJoins(app.db, app.clock.now()),
})
