import type { Players } from '../player/players.ts'
import type { PlayerSelector } from '../player/profile.ts'

export type Textures = { skinUrl: string; capeUrl: string; slim: boolean }

export type SkinProvider = ReturnType<typeof openSkin>

export function openSkin(players: Players) {
  return {
    /**
     * Returns the player's textures; empty if there are none or the player is unknown. @throws SiteError if the site is
     * unavailable
     */
    async textures(player: PlayerSelector): Promise<Textures> {
      const { skin, cape } = (await players.find(player))?.textures ?? {}
      return { skinUrl: skin?.url ?? '', capeUrl: cape?.url ?? '', slim: skin?.slim ?? false }
    },
  }
}
