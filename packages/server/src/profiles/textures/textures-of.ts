import type { Textures } from '@portal/contract'
import type { Static } from 'typebox'
import type { Player } from '../../players/player.ts'

type Worn = Pick<Player, 'skinHash' | 'skinTwinHash' | 'skinModel' | 'capeHash'>

/**
 * Returns the textures that a player wears, for the game. The game accepts no skin wider than 64 pixels, so an HD skin
 * is replaced by its 64-pixel version unless `hdTexturesInGame` is on.
 */
export function texturesOf(
  { skinHash, skinTwinHash, skinModel, capeHash }: Worn,
  site: { publicUrl: string; hdTexturesInGame: boolean },
): Static<typeof Textures> {
  const skin = site.hdTexturesInGame ? skinHash : (skinTwinHash ?? skinHash)
  return {
    ...(skin && { skin: { url: textureUrl(site, skin), slim: skinModel === 'slim' } }),
    ...(capeHash && { cape: { url: textureUrl(site, capeHash) } }),
  }
}

/**
 * Returns the URL of a texture. The game identifies a texture by the last segment (docs/textures.md#skins-and-capes).
 */
export function textureUrl({ publicUrl }: { publicUrl: string }, hash: string): string {
  return `${publicUrl}/textures/${hash}`
}
