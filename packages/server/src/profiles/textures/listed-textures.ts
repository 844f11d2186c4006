import type { endpoints, Textures } from '@portal/contract'
import type { Static } from 'typebox'
import type { Player } from '../../players/player.ts'
import { texturesOf } from './textures-of.ts'

type Site = Parameters<typeof texturesOf>[1]

/**
 * Lists a player's textures for launch servers with a JSON texture provider. The list is empty for an unknown player.
 */
export function toLaunchTextures(
  player: Player | undefined,
  site: Site,
): Static<(typeof endpoints.playerTextures)['reply']> {
  const { skin, cape }: Static<typeof Textures> = player ? texturesOf(player, site) : {}
  return {
    ...(skin && {
      SKIN: {
        ...toLaunchTexture(skin),
        ...(skin.slim && { metadata: { model: 'slim' as const } }),
      },
    }),
    ...(cape && { CAPE: toLaunchTexture(cape) }),
  }
}

/**
 * Lists a player's textures as hashes for CustomSkinLoader, skins by model. For an unknown name, the response is that
 * of a player without textures, with the name as the mod wrote it.
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

function toLaunchTexture({ url }: { url: string }): { url: string; digest: string } {
  return { url, digest: hashOf(url) }
}

function hashOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}
