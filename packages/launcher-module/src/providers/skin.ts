import type { Players } from '../player/players.ts'
import type { PlayerQuestion } from '../player/profile.ts'

export type Textures = { skinUrl: string; capeUrl: string; slim: boolean }

export type SkinProvider = ReturnType<typeof openSkin>

/** Skins and capes of the site. */
export function openSkin(players: Players) {
  return {
    /**
     * What a player wears; empty addresses where he wears nothing or the site does not know him.
     *
     * @throws SiteError when the site gives no answer.
     */
    async textures(player: PlayerQuestion): Promise<Textures> {
      const { skin, cape } = (await players.find(player))?.textures ?? {}
      return { skinUrl: skin?.url ?? '', capeUrl: cape?.url ?? '', slim: skin?.slim ?? false }
    },
  }
}
