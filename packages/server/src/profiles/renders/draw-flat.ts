import type { SkinModel } from '@portal/contract'
import {
  type Area,
  BYTES_A_PIXEL,
  blankPicture,
  type Picture,
  pixelAt,
  setPixel,
} from '../images/bitmap.ts'
import { pauses } from '../images/yield-every.ts'

/** A part of the skin that is seen from the front. Lengths are in units of 1/64 of a skin's width. */
type Piece = {
  /** Where it is on the skin. */
  from: Area
  /** Where its upper left corner is drawn. */
  to: readonly [x: number, y: number]
  /** Belongs to the outer layer, which is drawn over the others and may be transparent. */
  outer?: true
  /** Drawn mirrored: the left limbs of old skins, which have only one of each. */
  mirrored?: true
}

const OPAQUE = 0xff

/** Draws the face with the hat layer over it in a square of `size` pixels. */
export function drawAvatar(skin: Picture, size: number): Promise<Picture> {
  const pieces: Piece[] = [
    { from: [8, 8, 8, 8], to: [0, 0] },
    { from: [40, 8, 8, 8], to: [0, 0], outer: true },
  ]
  return drawPieces(skin, pieces, blankPicture(size, size), size / 8)
}

/** Draws the whole figure from the front, `size` pixels wide and twice as high. */
export function drawBody(skin: Picture, model: SkinModel, size: number): Promise<Picture> {
  const arm = model === 'slim' ? 3 : 4
  const pieces = skin.height === skin.width ? newBody(arm) : oldBody(arm)
  return drawPieces(skin, pieces, blankPicture(size, size * 2), size / 16)
}

function newBody(arm: number): Piece[] {
  return [
    { from: [8, 8, 8, 8], to: [4, 0] },
    { from: [20, 20, 8, 12], to: [4, 8] },
    { from: [44, 20, arm, 12], to: [4 - arm, 8] },
    { from: [36, 52, arm, 12], to: [12, 8] },
    { from: [4, 20, 4, 12], to: [4, 20] },
    { from: [20, 52, 4, 12], to: [8, 20] },
    { from: [40, 8, 8, 8], to: [4, 0], outer: true },
    { from: [20, 36, 8, 12], to: [4, 8], outer: true },
    { from: [44, 36, arm, 12], to: [4 - arm, 8], outer: true },
    { from: [52, 52, arm, 12], to: [12, 8], outer: true },
    { from: [4, 36, 4, 12], to: [4, 20], outer: true },
    { from: [4, 52, 4, 12], to: [8, 20], outer: true },
  ]
}

function oldBody(arm: number): Piece[] {
  return [
    { from: [8, 8, 8, 8], to: [4, 0] },
    { from: [20, 20, 8, 12], to: [4, 8] },
    { from: [44, 20, arm, 12], to: [4 - arm, 8] },
    { from: [44, 20, arm, 12], to: [12, 8], mirrored: true },
    { from: [4, 20, 4, 12], to: [4, 20] },
    { from: [4, 20, 4, 12], to: [8, 20], mirrored: true },
    { from: [40, 8, 8, 8], to: [4, 0], outer: true },
  ]
}

/** @param scale pixels per unit on the canvas. */
async function drawPieces(
  skin: Picture,
  pieces: readonly Piece[],
  canvas: Picture,
  scale: number,
): Promise<Picture> {
  const seen = hasHat(skin) ? pieces : pieces.filter(({ outer }) => !outer)
  const texels = skin.width / 64
  const pause = pauses()
  for (const piece of seen) {
    let above = -1
    for (let y = 0; y < piece.from[3] * scale; y += 1) {
      const fromY = Math.floor((piece.from[1] + (y + 0.5) / scale) * texels)
      if (fromY === above) repeatRow(piece, canvas, { y, scale })
      else {
        drawRow(skin, piece, canvas, { y, fromY, scale })
        await pause(piece.from[2] * scale)
      }
      above = fromY
    }
  }
  return canvas
}

/** Copies a row: when a skin is enlarged, many rows are equal, including the layer below. */
function repeatRow({ from, to }: Piece, canvas: Picture, { y, scale }: Row): void {
  const rowBytes = canvas.width * BYTES_A_PIXEL
  const at = (to[1] * scale + y) * rowBytes + to[0] * scale * BYTES_A_PIXEL
  const length = from[2] * scale * BYTES_A_PIXEL
  canvas.rgba.copyWithin(at, at - rowBytes, at - rowBytes + length)
}

/** A row of a piece, and the number of pixels per unit. */
type Row = { y: number; scale: number }

function drawRow(
  skin: Picture,
  piece: Piece,
  canvas: Picture,
  { y, fromY, scale }: Row & { fromY: number },
): void {
  const [left, , width] = piece.from
  const texels = skin.width / 64
  const [toLeft, toY] = [piece.to[0] * scale, piece.to[1] * scale + y]
  for (let x = 0; x < width * scale; x += 1) {
    const across = (x + 0.5) / scale
    const fromX = left + (piece.mirrored ? width - across : across)
    const colour = pixelAt(skin, Math.floor(fromX * texels), fromY)
    if (piece.outer) layOver(canvas, toLeft + x, toY, colour)
    else setPixel(canvas, toLeft + x, toY, colour | OPAQUE) // in the game bodies have no holes
  }
}

/** Draws a pixel over the present one, which shows through as far as the new one is transparent. */
export function layOver(canvas: Picture, x: number, y: number, colour: number): void {
  const alpha = colour & OPAQUE
  if (alpha === 0) return
  setPixel(canvas, x, y, alpha === OPAQUE ? colour : mixed(colour, pixelAt(canvas, x, y)))
}

function mixed(colour: number, below: number): number {
  const alpha = colour & OPAQUE
  const rest = (below & OPAQUE) * (1 - alpha / OPAQUE)
  const part = (shift: number) => {
    const [over, under] = [(colour >>> shift) & 0xff, (below >>> shift) & 0xff]
    return Math.round((over * alpha + under * rest) / (alpha + rest)) << shift
  }
  return part(24) | part(16) | part(8) | Math.round(alpha + rest)
}

/**
 * Whether the hat layer is drawn. Old skins often have a hat of one solid colour that was never meant
 * to be seen; on a skin of the old form the game draws the hat only if a part of it is transparent.
 */
export function hasHat(skin: Picture): boolean {
  if (skin.height === skin.width) return true
  const unit = skin.width / 64
  for (let y = 0; y < 16 * unit; y += 1) {
    for (let x = 32 * unit; x < 64 * unit; x += 1) {
      if ((pixelAt(skin, x, y) & 0xff) < 128) return true
    }
  }
  return false
}
