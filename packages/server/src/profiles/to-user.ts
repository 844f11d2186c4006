import type { Settings, User } from '@portal/contract'
import type { EffectivePermissions } from '../permissions/effective/effective.ts'
import { listAllowedPermissions } from '../permissions/effective/list-allowed-permissions.ts'
import { registryOf } from '../permissions/permission-registry.ts'
import { isoInstant, isoOrNull } from '../platform/clock.ts'
import type { Player } from '../players/player.ts'
import { texturesOf } from './textures/textures-of.ts'

export type SiteOfProfile = Pick<Settings, 'launcherBuilds' | 'hdTexturesInGame'> & {
  publicUrl: string
}

export function toUser(player: Player, effective: EffectivePermissions, site: SiteOfProfile): User {
  const { ban, ranks } = effective
  return {
    uuid: player.id,
    username: player.username,
    email: player.email,
    locale: player.locale,
    activated: player.activatedAt !== null,
    twoFactorEnabled: player.totpEnabledAt !== null,
    passwordChangeRequired: player.passwordChangeRequiredAt !== null,
    real: player.realCents / 100,
    virtual: player.virtualCents / 100,
    roles: effective.roles.map(({ id }) => id).sort(),
    groups: ranks.map(({ id, name, color, icon, expiresAt }) => ({
      id,
      name,
      color,
      icon,
      expiresAt: isoOrNull(expiresAt),
    })),
    permissions: listAllowedPermissions(effective, registryOf(site.launcherBuilds)),
    banned: ban !== undefined,
    banReason: ban?.reason ?? '',
    banExpiresAt: isoOrNull(ban?.expiresAt ?? null),
    textures: texturesOf(player, site),
    createdAt: isoInstant(player.createdAt),
    ...(player.deletesAt !== null && { deletesAt: isoInstant(player.deletesAt) }),
  }
}
