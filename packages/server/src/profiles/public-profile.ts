import type { PublicProfile } from '@portal/contract'
import type { App } from '../app.ts'
import { findPlayerWithStanding } from '../permissions/effective/find-effective-permissions.ts'
import { isoInstant } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { isProfileHidden } from './profile-store.ts'
import { texturesOf } from './textures/textures-of.ts'

/** The system role that everybody has says nothing about a player. */
const EVERYBODY = 'default'

/**
 * Describes a player to everybody. Who is banned, unconfirmed or hidden is not told apart from somebody
 * who does not exist, and neither is anybody while the site has no public profiles.
 *
 * @throws Refusal `player.notfound`
 */
export async function showPublicProfile(
  app: Pick<App, 'db' | 'clock' | 'config' | 'settings'>,
  username: string,
): Promise<PublicProfile> {
  const { publicProfiles, hdTexturesInGame } = await app.settings.read()
  const isName = publicProfiles && /^[A-Za-z0-9_]{1,32}$/.test(username)
  const found = isName
    ? await findPlayerWithStanding(app.db, { username }, app.clock.now())
    : undefined
  if (!found || found.standing.ban || found.player.activatedAt === null) {
    throw new Refusal('player.notfound')
  }
  const { player, standing } = found
  if (await isProfileHidden(app.db, player.id)) throw new Refusal('player.notfound')
  return {
    username: player.username,
    since: isoInstant(player.createdAt).slice(0, 10),
    roles: standing.roles.filter(({ id }) => id !== EVERYBODY).map(({ name }) => name),
    groups: standing.groups.map(({ name }) => name),
    textures: texturesOf(player, { publicUrl: app.config.publicUrl, hdTexturesInGame }),
  }
}
