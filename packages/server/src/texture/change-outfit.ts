import type { Work } from '../change/change.ts'
import { Refusal } from '../errors.ts'
import type { Player } from '../player/player.ts'
import { lockPlayer } from '../player/player-store.ts'
import type { Texture, TextureKind } from './texture.ts'
import {
  keepTexture,
  lockTexture,
  type Outfit,
  releaseTexture,
  updateOutfit,
} from './texture-store.ts'

export type OutfitChange = {
  kind: TextureKind
  action: 'texture.uploaded' | 'texture.removed'
  /** What to wear from now on; absent parts stay. */
  outfit: Partial<Outfit>
  /** The textures of the outfit that may not be stored yet. */
  textures: readonly Texture[]
}

/**
 * Changes what a player wears, as a part of a change. Textures that nobody wears any more are released.
 * Parallel changes of one player run one after the other. Changes of players who share textures lock
 * these in one order, so that there is no deadlock.
 *
 * @returns the player after and before the change. @throws Refusal `player.notfound`
 */
export async function changeOutfit(
  { tx, now, note }: Work,
  playerId: string,
  { kind, action, outfit, textures }: OutfitChange,
): Promise<{ before: Player; after: Player }> {
  const before = await lockPlayer(tx, playerId)
  if (!before) throw new Refusal('player.notfound')
  const after = { ...before, ...outfit }
  const takenOff = hashesOf(kind, before)

  const kept = new Map(textures.map((texture) => [texture.hash, texture]))
  for (const hash of [...new Set([...kept.keys(), ...takenOff])].sort()) {
    const texture = kept.get(hash)
    await (texture ? keepTexture(tx, texture, now) : lockTexture(tx, hash))
  }
  await updateOutfit(tx, playerId, outfit)
  for (const hash of takenOff) await releaseTexture(tx, hash, now)

  const changed = { before: auditText(kind, before), after: auditText(kind, after) }
  if (changed.before !== null || changed.after !== null) note(action, playerId, changed)
  return { before, after }
}

function hashesOf(kind: TextureKind, worn: Outfit): string[] {
  const hashes = kind === 'skin' ? [worn.skinHash, worn.skinTwinHash] : [worn.capeHash]
  return hashes.filter((hash) => hash !== null)
}

/** Writes for the audit trail `skin 3f…a1 slim` or `cape 9c…07`; null when nothing is worn. */
function auditText(kind: TextureKind, { skinHash, skinModel, capeHash }: Outfit): string | null {
  if (kind === 'cape') return capeHash && `cape ${capeHash}`
  return skinHash && `skin ${skinHash} ${skinModel}`
}
