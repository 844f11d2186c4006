import { type Area, type Picture, pixelAt } from './picture.ts'

/** The width of the arms: three pixels or four. */
export type SkinModel = 'slim' | 'classic'

/** The areas that slim arms leave unused, in 1/64 of the width (docs/contract.md#skins-and-capes). */
const UNUSED_BY_SLIM: readonly Area[] = [
  [50, 16, 2, 4],
  [54, 20, 2, 12],
  [42, 48, 2, 4],
  [46, 52, 2, 12],
]

const BLACK = 0x000000ff
const WHITE = 0xffffffff

/**
 * Detects the model that a skin was drawn for. It is slim if any pixel in the unused areas is not
 * opaque, or all are black, or all are white. A skin half as high as wide is classic.
 */
export function detectModel(skin: Picture): SkinModel {
  if (skin.height !== skin.width) return 'classic'
  const pixels = UNUSED_BY_SLIM.flatMap((area) => [...pixelsOf(skin, area)])
  const isSlim =
    pixels.some((colour) => (colour & 0xff) !== 0xff) ||
    pixels.every((colour) => colour === BLACK) ||
    pixels.every((colour) => colour === WHITE)
  return isSlim ? 'slim' : 'classic'
}

function* pixelsOf(skin: Picture, area: Area): Generator<number> {
  const unit = skin.width / 64
  const [left, top, width, height] = area.map((part) => part * unit)
  if (left === undefined || top === undefined || width === undefined || height === undefined) return
  for (let y = top; y < top + height; y += 1) {
    for (let x = left; x < left + width; x += 1) yield pixelAt(skin, x, y)
  }
}
