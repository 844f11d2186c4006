/** A color as 0xRRGGBBAA, the format of bitmaps of the server. */
export type Color = number

/** Parses a color such as `#1f6f5c`. */
export function rgb(hex: string): Color {
  return Number.parseInt(`${hex.slice(1)}ff`, 16)
}

/** Multiplies red, green and blue by the factor, up to 255 each. */
export function shade(color: Color, factor: number): Color {
  return mapChannels(color, (level) => level * factor)
}

/** Mixes two colors. `part` is the share of the second one, from 0 to 1. */
export function mix(from: Color, to: Color, part: number): Color {
  const levels = channelsOf(to)
  return mapChannels(from, (level, index) => level + ((levels[index] ?? 0) - level) * part)
}

function mapChannels(color: Color, change: (level: number, index: number) => number): Color {
  const levels = channelsOf(color).map((level, index) =>
    Math.max(0, Math.min(255, Math.round(change(level, index)))),
  )
  return levels.reduce((sum, level) => sum * 256 + level, 0) * 256 + (color & 255)
}

function channelsOf(color: Color): number[] {
  return [(color >>> 24) & 255, (color >>> 16) & 255, (color >>> 8) & 255]
}

/**
 * Returns a pseudorandom number from 0 to 1 that depends only on the arguments, so that each run draws the same
 * picture.
 */
export function noise(x: number, y: number, seed = 0): number {
  let mixed = Math.imul(x + 374_761 * seed, 668_265_263) ^ Math.imul(y + 1, 2_246_822_519)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2_246_822_519)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 3_266_489_917)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}
