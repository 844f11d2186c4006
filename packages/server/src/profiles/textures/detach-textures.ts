import type { UnitOfWork } from '../../audit/change.ts'
import type { Player } from '../../players/player.ts'
import { texturesOfSavedSkin } from './saved-skin.ts'
import { deleteSavedSkins, listSavedSkins } from './saved-skin-store.ts'
import { lockTexture, releaseTexture, updateAppearance } from './texture-store.ts'

const NO_TEXTURES = { skinHash: null, skinTwinHash: null, skinModel: null, capeHash: null }

/**
 * Marks as unreferenced the textures of a player who will be deleted, unless the textures have another use. Locks them
 * in the order of their hashes, like every change.
 */
export async function detachTextures(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  player: Player,
): Promise<void> {
  const savedSkins = await listSavedSkins(tx, player.id)
  const worn = [
    player.skinHash,
    player.skinTwinHash,
    player.capeHash,
    ...savedSkins.flatMap(texturesOfSavedSkin),
  ]
  const textures = [...new Set(worn.filter((hash) => hash !== null))].sort()
  for (const hash of textures) await lockTexture(tx, hash)
  await updateAppearance(tx, player.id, NO_TEXTURES)
  await deleteSavedSkins(
    tx,
    player.id,
    savedSkins.map(({ skinHash }) => skinHash),
  )
  for (const hash of textures) await releaseTexture(tx, hash, now)
}
