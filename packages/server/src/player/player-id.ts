const BARE = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/
const DASHED = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A player's id in its one form, out of one with dashes or without, in any case; undefined for others. */
export function readPlayerId(text: string): string | undefined {
  const id = text.toLowerCase().replace(BARE, '$1-$2-$3-$4-$5')
  return DASHED.test(id) ? id : undefined
}
