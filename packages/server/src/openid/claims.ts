import type { App } from '../app.ts'
import { gameProfiles } from '../integrations/yggdrasil/game-profiles.ts'
import type { EffectivePermissions } from '../permissions/effective/effective.ts'
import { listAllowedPermissions } from '../permissions/effective/list-allowed-permissions.ts'
import { registryOf } from '../permissions/permission-registry.ts'
import type { Player } from '../players/player.ts'
import { texturesOf } from '../profiles/textures/textures-of.ts'

/** The claims of each scope (OpenID Connect Core 1.0, 5.4; docs/openid.md). */
export const CLAIMS_OF_SCOPES = {
  openid: ['sub', 'auth_time', 'acr', 'amr'],
  profile: ['preferred_username', 'name', 'picture', 'locale', 'uuid'],
  email: ['email', 'email_verified'],
  minecraft: ['minecraft_name', 'minecraft_uuid', 'skin', 'cape'],
  roles: ['roles', 'groups'],
  permissions: ['permissions'],
  'Yggdrasil.PlayerProfiles.Select': ['selectedProfile'],
  'Yggdrasil.PlayerProfiles.Read': ['availableProfiles'],
} as const

/** Returns all claims about a player. The library sends a client only those of the granted scopes. */
export async function claimsOf(
  app: Pick<App, 'clock' | 'config' | 'settings'>,
  player: Player,
  permissions: EffectivePermissions,
) {
  const { config, settings } = app
  const profile = await gameProfiles(app).unsigned({ player, permissions })
  const { hdTexturesInGame, launcherBuilds } = await settings.read()
  const { skin, cape } = texturesOf(player, { publicUrl: config.publicUrl, hdTexturesInGame })
  return {
    sub: player.id,
    uuid: player.id,
    preferred_username: player.username,
    name: player.username,
    picture: `${config.publicUrl}/render/head/${player.id}`,
    locale: player.locale,
    ...(player.email !== null && {
      email: player.email,
      email_verified: player.activatedAt !== null,
    }),
    minecraft_name: player.username,
    minecraft_uuid: player.id.replaceAll('-', ''),
    ...(skin && { skin: skin.url }),
    ...(cape && { cape: cape.url }),
    roles: permissions.roles.map(({ id }) => id),
    groups: permissions.ranks.map(({ id }) => id),
    permissions: listAllowedPermissions(permissions, registryOf(launcherBuilds)),
    selectedProfile: profile,
    availableProfiles: [profile],
  }
}
