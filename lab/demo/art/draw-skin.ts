import { type Bitmap, blankBitmap } from '../../../packages/server/src/profiles/images/bitmap.ts'
import { type Box, paintBox, type Spot } from './box.ts'
import { type Color, mix, rgb, shade } from './color.ts'
import { paintHead } from './draw-head.ts'

export type Hair = 'short' | 'long' | 'bob' | 'bald' | 'hood'
export type Top = 'tunic' | 'jacket' | 'hoodie' | 'armor' | 'robe' | 'overalls'
export type Extra = 'beard' | 'crown' | 'goggles' | 'band'

/** The appearance of a player. Colors are written as `#1f6f5c`. */
export type Outfit = {
  skin: string
  hair: readonly [Hair, string]
  eyes: string
  top: readonly [kind: Top, main: string, accent: string]
  legs: string
  boots: string
  extra?: Extra
  slim?: boolean
}

const OVER = 16 // the outer layer of trunk and right limbs is this many pixels lower
const TRUNK: Box = { at: [16, 16], size: [8, 12, 4] }
const RIGHT_LEG: Box = { at: [0, 16], size: [4, 12, 4] }
const LEFT_LEG: Box = { at: [16, 48], size: [4, 12, 4] }

/** Draws a skin of 64 by 64 pixels. Depends only on its argument. */
export function drawSkin(outfit: Outfit): Bitmap {
  const skin = blankBitmap(64, 64)
  const width = outfit.slim ? 3 : 4
  paintHead(skin, outfit)
  paintBox(skin, TRUNK, (spot) => trunkColor(outfit, spot))
  for (const leg of [RIGHT_LEG, LEFT_LEG]) paintBox(skin, leg, (spot) => legColor(outfit, spot))
  for (const at of [
    [40, 16],
    [32, 48],
  ] as const) {
    paintBox(skin, { at, size: [width, 12, 4] }, (spot) => armColor(outfit, spot))
  }
  paintOver(skin, outfit, width)
  return skin
}

function trunkColor({ top: [kind, main, accent], skin, legs }: Outfit, spot: Spot): Color {
  const { face, x, y } = spot
  const [base, trim] = [rgb(main), rgb(accent)]
  if (face === 'top') return base
  if (face === 'bottom') return rgb(legs)
  const isFront = face === 'front'
  const center = x === 3 || x === 4
  const folded = shade(base, 1.05 - y * 0.022)
  if (isFront && y === 0 && center && kind !== 'hoodie') return rgb(skin)
  switch (kind) {
    case 'tunic':
      if (y === 9) return isFront && center ? rgb('#d8b45a') : rgb('#4a3424')
      if (y === 11 || (isFront && y === 1 && x > 1 && x < 6)) return trim
      return folded
    case 'jacket':
      if (isFront && x > 1 && x < 6) return y === 10 ? rgb('#3a2b20') : shade(trim, 1 - y * 0.015)
      return isFront && (x === 1 || x === 6) ? shade(base, 0.78) : folded
    case 'hoodie':
      if (isFront && (x === 2 || x === 5) && y > 0 && y < 4) return trim
      if (isFront && y > 6 && y < 10 && x > 0 && x < 7) return shade(base, 0.84)
      return y === 11 ? shade(base, 0.75) : folded
    case 'armor':
      if (y === 0 || y === 8 || (isFront && center && y < 8)) return trim
      if (isFront && y < 5 && (x === 1 || x === 6)) return shade(base, 1.16)
      return y > 8 ? shade(base, y % 2 ? 0.72 : 0.88) : folded
    case 'robe':
      if (isFront && center) return trim
      return y === 7 ? rgb('#3b2a20') : folded
    case 'overalls':
      if (y > 4) return rgb(legs)
      if (isFront && (x === 1 || x === 6)) return y === 4 ? rgb('#e3c35c') : rgb(legs)
      return shade(trim, 1 - y * 0.02)
  }
}

function armColor({ top: [kind, main, accent], skin }: Outfit, { face, y }: Spot): Color {
  const sleeve = kind === 'overalls' ? rgb(accent) : rgb(main)
  const bare = rgb(skin)
  if (face === 'bottom') return shade(bare, 0.92)
  if (face === 'top') return kind === 'armor' ? shade(sleeve, 1.12) : sleeve
  if (kind === 'armor') {
    if (y < 3) return y === 2 ? rgb(accent) : shade(sleeve, 1.1)
    return y > 6 && y < 10 ? shade(sleeve, y === 7 ? 1.1 : 0.86) : y < 7 ? rgb('#4d4a52') : bare
  }
  const end = kind === 'overalls' || kind === 'tunic' ? 5 : 9
  if (y === end) return kind === 'robe' || kind === 'tunic' ? rgb(accent) : shade(sleeve, 0.78)
  return y < end ? shade(sleeve, 1.04 - y * 0.022) : shade(bare, y === 11 ? 0.9 : 1)
}

function legColor({ top: [kind, main, accent], legs, boots }: Outfit, { face, x, y }: Spot): Color {
  if (face === 'bottom') return shade(rgb(boots), 0.7)
  if (kind === 'robe' && y < 9) return y === 8 ? rgb(accent) : shade(rgb(main), 0.94 - y * 0.02)
  if (y > 8) return y === 9 ? shade(rgb(boots), 1.22) : shade(rgb(boots), y === 11 ? 0.8 : 1)
  if (kind === 'armor' && face === 'front' && y > 3) return shade(rgb(main), y === 4 ? 1.1 : 0.9)
  const knee = face === 'front' && y === 5 && (x === 1 || x === 2)
  return shade(rgb(legs), knee ? 1.14 : 1.02 - y * 0.025)
}

/** Paints the outer layer of the trunk and the limbs. */
function paintOver(skin: Bitmap, outfit: Outfit, width: number): void {
  const {
    top: [kind, main, accent],
    hair: [hair, hairColor],
    legs,
  } = outfit
  const lower = ({ at: [x, y], size }: Box): Box => ({ at: [x, y + OVER], size })
  paintBox(skin, lower(TRUNK), ({ face, x, y }) => {
    if (hair === 'long' && face === 'back' && y < 6 - (x % 3)) return shade(rgb(hairColor), 0.92)
    if (kind === 'jacket' && face !== 'top' && face !== 'bottom') {
      if (face !== 'front' || x < 2 || x > 5)
        return y > 10 ? undefined : shade(rgb(main), 1.04 - y * 0.02)
    }
    if (kind === 'hoodie' && y < 2 && face === 'back') return shade(rgb(main), 0.86)
    if (kind === 'tunic' && y > 9 && face !== 'top' && face !== 'bottom')
      return mix(rgb(main), rgb(legs), 0.15)
    return undefined
  })
  const sleeves = kind === 'armor' ? 3 : kind === 'robe' ? 10 : 0
  for (const at of [
    [40, 16 + OVER],
    [48, 48],
  ] as const) {
    paintBox(skin, { at, size: [width, 12, 4] }, ({ face, y }) => {
      if (face === 'bottom' || (face !== 'top' && y >= sleeves) || sleeves === 0) return undefined
      if (kind === 'robe')
        return face === 'top' || y < 7 ? undefined : shade(rgb(main), y === 9 ? 0.7 : 0.9)
      return y === sleeves - 1 && face !== 'top' ? rgb(accent) : shade(rgb(main), 1.18)
    })
  }
}
