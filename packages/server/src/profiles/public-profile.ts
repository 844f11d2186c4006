import type { PublicProfile } from '@portal/contract'
import type { App } from '../app.ts'
import { findPlayerWithPermissions } from '../permissions/effective/find-effective-permissions.ts'
import { isoInstant } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { findActivity } from './activity-store.ts'
import { isProfileHidden } from './profile-store.ts'
import { texturesOf } from './textures/textures-of.ts'

/** Every player has this role, so profiles do not show it. */
const DEFAULT_ROLE = 'default'

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'settings'>

/**
 * Returns the public profile of a player. The refusal is the same for banned, unconfirmed, hidden and unknown players.
 * @throws Refusal `player.notfound`
 */
export async function showPublicProfile(app: Deps, username: string): Promise<PublicProfile> {
  const { publicActivity, hdTexturesInGame } = await app.settings.read()
  const found = /^[A-Za-z0-9_]{1,32}$/.test(username)
    ? await findShownPlayer(app, { username })
    : undefined
  if (!found) throw new Refusal('player.notfound')
  const { player, permissions } = found
  const activity = publicActivity ? await findActivity(app.db, player.id) : undefined
  return {
    username: player.username,
    since: isoInstant(player.createdAt).slice(0, 10),
    roles: permissions.roles.filter(({ id }) => id !== DEFAULT_ROLE).map(({ name }) => name),
    groups: permissions.ranks.map(({ name }) => name),
    groupBadges: permissions.ranks.map(({ name, color, icon }) => ({ name, color, icon })),
    textures: texturesOf(player, { publicUrl: app.config.publicUrl, hdTexturesInGame }),
    ...(activity && {
      playSeconds: activity.playSeconds,
      lastPlayedAt: isoInstant(activity.lastPlayedAt),
    }),
  }
}

/** Returns the name of a player who has a public page; undefined for any other. */
export async function findPublicName(app: Deps, id: string): Promise<string | undefined> {
  return (await findShownPlayer(app, { id }))?.player.username
}

async function findShownPlayer(app: Deps, key: { id: string } | { username: string }) {
  const { publicProfiles } = await app.settings.read()
  if (!publicProfiles) return undefined
  const found = await findPlayerWithPermissions(app.db, key, app.clock.now())
  if (!found || found.permissions.ban || found.player.activatedAt === null) return undefined
  return (await isProfileHidden(app.db, found.player.id)) ? undefined : found
}
