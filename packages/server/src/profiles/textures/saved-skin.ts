import type { SkinModel } from '@portal/contract'

export type SavedSkin = {
  skinHash: string
  /** The hash of the 64-pixel version of an HD skin; null for other skins. */
  twinHash: string | null
  model: SkinModel
  wornAt: number
}

/** How many skins of a player are saved (docs/textures.md#last-skins). */
export const MAX_SAVED_SKINS = 10

/**
 * Returns the saved skins to delete when a player changes the skin: the one in `forget`, and the oldest beyond the
 * limit.
 * @param change.newHash the skin that is put on; null if none is
 * @param change.forget a skin to delete from the list; null for none
 */
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
