import { type Bitmap, blankBitmap } from '../../../packages/server/src/profiles/images/bitmap.ts'
import { paintBox } from './box.ts'
import { rgb, shade } from './color.ts'

/** Draws a cape of 64 by 32 pixels: cloth with a border, and a lantern on its back. */
export function drawCape([cloth, border, light]: readonly [string, string, string]): Bitmap {
  const cape = blankBitmap(64, 32)
  paintBox(cape, { at: [0, 0], size: [10, 16, 1] }, ({ face, x, y }) => {
    if (face === 'top' || face === 'bottom' || x === 0 || x === 9 || y === 15) return rgb(border)
    const isLantern = Math.abs(x - 4.5) < 2 && y > 4 && y < 10
    if (face === 'front' && isLantern)
      return rgb(Math.abs(x - 4.5) < 1 && y > 5 && y < 9 ? light : border)
    return shade(rgb(cloth), 1.05 - y * 0.02)
  })
  return cape
}
