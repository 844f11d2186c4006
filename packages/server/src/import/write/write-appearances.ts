import type { UnitOfWork } from '../../audit/change.ts'
import { saveSkin } from '../../profiles/textures/saved-skin-store.ts'
import {
  type Appearance,
  storeTexture,
  updateAppearance,
} from '../../profiles/textures/texture-store.ts'
import type { StagingDatabase } from '../plan/staging-store.ts'
import { findStagedTexture } from '../plan/texture-store.ts'

export async function writeAppearances(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  staging: StagingDatabase,
  players: readonly { id: string; appearance: Partial<Appearance> }[],
): Promise<void> {
  const hashes = players.flatMap(({ appearance }) => [
    ...[appearance.skinHash, appearance.skinTwinHash, appearance.capeHash].filter(
      (hash) => hash != null,
    ),
  ])
  // sorted by hash, as in changeAppearance, to avoid deadlocks
  for (const hash of [...new Set(hashes)].sort()) {
    await storeTexture(tx, findStagedTexture(staging, hash), now)
  }
  for (const { id, appearance } of players) {
    if (Object.keys(appearance).length === 0) continue
    await updateAppearance(tx, id, appearance)
    const { skinHash, skinTwinHash = null, skinModel } = appearance
    if (!skinHash) continue
    const savedSkin = {
      skinHash,
      twinHash: skinTwinHash,
      model: skinModel ?? 'classic',
      wornAt: now,
    }
    await saveSkin(tx, id, savedSkin)
  }
}
