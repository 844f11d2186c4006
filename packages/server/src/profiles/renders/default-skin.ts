import type { SkinModel } from '@portal/contract'
import { type Area, type Bitmap, blankBitmap, setPixel } from '../images/bitmap.ts'

const COLOURS: Readonly<Record<string, number>> = {
  s: 0xecc9a4ff, // skin
  d: 0xd3a982ff, // skin in the shade
  i: 0x24303aff, // eyes
  b: 0xd9b36aff, // scarf, cuffs and belt
  a: 0xdff3eaff, // the arch on the chest
  t: 0x3d4650ff, // trousers
  u: 0x313942ff, // trousers in the shade
  o: 0x1d2227ff, // boots
}

/** The colors of cloak and hood, each light and shaded. Only these differ between the two figures. */
const CLOAKS: Readonly<Record<SkinModel, Readonly<Record<string, number>>>> = {
  classic: { c: 0x1f6f5cff, k: 0x18584aff },
  slim: { c: 0x7a4a6dff, k: 0x613a57ff },
}

const FACE = [
  'cccccccc', //
  'cccccccc',
  'ckkkkkkc',
  'cksssskc',
  'csissisc',
  'csissisc',
  'cssssssc',
  'kcddddck',
]

/** The front of the cloak: a scarf and, on the chest, the arch of a portal. */
const FRONT_OF_CLOAK = [
  'cbbbbbbc',
  'kcbbbcck',
  'kccbbcck',
  'kccaacck',
  'kcakkack',
  'kcakkack',
  'kcakkack',
  'kcakkack',
  'kcccccck',
  'kkkkkkkk',
  'bbbbbbbb',
  'tttttttt',
]

/** A box of the figure, in pixels: the corner of its unfolded sides on the skin, and its size. */
type Box = { at: readonly [x: number, y: number]; size: readonly [w: number, h: number, d: number] }

const HEAD: Box = { at: [0, 0], size: [8, 8, 8] }
const TRUNK: Box = { at: [16, 16], size: [8, 12, 4] }
const LEGS: readonly Box[] = [
  { at: [0, 16], size: [4, 12, 4] },
  { at: [16, 48], size: [4, 12, 4] },
]
const ARMS_AT = [
  [40, 16],
  [32, 48],
] as const

/**
 * The skins of players without a skin, one for each model. They were designed for this project and are drawn once, at
 * startup.
 */
export const defaultSkins: Readonly<Record<SkinModel, Bitmap>> = {
  classic: drawSkin('classic', 4),
  slim: drawSkin('slim', 3),
}

function drawSkin(model: SkinModel, armWidth: number): Bitmap {
  const skin = blankBitmap(64, 64)
  const paint: Paint = { skin, colours: { ...COLOURS, ...CLOAKS[model] } }
  paintBox(paint, HEAD, { top: 'c', sides: [...'ccccccck'], bottom: 'd' })
  paintRows(paint, [8, 8], FACE)

  paintBox(paint, TRUNK, { top: 'c', sides: [...'bccccccccbbt'], bottom: 't' })
  paintRows(paint, [20, 20], FRONT_OF_CLOAK)
  for (const leg of LEGS) {
    paintBox(paint, leg, { top: 't', sides: [...'tttttttuuooo'], bottom: 'o' })
  }
  for (const at of ARMS_AT) {
    const arm: Box = { at, size: [armWidth, 12, 4] }
    paintBox(paint, arm, { top: 'c', sides: [...'cccccccckbsd'], bottom: 'd' })
  }
  return skin
}

type Paint = { skin: Bitmap; colours: Readonly<Record<string, number>> }

/**
 * Paints a box of the figure, each line of pixels in its own color, from the top down. On the skin, the right, front,
 * left and back side are next to each other, with top and bottom above them.
 */
function paintBox(
  paint: Paint,
  { at: [x, y], size: [width, height, depth] }: Box,
  colours: { top: string; sides: readonly string[]; bottom: string },
): void {
  fill(paint, [x + depth, y, width, depth], colours.top)
  fill(paint, [x + depth + width, y, width, depth], colours.bottom)
  for (let line = 0; line < height; line += 1) {
    const colour = colours.sides[line] ?? colours.bottom
    fill(paint, [x, y + depth + line, 2 * (width + depth), 1], colour)
  }
}

function paintRows(paint: Paint, [x, y]: readonly [number, number], rows: readonly string[]): void {
  for (const [line, row] of rows.entries()) {
    for (const [column, letter] of [...row].entries()) {
      fill(paint, [x + column, y + line, 1, 1], letter)
    }
  }
}

function fill({ skin, colours }: Paint, [left, top, width, height]: Area, letter: string): void {
  const colour = colours[letter]
  if (colour === undefined) return
  for (let y = top; y < top + height; y += 1) {
    for (let x = left; x < left + width; x += 1) setPixel(skin, x, y, colour)
  }
}
