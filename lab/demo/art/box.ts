import { type Bitmap, setPixel } from '../../../packages/server/src/profiles/images/bitmap.ts'
import { type Color, noise, shade } from './color.ts'

export type Face = 'top' | 'bottom' | 'right' | 'front' | 'left' | 'back'

/** A box of the figure: the origin of its unfolded sides on the skin, and its size in pixels. */
export type Box = {
  at: readonly [x: number, y: number]
  size: readonly [w: number, h: number, d: number]
}

/** A pixel of a side, counted from its upper left corner, and the size of the side. */
export type Spot = { face: Face; x: number; y: number; width: number; height: number }

/** Returns the color of a pixel; undefined keeps the present color. */
export type Paint = (spot: Spot) => Color | undefined

const GRAIN = 0.1
const LIGHT: Readonly<Record<Face, number>> = {
  top: 1.06,
  bottom: 0.7,
  right: 0.9,
  front: 1,
  left: 0.9,
  back: 0.94,
}

/** Paints all sides of a box, with a grain and darker sides, as drawn skins have. */
export function paintBox(
  skin: Bitmap,
  { at: [left, top], size: [w, h, d] }: Box,
  paint: Paint,
): void {
  const sides: readonly (readonly [Face, number, number, number, number])[] = [
    ['top', d, 0, w, d],
    ['bottom', d + w, 0, w, d],
    ['right', 0, d, d, h],
    ['front', d, d, w, h],
    ['left', d + w, d, d, h],
    ['back', d + w + d, d, w, h],
  ]
  for (const [face, dx, dy, width, height] of sides) {
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const color = paint({ face, x, y, width, height })
        if (color === undefined) continue
        const grain = 1 - GRAIN / 2 + GRAIN * noise(left + dx + x, top + dy + y)
        setPixel(skin, left + dx + x, top + dy + y, shade(color, LIGHT[face] * grain))
      }
    }
  }
}
