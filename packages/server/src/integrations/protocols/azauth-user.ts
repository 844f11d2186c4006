import type { AzauthUser } from '@portal/contract'
import type { EffectivePermissions } from '../../permissions/effective/effective.ts'
import { isoInstant } from '../../platform/clock.ts'
import type { Player } from '../../players/player.ts'

/** Clients require a color, but roles of this site have none. */
const NO_COLOR = '#808080'

export function toAzauthUser(
  player: Player,
  { roles, ban }: EffectivePermissions,
  accessToken: string,
): AzauthUser {
  return {
    username: player.username,
    email: player.email,
    email_verified: player.activatedAt !== null,
    money: player.realCents / 100,
    role: { name: roles[0]?.name ?? '', color: NO_COLOR },
    banned: ban !== undefined,
    uuid: player.id,
    access_token: accessToken,
    accessToken,
    clientToken: player.id,
    created_at: isoInstant(player.createdAt),
    skin: { slim: player.skinHash !== null && player.skinModel === 'slim' },
  }
}
