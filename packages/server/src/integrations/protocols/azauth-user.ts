import type { AzauthUser } from '@portal/contract'
import type { Standing } from '../../permissions/effective/effective.ts'
import { isoInstant } from '../../platform/clock.ts'
import type { Player } from '../../players/player.ts'

/** Roles have no colours here, but clients want one. */
const NO_COLOR = '#808080'

/** Describes a player to a launcher that was made for Azuriom. */
export function toAzauthUser(
  player: Player,
  { roles, ban }: Standing,
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
