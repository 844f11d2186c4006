import type { GameProfile, GameSession } from '@portal/contract'
import type { Player } from '../../players/player.ts'
import { undashedId } from './game-token.ts'

export function toGameProfile({ id, username }: Pick<Player, 'id' | 'username'>): GameProfile {
  return { id: undashedId(id), name: username }
}

export function toGameSession(
  player: Player,
  tokens: { accessToken: string; clientToken: string },
  withUser: boolean,
): GameSession {
  const profile = toGameProfile(player)
  const properties = [{ name: 'preferredLanguage', value: player.locale }]
  return {
    ...tokens,
    availableProfiles: [profile],
    selectedProfile: profile,
    ...(withUser && { user: { id: profile.id, properties } }),
  }
}
