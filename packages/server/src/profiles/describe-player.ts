import type { Profile, User } from '@portal/contract'
import type { App } from '../app.ts'
import {
  findPlayerWithStanding,
  findStanding,
} from '../permissions/effective/find-effective-permissions.ts'
import type { Player } from '../players/player.ts'
import { toProfile } from './to-profile.ts'
import { type SiteOfProfile, toUser } from './to-user.ts'

type Needs = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

/** Describes an account to its player, as it is now. */
export async function describeUser(app: Needs, player: Player): Promise<User> {
  const site = await siteOf(app)
  return toUser(player, await findStanding(app.db, player, app.clock.now()), site)
}

/** Does the same for the player with this id, if there is one. */
export async function describeUserOf(app: Needs, id: string): Promise<User | undefined> {
  const site = await siteOf(app)
  const found = await findPlayerWithStanding(app.db, { id }, app.clock.now())
  return found && toUser(found.player, found.standing, site)
}

/**
 * Describes the player with this id or name, if there is one, to launcher servers. Nothing is cached, so
 * that every ban is seen at once.
 */
export async function describeProfileOf(
  app: Needs,
  whose: { id: string } | { username: string },
): Promise<Profile | undefined> {
  const site = await siteOf(app)
  const found = await findPlayerWithStanding(app.db, whose, app.clock.now())
  return found && toProfile(found.player, found.standing, site)
}

async function siteOf({ config, settings }: Needs): Promise<SiteOfProfile> {
  const { launcherBuilds, hdTexturesInGame } = await settings.read()
  return { launcherBuilds, hdTexturesInGame, publicUrl: config.publicUrl }
}
