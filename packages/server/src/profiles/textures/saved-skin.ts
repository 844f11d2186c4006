import type { SkinModel } from '@portal/contract'

/** A skin that a player has worn, and can put on again. */
export type Look = {
  skinHash: string
  /** The twin of an HD skin; null for others. */
  twinHash: string | null
  model: SkinModel
  wornAt: number
}

/** How many skins a player can put on again (docs/contract.md#last-skins). */
export const MOST_LOOKS = 10

/**
 * Chooses the looks that leave a list, newest first, when a skin is put on or taken off.
 *
 * @param change.forgets a skin that must not stay in the list.
 */
export function leavingLooks(
  looks: readonly Look[],
  { puts, forgets }: { puts: string | null; forgets: string | null },
): Look[] {
  const others = looks.filter(({ skinHash }) => skinHash !== puts)
  const forgotten = others.filter(({ skinHash }) => skinHash === forgets)
  const staying = others.filter(({ skinHash }) => skinHash !== forgets)
  return [...forgotten, ...staying.slice(puts === null ? MOST_LOOKS : MOST_LOOKS - 1)]
}

/** The textures of a look. */
export function texturesOfLook({ skinHash, twinHash }: Look): string[] {
  return twinHash === null ? [skinHash] : [skinHash, twinHash]
}
