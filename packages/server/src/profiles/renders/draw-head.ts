import { blankPicture, type Picture, pixelAt } from '../images/bitmap.ts'
import { pauses } from '../images/yield-every.ts'
import { hasHat, layOver } from './draw-flat.ts'

/** A linear function of a point: `x * by.x + y * by.y + by.start`. */
type Slope = { x: number; y: number; start: number }

/** A visible face of a cube that is seen from the front, the left and above. */
type Face = {
  /** Where on this face a point of the picture lies; both values are 0…1 when it does. */
  across: Slope
  down: Slope
  /** The upper left corner of the face's eight by eight units, for the skin's head and its hat. */
  head: readonly [x: number, y: number]
  hat: readonly [x: number, y: number]
  /** How much light it gets. */
  light: number
}

/**
 * An isometric cube around the origin. Downwards the unit is its edge, so that its highest and lowest
 * corners are at distance one; to the right the unit is half of its width.
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

/** How much larger than the head the hat is, which is a cube around it. */
const HAT_SIZE = 9 / 8

/** Draws the head as an isometric cube with the hat around it in a square of `size` pixels. */
export async function drawHead(skin: Picture, size: number): Promise<Picture> {
  const canvas = blankPicture(size, size)
  const hatEdge = size / 2
  for (const face of FACES) {
    await drawFace(skin, canvas, { face, edge: hatEdge / HAT_SIZE, layer: 'head' })
  }
  if (!hasHat(skin)) return canvas
  for (const face of FACES) await drawFace(skin, canvas, { face, edge: hatEdge, layer: 'hat' })
  return canvas
}

async function drawFace(
  skin: Picture,
  canvas: Picture,
  { face, edge, layer }: { face: Face; edge: number; layer: 'head' | 'hat' },
): Promise<void> {
  const { across, down, light } = face
  const [left, top] = face[layer]
  const middle = canvas.width / 2
  const texels = skin.width / 64
  const pause = pauses()
  for (let row = 0; row < canvas.height; row += 1) {
    const y = (row + 0.5 - middle) / edge
    for (let column = 0; column < canvas.width; column += 1) {
      const x = (column + 0.5 - middle) / (edge * (Math.sqrt(3) / 2))
      const u = x * across.x + y * across.y + across.start
      const v = x * down.x + y * down.y + down.start
      if (u < 0 || u >= 1 || v < 0 || v >= 1) continue
      const [texelX, texelY] = [(left + u * 8) * texels, (top + v * 8) * texels]
      const colour = pixelAt(skin, Math.floor(texelX), Math.floor(texelY))
      const solid = layer === 'head' ? colour | 0xff : colour // in the game heads have no holes
      layOver(canvas, column, row, shaded(solid, light))
    }
    await pause(canvas.width)
  }
}

function shaded(colour: number, light: number): number {
  const part = (shift: number) => Math.round(((colour >>> shift) & 0xff) * light) << shift
  return (part(24) | part(16) | part(8) | (colour & 0xff)) >>> 0
}
