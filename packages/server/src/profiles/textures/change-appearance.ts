import type { TextureKind } from '@portal/contract'
import type { Work } from '../../audit/change.ts'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { leavingLooks, texturesOfLook } from './saved-skin.ts'
import { deleteLooks, keepLook, listLooks } from './saved-skin-store.ts'
import type { Texture } from './texture.ts'
import {
  keepStored,
  keepTexture,
  lockTexture,
  type Outfit,
  releaseTexture,
  updateOutfit,
} from './texture-store.ts'

export type OutfitChange = {
  kind: TextureKind
  action: 'texture.uploaded' | 'texture.removed' | 'texture.worn' | 'texture.copied'
  /** What to wear from now on; absent parts stay. */
  outfit: Partial<Outfit>
  /** The textures of the outfit that may not be stored yet. */
  textures: readonly Texture[]
  /** Those that are stored, by hash. */
  stored?: readonly string[]
  /** Whether a skin that is taken off also leaves the player's last skins. */
  forgets?: boolean
}

/**
 * Changes what a player wears, as a part of a change. Textures that nobody wears any more are released.
 * Parallel changes of one player run one after the other. Changes of players who share textures lock
 * these in one order, so that there is no deadlock. A skin that is put on comes to the top of the
 * player's last skins, and what is too much there leaves.
 *
 * @returns the player after and before the change. @throws Refusal `player.notfound`;
 * `look.notfound` when a stored texture is gone.
 */
export async function changeOutfit(
  { tx, now, note }: Work,
  playerId: string,
  { kind, action, outfit, textures, stored = [], forgets = false }: OutfitChange,
): Promise<{ before: Player; after: Player }> {
  const before = await lockPlayer(tx, playerId)
  if (!before) throw new Refusal('player.notfound')
  const after = { ...before, ...outfit }
  const looks = kind === 'skin' ? await listLooks(tx, playerId) : []
  const leaving = leavingLooks(looks, {
    puts: after.skinHash,
    forgets: forgets ? before.skinHash : null,
  })
  const letGo = [...hashesOf(kind, before), ...leaving.flatMap(texturesOfLook)]

  const kept = new Map(textures.map((texture) => [texture.hash, texture]))
  for (const hash of [...new Set([...kept.keys(), ...stored, ...letGo])].sort()) {
    const texture = kept.get(hash)
    if (texture) await keepTexture(tx, texture, now)
    else if (!stored.includes(hash)) await lockTexture(tx, hash)
    else if (!(await keepStored(tx, hash))) throw new Refusal('look.notfound')
  }
  await updateOutfit(tx, playerId, outfit)
  await deleteLooks(
    tx,
    playerId,
    leaving.map(({ skinHash }) => skinHash),
  )
  if (kind === 'skin') await keepLookOf(tx, after, Math.max(now, (looks[0]?.wornAt ?? 0) + 1))
  for (const hash of letGo) await releaseTexture(tx, hash, now)

  const changed = { before: auditText(kind, before), after: auditText(kind, after) }
  if (changed.before !== null || changed.after !== null) note(action, playerId, changed)
  return { before, after }
}

/** @param wornAt later than that of any other look of the player, also within one millisecond. */
async function keepLookOf(tx: Db, worn: Player, wornAt: number): Promise<void> {
  const { skinHash, skinTwinHash: twinHash } = worn
  if (skinHash === null) return
  await keepLook(tx, worn.id, { skinHash, twinHash, model: worn.skinModel ?? 'classic', wornAt })
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
