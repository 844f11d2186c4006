import type { Players } from '../player/players.ts'
import type { PlayerQuestion } from '../player/profile.ts'

export type Textures = { skinUrl: string; capeUrl: string; slim: boolean }

export type SkinProvider = ReturnType<typeof openSkin>

export function openSkin(players: Players) {
  return {
    /**
     * The addresses of a player's skin and cape; empty for none, and for an unknown player.
     *
     * @throws SiteError if the site gives no answer.
     */
    async textures(player: PlayerQuestion): Promise<Textures> {
      const { skin, cape } = (await players.find(player))?.textures ?? {}
      return { skinUrl: skin?.url ?? '', capeUrl: cape?.url ?? '', slim: skin?.slim ?? false }
    },
  }
}
