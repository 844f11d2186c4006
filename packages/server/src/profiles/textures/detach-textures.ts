import type { Work } from '../../audit/change.ts'
import type { Player } from '../../players/player.ts'
import { texturesOfLook } from './saved-skin.ts'
import { deleteLooks, listLooks } from './saved-skin-store.ts'
import { lockTexture, releaseTexture, updateOutfit } from './texture-store.ts'

const NOTHING = { skinHash: null, skinTwinHash: null, skinModel: null, capeHash: null }

/**
 * Takes everything off a locked player who is about to be deleted, and empties their last skins, so that
 * textures that nobody else wears are released. Textures are locked in one order, as by every change.
 */
export async function undress(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  player: Player,
): Promise<void> {
  const looks = await listLooks(tx, player.id)
  const worn = [
    player.skinHash,
    player.skinTwinHash,
    player.capeHash,
    ...looks.flatMap(texturesOfLook),
  ]
  const textures = [...new Set(worn.filter((hash) => hash !== null))].sort()
  for (const hash of textures) await lockTexture(tx, hash)
  await updateOutfit(tx, player.id, NOTHING)
  await deleteLooks(
    tx,
    player.id,
    looks.map(({ skinHash }) => skinHash),
  )
  for (const hash of textures) await releaseTexture(tx, hash, now)
}
