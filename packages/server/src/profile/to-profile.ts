import type { Profile } from '@portal/contract'
import { registryOf } from '../access/registry.ts'
import { effectivePermissions } from '../access/standing/effective-permissions.ts'
import type { Standing } from '../access/standing/standing.ts'
import type { Player } from '../player/player.ts'
import { texturesOf } from '../texture/textures-of.ts'
import type { SiteOfProfile } from './to-user.ts'

/** Makes the `Profile` of a player, which launcher servers get (docs/contract.md#shapes). */
export function toProfile(player: Player, standing: Standing, site: SiteOfProfile): Profile {
  return {
    uuid: player.id,
    username: player.username,
    roles: standing.roles.map(({ id }) => id).sort(),
    groups: standing.groups.map(({ id }) => id),
    permissions: effectivePermissions(standing, registryOf(site.launcherBuilds)),
    banned: standing.ban !== undefined,
    banReason: standing.ban?.reason ?? '',
    textures: texturesOf(player, site),
  }
}
