import type { SkinModel } from '@portal/contract'
import {
  type Area,
  type Bitmap,
  BYTES_PER_PIXEL,
  blankBitmap,
  pixelAt,
  setPixel,
} from '../images/bitmap.ts'
import { yieldEvery } from '../images/yield-every.ts'

type SkinPart = {
  from: Area
  to: readonly [x: number, y: number]
  /** Whether the part belongs to the outer layer, which is drawn over the other parts and may be transparent. */
  outer?: true
  /** Whether the part is drawn mirrored: legacy skins have only one arm and one leg. */
  mirrored?: true
}

const OPAQUE = 0xff

export function drawAvatar(skin: Bitmap, size: number): Promise<Bitmap> {
  const parts: SkinPart[] = [
    { from: [8, 8, 8, 8], to: [0, 0] },
    { from: [40, 8, 8, 8], to: [0, 0], outer: true },
  ]
  return drawParts(skin, parts, blankBitmap(size, size), size / 8)
}

export function drawBody(skin: Bitmap, model: SkinModel, size: number): Promise<Bitmap> {
  const arm = model === 'slim' ? 3 : 4
  const parts = skin.height === skin.width ? squareSkinParts(arm) : legacySkinParts(arm)
  return drawParts(skin, parts, blankBitmap(size, size * 2), size / 16)
}

function squareSkinParts(arm: number): SkinPart[] {
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

function legacySkinParts(arm: number): SkinPart[] {
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

async function drawParts(
  skin: Bitmap,
  parts: readonly SkinPart[],
  canvas: Bitmap,
  scale: number,
): Promise<Bitmap> {
  const visible = hasHat(skin) ? parts : parts.filter(({ outer }) => !outer)
  const texels = skin.width / 64
  const yieldIfDue = yieldEvery()
  for (const part of visible) {
    let previousRow = -1
    for (let y = 0; y < part.from[3] * scale; y += 1) {
      const fromY = Math.floor((part.from[1] + (y + 0.5) / scale) * texels)
      if (fromY === previousRow) repeatRow(part, canvas, { y, scale })
      else {
        drawRow(skin, part, canvas, { y, fromY, scale })
        await yieldIfDue(part.from[2] * scale)
      }
      previousRow = fromY
    }
  }
  return canvas
}

/**
 * Copies the row above instead of drawing the row, because most rows of an enlarged skin equal the row above. A layer
 * that was drawn before is enlarged in the same way, so the result of drawing over it is also the same.
 */
function repeatRow({ from, to }: SkinPart, canvas: Bitmap, { y, scale }: Row): void {
  const rowBytes = canvas.width * BYTES_PER_PIXEL
  const at = (to[1] * scale + y) * rowBytes + to[0] * scale * BYTES_PER_PIXEL
  const length = from[2] * scale * BYTES_PER_PIXEL
  canvas.rgba.copyWithin(at, at - rowBytes, at - rowBytes + length)
}

type Row = { y: number; scale: number }

function drawRow(
  skin: Bitmap,
  part: SkinPart,
  canvas: Bitmap,
  { y, fromY, scale }: Row & { fromY: number },
): void {
  const [left, , width] = part.from
  const texels = skin.width / 64
  const [toLeft, toY] = [part.to[0] * scale, part.to[1] * scale + y]
  for (let x = 0; x < width * scale; x += 1) {
    const across = (x + 0.5) / scale
    const fromX = left + (part.mirrored ? width - across : across)
    const colour = pixelAt(skin, Math.floor(fromX * texels), fromY)
    if (part.outer) blendPixel(canvas, toLeft + x, toY, colour)
    else setPixel(canvas, toLeft + x, toY, colour | OPAQUE) // in the game, bodies have no holes
  }
}

/** Draws a pixel over the existing one. The existing pixel remains visible where the new one is transparent. */
export function blendPixel(canvas: Bitmap, x: number, y: number, colour: number): void {
  const alpha = colour & OPAQUE
  if (alpha === 0) return
  setPixel(canvas, x, y, alpha === OPAQUE ? colour : blend(colour, pixelAt(canvas, x, y)))
}

function blend(colour: number, below: number): number {
  const alpha = colour & OPAQUE
  const rest = (below & OPAQUE) * (1 - alpha / OPAQUE)
  const part = (shift: number) => {
    const [over, under] = [(colour >>> shift) & 0xff, (below >>> shift) & 0xff]
    return Math.round((over * alpha + under * rest) / (alpha + rest)) << shift
  }
  return part(24) | part(16) | part(8) | Math.round(alpha + rest)
}

/**
 * Whether the hat of a skin is drawn. Many legacy skins have a hat of one solid color that was not meant to be visible.
 * So the game draws the hat of a legacy skin only if a part of the hat is transparent.
 */
export function hasHat(skin: Bitmap): boolean {
  if (skin.height === skin.width) return true
  const unit = skin.width / 64
  for (let y = 0; y < 16 * unit; y += 1) {
    for (let x = 32 * unit; x < 64 * unit; x += 1) {
      if ((pixelAt(skin, x, y) & 0xff) < 128) return true
    }
  }
  return false
}
