import type { Textures } from '@portal/contract'
import type { Static } from 'typebox'
import type { Player } from '../player/player.ts'

type Worn = Pick<Player, 'skinHash' | 'skinTwinHash' | 'skinModel' | 'capeHash'>

/**
 * What a player wears, for profiles. The game takes no skin wider than 64 pixels: an HD skin is
 * named by its twin of that size unless the site says otherwise (textures, HD).
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

/** The game tells textures apart by the last part of their address (textures, What the game does). */
export function textureUrl({ publicUrl }: { publicUrl: string }, hash: string): string {
  return `${publicUrl}/textures/${hash}`
}
