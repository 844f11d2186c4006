import type { Profile, User } from '@portal/contract'
import type { App } from '../app.ts'
import {
  findEffectivePermissions,
  findPlayerWithPermissions,
} from '../permissions/effective/find-effective-permissions.ts'
import type { Player } from '../players/player.ts'
import { toProfile } from './to-profile.ts'
import { type SiteOfProfile, toUser } from './to-user.ts'

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

export async function describeUser(app: Deps, player: Player): Promise<User> {
  const site = await siteOf(app)
  return toUser(player, await findEffectivePermissions(app.db, player, app.clock.now()), site)
}

export async function describeUserOf(app: Deps, id: string): Promise<User | undefined> {
  const site = await siteOf(app)
  const found = await findPlayerWithPermissions(app.db, { id }, app.clock.now())
  return found && toUser(found.player, found.permissions, site)
}

/**
 * Returns the profile of a player; undefined if there is no such player. Not cached, so that a ban takes effect
 * immediately.
 */
export async function describeProfileOf(
  app: Deps,
  key: { id: string } | { username: string },
): Promise<Profile | undefined> {
  const site = await siteOf(app)
  const found = await findPlayerWithPermissions(app.db, key, app.clock.now())
  return found && toProfile(found.player, found.permissions, site)
}

async function siteOf({ config, settings }: Deps): Promise<SiteOfProfile> {
  const { launcherBuilds, hdTexturesInGame } = await settings.read()
  return { launcherBuilds, hdTexturesInGame, publicUrl: config.publicUrl }
}
