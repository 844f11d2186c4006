import type { Profile } from '@portal/contract'
import type { EffectivePermissions } from '../permissions/effective/effective.ts'
import { listAllowedPermissions } from '../permissions/effective/list-allowed-permissions.ts'
import { registryOf } from '../permissions/permission-registry.ts'
import type { Player } from '../players/player.ts'
import { texturesOf } from './textures/textures-of.ts'
import type { SiteOfProfile } from './to-user.ts'

export function toProfile(
  player: Player,
  effective: EffectivePermissions,
  site: SiteOfProfile,
): Profile {
  return {
    uuid: player.id,
    username: player.username,
    roles: effective.roles.map(({ id }) => id).sort(),
    groups: effective.ranks.map(({ id }) => id),
    permissions: listAllowedPermissions(effective, registryOf(site.launcherBuilds)),
    banned: effective.ban !== undefined,
    banReason: effective.ban?.reason ?? '',
    textures: texturesOf(player, site),
  }
}
