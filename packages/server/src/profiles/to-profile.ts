import type { Profile } from '@portal/contract'
import type { Standing } from '../permissions/effective/effective.ts'
import { effectivePermissions } from '../permissions/effective/list-allowed-permissions.ts'
import { registryOf } from '../permissions/permission-registry.ts'
import type { Player } from '../players/player.ts'
import { texturesOf } from './textures/textures-of.ts'
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
