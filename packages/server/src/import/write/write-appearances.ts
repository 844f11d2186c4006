import type { Work } from '../../audit/change.ts'
import { keepLook } from '../../profiles/textures/saved-skin-store.ts'
import { keepTexture, type Outfit, updateOutfit } from '../../profiles/textures/texture-store.ts'
import type { Scratch } from '../plan/staging-store.ts'
import { takeTexture } from '../plan/texture-store.ts'

/** Puts on players who just came what the plan has for them. */
export async function wearOutfits(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  scratch: Scratch,
  players: readonly { id: string; outfit: Partial<Outfit> }[],
): Promise<void> {
  const hashes = players.flatMap(({ outfit }) => [
    ...[outfit.skinHash, outfit.skinTwinHash, outfit.capeHash].filter((hash) => hash != null),
  ])
  // In one order, as changeOutfit does it: changes that share textures do not wait for each other.
  for (const hash of [...new Set(hashes)].sort()) {
    await keepTexture(tx, takeTexture(scratch, hash), now)
  }
  for (const { id, outfit } of players) {
    if (Object.keys(outfit).length === 0) continue
    await updateOutfit(tx, id, outfit)
    const { skinHash, skinTwinHash = null, skinModel } = outfit
    if (!skinHash) continue
    const look = { skinHash, twinHash: skinTwinHash, model: skinModel ?? 'classic', wornAt: now }
    await keepLook(tx, id, look)
  }
}
