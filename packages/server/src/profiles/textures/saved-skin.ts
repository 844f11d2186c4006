import type { SkinModel } from '@portal/contract'

export type SavedSkin = {
  skinHash: string
  /** The 64-pixel version of an HD skin; null for others. */
  twinHash: string | null
  model: SkinModel
  wornAt: number
}

/** Saved skins per player (docs/textures.md#last-skins). */
export const MAX_SAVED_SKINS = 10

/** @param change.newHash the skin to put on @param change.forget a skin to remove from the list */
export function skinsToForget(
  savedSkins: readonly SavedSkin[],
  { newHash: puts, forget }: { newHash: string | null; forget: string | null },
): SavedSkin[] {
  const others = savedSkins.filter(({ skinHash }) => skinHash !== puts)
  const forgottenSkins = others.filter(({ skinHash }) => skinHash === forget)
  const remaining = others.filter(({ skinHash }) => skinHash !== forget)
  return [
    ...forgottenSkins,
    ...remaining.slice(puts === null ? MAX_SAVED_SKINS : MAX_SAVED_SKINS - 1),
  ]
}

export function texturesOfSavedSkin({ skinHash, twinHash }: SavedSkin): string[] {
  return twinHash === null ? [skinHash] : [skinHash, twinHash]
}
