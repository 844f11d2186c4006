import type { endpoints, Textures } from '@portal/contract'
import type { Static } from 'typebox'
import type { Player } from '../../players/player.ts'
import { texturesOf } from './textures-of.ts'

type Site = Parameters<typeof texturesOf>[1]

/** Lists what a player wears for launch servers with a JSON texture provider; empty without a player. */
export function toLaunchTextures(
  player: Player | undefined,
  site: Site,
): Static<(typeof endpoints.playerTextures)['reply']> {
  const { skin, cape }: Static<typeof Textures> = player ? texturesOf(player, site) : {}
  return {
    ...(skin && {
      SKIN: { ...listed(skin), ...(skin.slim && { metadata: { model: 'slim' as const } }) },
    }),
    ...(cape && { CAPE: listed(cape) }),
  }
}

/**
 * Lists what a player wears for the CustomSkinLoader mod: textures by hash, skins by model. An unknown name looks like
 * a player who wears nothing: both are spelled as the mod sent them.
 */
export function toCslProfile(
  name: string,
  player: Player | undefined,
  site: Site,
): Static<(typeof endpoints.cslProfile)['reply']> {
  const { skin, cape }: Static<typeof Textures> = player ? texturesOf(player, site) : {}
  return {
    username: (skin || cape) && player ? player.username : name,
    ...(skin && { skins: { [skin.slim ? 'slim' : 'default']: hashOf(skin.url) } }),
    ...(cape && { cape: hashOf(cape.url) }),
  }
}

function listed({ url }: { url: string }): { url: string; digest: string } {
  return { url, digest: hashOf(url) }
}

/** Returns the last part of a texture's address, which is the SHA-256 of its bytes. */
function hashOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
