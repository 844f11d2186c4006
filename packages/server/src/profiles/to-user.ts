import type { Settings, User } from '@portal/contract'
import type { Standing } from '../permissions/effective/effective.ts'
import { effectivePermissions } from '../permissions/effective/list-allowed-permissions.ts'
import { registryOf } from '../permissions/permission-registry.ts'
import { isoInstant, isoOrNull } from '../platform/clock.ts'
import type { Player } from '../players/player.ts'
import { texturesOf } from './textures/textures-of.ts'

/** What a description of a player needs to know about the site. */
export type SiteOfProfile = Pick<Settings, 'launcherBuilds' | 'hdTexturesInGame'> & {
  publicUrl: string
}

/** Makes the `User` of a player, which they get themselves (docs/contract.md#shapes). */
export function toUser(player: Player, standing: Standing, site: SiteOfProfile): User {
  const { ban, groups } = standing
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
    roles: standing.roles.map(({ id }) => id).sort(),
    groups: groups.map(({ id, name, expiresAt }) => ({
      id,
      name,
      expiresAt: isoOrNull(expiresAt),
    })),
    permissions: effectivePermissions(standing, registryOf(site.launcherBuilds)),
    banned: ban !== undefined,
    banReason: ban?.reason ?? '',
    banExpiresAt: isoOrNull(ban?.expiresAt ?? null),
    textures: texturesOf(player, site),
    createdAt: isoInstant(player.createdAt),
    ...(player.deletesAt !== null && { deletesAt: isoInstant(player.deletesAt) }),
  }
}
