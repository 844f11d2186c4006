import type { Bitmap } from '../../../packages/server/src/profiles/images/bitmap.ts'
import { type Box, paintBox, type Spot } from './box.ts'
import { type Color, noise, rgb, shade } from './color.ts'
import type { Hair, Outfit } from './draw-skin.ts'

const HEAD: Box = { at: [0, 0], size: [8, 8, 8] }
const HAT: Box = { at: [32, 0], size: [8, 8, 8] }

/** How many rows of the face, the sides and the back of the head the hair covers. */
const LENGTH: Readonly<Record<Hair, { face: number; side: number; back: number }>> = {
  short: { face: 2, side: 3, back: 5 },
  bob: { face: 2, side: 6, back: 7 },
  long: { face: 2, side: 8, back: 8 },
  bald: { face: 0, side: 0, back: 0 },
  hood: { face: 2, side: 3, back: 5 },
}

/** Paints the head with face and hair, and its outer layer. */
export function paintHead(skin: Bitmap, outfit: Outfit): void {
  paintBox(skin, HEAD, (spot) =>
    isHair(outfit, spot) ? hairColor(outfit, spot) : faceColor(outfit, spot),
  )
  paintBox(skin, HAT, (spot) => extraColor(outfit, spot) ?? hatColor(outfit, spot))
}

function isHair({ hair: [hair] }: Outfit, { face, x, y }: Spot): boolean {
  const { face: fringe, side, back } = LENGTH[hair]
  if (hair === 'bald' || face === 'bottom') return false
  if (face === 'top') return true
  if (face === 'back') return y < back
  if (face === 'front') {
    const uneven = noise(x, 0, side) > 0.55 ? 1 : 0
    return y < fringe + uneven || ((x === 0 || x === 7) && y < Math.min(side, 6))
  }
  const toFace = face === 'right' ? x : 7 - x // 7 is next to the face
  return y < (toFace > 5 ? Math.min(side, 5) : side)
}

function hairColor({ hair: [kind, color] }: Outfit, { x, y }: Spot): Color {
  const strand = noise(x, kind === 'long' ? 0 : y >> 1, 3) > 0.5 ? 1.08 : 0.9
  return shade(rgb(color), strand - y * 0.012)
}

function faceColor({ skin, eyes, hair: [, hair] }: Outfit, { face, x, y }: Spot): Color {
  const tone = rgb(skin)
  if (face !== 'front') return shade(tone, face === 'bottom' ? 0.8 : 0.97)
  const mirrored = x < 4 ? x : 7 - x
  if (y === 3 && (mirrored === 1 || mirrored === 2)) return shade(rgb(hair), 0.72)
  if (y === 4 && mirrored === 1) return rgb('#f2f0ea')
  if (y === 4 && mirrored === 2) return rgb(eyes)
  if (y === 5 && mirrored === 3) return shade(tone, 0.93)
  if (y === 5 && mirrored === 1) return shade(tone, 1.03)
  if (y === 6 && mirrored === 3) return shade(tone, 0.8)
  return y === 7 ? shade(tone, 0.95) : tone
}

function extraColor({ extra, hair: [, hair] }: Outfit, { face, x, y }: Spot): Color | undefined {
  if (face === 'top' || face === 'bottom') return undefined
  switch (extra) {
    case 'crown':
      if (y === 1) return rgb(x % 3 === 1 ? '#c2405a' : '#e2b842')
      return y === 0 && x % 2 === 0 ? rgb('#f0cf62') : undefined
    case 'goggles':
      if (face === 'front' && (y === 1 || y === 2) && x % 4 !== 0 && x !== 7) {
        return rgb(y === 1 ? '#9fd8e6' : '#4d8fa8')
      }
      return y === 1 || y === 2 ? rgb('#5a4130') : undefined
    case 'band':
      return y === 2 ? rgb('#b8322f') : undefined
    case 'beard':
      if (face === 'front')
        return y > 5 && !(y === 6 && (x === 3 || x === 4)) ? shade(rgb(hair), 0.95) : undefined
      return face !== 'back' && y > 4 && (face === 'right' ? x > 5 : x < 2)
        ? shade(rgb(hair), 0.85)
        : undefined
    default:
      return undefined
  }
}

function hatColor(
  { hair: [kind, color], top: [, main] }: Outfit,
  { face, x, y }: Spot,
): Color | undefined {
  if (kind === 'hood') {
    const isOpening = face === 'front' && y > 0 && x > 0 && x < 7
    return face === 'bottom' || isOpening
      ? undefined
      : shade(rgb(main), face === 'front' ? 0.86 : 0.95)
  }
  if (kind === 'bald' || face === 'bottom') return undefined
  if (face === 'top') return shade(rgb(color), noise(x, y, 5) > 0.5 ? 1.12 : 0.98)
  const isFringe = face === 'front' && (y === 0 || (y === 1 && noise(x, 1, 9) > 0.35))
  const isLock = kind === 'long' && face !== 'front' && y > 1
  return isFringe || isLock ? shade(rgb(color), noise(x, y, 7) > 0.5 ? 1.05 : 0.93) : undefined
}
