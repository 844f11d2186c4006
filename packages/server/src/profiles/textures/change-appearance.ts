import type { TextureKind } from '@portal/contract'
import type { UnitOfWork } from '../../audit/change.ts'
import type { Db } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Player } from '../../players/player.ts'
import { lockPlayer } from '../../players/player-store.ts'
import { skinsToForget, texturesOfSavedSkin } from './saved-skin.ts'
import { deleteSavedSkins, listSavedSkins, saveSkin } from './saved-skin-store.ts'
import type { Texture } from './texture.ts'
import {
  type Appearance,
  lockTexture,
  releaseTexture,
  retainTexture,
  storeTexture,
  updateAppearance,
} from './texture-store.ts'
import { textureUrl } from './textures-of.ts'

export type AppearanceChange = {
  kind: TextureKind
  action: 'texture.uploaded' | 'texture.removed' | 'texture.worn' | 'texture.copied'
  appearance: Partial<Appearance>
  textures: readonly Texture[]
  stored?: readonly string[]
  forget?: boolean
}

/**
 * Changes which textures a player wears. A skin that is put on becomes the newest saved skin. Textures that are no
 * longer used are marked as unreferenced. All changes lock textures in the order of their hashes to avoid deadlocks.
 * @returns the player before and after the change
 * @throws Refusal `player.notfound`; `look.notfound` if a texture in `stored` no longer exists
 */
export async function changeAppearance(
  { tx, now, audit, emit }: UnitOfWork,
  playerId: string,
  { kind, action, appearance, textures, stored = [], forget = false }: AppearanceChange,
): Promise<{ before: Player; after: Player }> {
  const before = await lockPlayer(tx, playerId)
  if (!before) throw new Refusal('player.notfound')
  const after = { ...before, ...appearance }
  const savedSkins = kind === 'skin' ? await listSavedSkins(tx, playerId) : []
  const removed = skinsToForget(savedSkins, {
    newHash: after.skinHash,
    forget: forget ? before.skinHash : null,
  })
  const releasedHashes = [...hashesOf(kind, before), ...removed.flatMap(texturesOfSavedSkin)]

  const newTextures = new Map(textures.map((texture) => [texture.hash, texture]))
  for (const hash of [...new Set([...newTextures.keys(), ...stored, ...releasedHashes])].sort()) {
    const texture = newTextures.get(hash)
    if (texture) await storeTexture(tx, texture, now)
    else if (!stored.includes(hash)) await lockTexture(tx, hash)
    else if (!(await retainTexture(tx, hash))) throw new Refusal('look.notfound')
  }
  await updateAppearance(tx, playerId, appearance)
  await deleteSavedSkins(
    tx,
    playerId,
    removed.map(({ skinHash }) => skinHash),
  )
  if (kind === 'skin')
    await saveWornSkin(tx, after, Math.max(now, (savedSkins[0]?.wornAt ?? 0) + 1))
  for (const hash of releasedHashes) await releaseTexture(tx, hash, now)

  const changed = { before: auditText(kind, before), after: auditText(kind, after) }
  if (changed.before === null && changed.after === null) return { before, after }
  audit(action, playerId, changed)
  const hash = kind === 'skin' ? after.skinHash : after.capeHash
  const url = hash === null ? null : textureUrl({ publicUrl: '' }, hash) // a path, which `toEnvelope` makes absolute
  emit('player.texture_changed', { player: playerId, kind, url })
  return { before, after }
}

/**
 * Makes the worn skin the newest saved skin.
 * @param wornAt must be later than `wornAt` of the player's other saved skins, even within one millisecond
 */
async function saveWornSkin(tx: Db, worn: Player, wornAt: number): Promise<void> {
  const { skinHash, skinTwinHash: twinHash } = worn
  if (skinHash === null) return
  await saveSkin(tx, worn.id, { skinHash, twinHash, model: worn.skinModel ?? 'classic', wornAt })
}

function hashesOf(kind: TextureKind, worn: Appearance): string[] {
  const hashes = kind === 'skin' ? [worn.skinHash, worn.skinTwinHash] : [worn.capeHash]
  return hashes.filter((hash) => hash !== null)
}

function auditText(
  kind: TextureKind,
  { skinHash, skinModel, capeHash }: Appearance,
): string | null {
  if (kind === 'cape') return capeHash && `cape ${capeHash}`
  return skinHash && `skin ${skinHash} ${skinModel}`
}
