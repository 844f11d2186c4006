import type { GameProfile, GameSession } from '@portal/contract'
import type { Player } from '../../players/player.ts'
import { bareId } from './game-token.ts'

/** Names a player as the game does. */
export function toGameProfile({ id, username }: Pick<Player, 'id' | 'username'>): GameProfile {
  return { id: bareId(id), name: username }
}

/** Describes a game session to the launcher that has its token. */
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
