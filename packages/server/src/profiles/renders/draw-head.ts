import { type Bitmap, blankBitmap, pixelAt } from '../images/bitmap.ts'
import { yieldEvery } from '../images/yield-every.ts'
import { blendPixel, hasHat } from './draw-flat.ts'

type Slope = { x: number; y: number; start: number }

type Face = {
  /** Maps a point of the picture to a position on this face, across and down. On the face, both are between 0 and 1. */
  across: Slope
  down: Slope
  /** Where the face is on the skin: the upper left corner of its eight by eight units, for the head and for the hat. */
  head: readonly [x: number, y: number]
  hat: readonly [x: number, y: number]
  light: number
}

/**
 * The visible faces of an isometric cube around the origin. The vertical unit is an edge of the cube, the horizontal
 * unit half of its width.
 */
const FACES: readonly Face[] = [
  {
    across: { x: 0.5, y: 1, start: 1 },
    down: { x: -0.5, y: 1, start: 1 },
    head: [8, 0],
    hat: [40, 0],
    light: 1,
  },
  {
    across: { x: 1, y: 0, start: 1 },
    down: { x: -0.5, y: 1, start: 0 },
    head: [8, 8],
    hat: [40, 8],
    light: 0.9,
  },
  {
    across: { x: 1, y: 0, start: 0 },
    down: { x: 0.5, y: 1, start: 0 },
    head: [16, 8],
    hat: [48, 8],
    light: 0.7,
  },
]

/** The size of the hat relative to the head. The hat is a cube around the head. */
const HAT_SIZE = 9 / 8

/** Draws the head as an isometric cube, with the hat around it, into a square with sides of `size` pixels. */
export async function drawHead(skin: Bitmap, size: number): Promise<Bitmap> {
  const canvas = blankBitmap(size, size)
  const hatEdge = size / 2
  for (const face of FACES) {
    await drawFace(skin, canvas, { face, edge: hatEdge / HAT_SIZE, layer: 'head' })
  }
  if (!hasHat(skin)) return canvas
  for (const face of FACES) await drawFace(skin, canvas, { face, edge: hatEdge, layer: 'hat' })
  return canvas
}

async function drawFace(
  skin: Bitmap,
  canvas: Bitmap,
  { face, edge, layer }: { face: Face; edge: number; layer: 'head' | 'hat' },
): Promise<void> {
  const { across, down, light } = face
  const [left, top] = face[layer]
  const middle = canvas.width / 2
  const texels = skin.width / 64
  const yieldIfDue = yieldEvery()
  for (let row = 0; row < canvas.height; row += 1) {
    const y = (row + 0.5 - middle) / edge
    for (let column = 0; column < canvas.width; column += 1) {
      const x = (column + 0.5 - middle) / (edge * (Math.sqrt(3) / 2))
      const u = x * across.x + y * across.y + across.start
      const v = x * down.x + y * down.y + down.start
      if (u < 0 || u >= 1 || v < 0 || v >= 1) continue
      const [texelX, texelY] = [(left + u * 8) * texels, (top + v * 8) * texels]
      const colour = pixelAt(skin, Math.floor(texelX), Math.floor(texelY))
      const solid = layer === 'head' ? colour | 0xff : colour // in the game, heads have no holes
      blendPixel(canvas, column, row, shaded(solid, light))
    }
    await yieldIfDue(canvas.width)
  }
}

function shaded(colour: number, light: number): number {
  const part = (shift: number) => Math.round(((colour >>> shift) & 0xff) * light) << shift
  return (part(24) | part(16) | part(8) | (colour & 0xff)) >>> 0
}
