type Size = { width: number; height: number }

const SKIN_SCALES = [1, 2, 4, 8, 16]
const LARGEST_CAPE_SCALE = 16

/** The sizes of capes. The game knows the first; the others are its upper left part. */
const CAPES = [
  { width: 64, height: 32 },
  { width: 22, height: 17 },
  { width: 46, height: 22 },
] as const

/** Returns how many times larger than the game's own a skin is; undefined for any other size. */
export function skinScale({ width, height }: Size): number | undefined {
  const scale = width / 64
  const isSkin = SKIN_SCALES.includes(scale) && (height === width || height * 2 === width)
  return isSkin ? scale : undefined
}

/**
 * Returns how many times larger than the game's own a cape is, at most 16, which is 1024 pixels wide
 * after padding; undefined for any other size.
 */
export function capeScale({ width, height }: Size): number | undefined {
  const scales = CAPES.map((cape) => ({ scale: width / cape.width, height: cape.height }))
  return scales.find(
    ({ scale, height: unit }) =>
      Number.isInteger(scale) &&
      scale >= 1 &&
      scale <= LARGEST_CAPE_SCALE &&
      height === scale * unit,
  )?.scale
}
