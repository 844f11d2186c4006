/** Rows of pixels of four bytes: red, green, blue and alpha, which is not premultiplied. */
export type Picture = { width: number; height: number; rgba: Uint8Array }

/** An area of a picture, in pixels unless the docstring beside it names another unit. */
export type Area = readonly [x: number, y: number, width: number, height: number]

export const BYTES_A_PIXEL = 4

export function blankPicture(width: number, height: number): Picture {
  return { width, height, rgba: new Uint8Array(width * height * BYTES_A_PIXEL) }
}

/** Returns a pixel as `0xRRGGBBAA`; pixels outside the picture are transparent. */
export function pixelAt({ width, height, rgba }: Picture, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return 0
  const at = (y * width + x) * BYTES_A_PIXEL
  const rgb = ((rgba[at] ?? 0) << 16) | ((rgba[at + 1] ?? 0) << 8) | (rgba[at + 2] ?? 0)
  return ((rgb << 8) | (rgba[at + 3] ?? 0)) >>> 0
}

/** Sets a pixel to `0xRRGGBBAA`. */
export function setPixel({ width, rgba }: Picture, x: number, y: number, colour: number): void {
  const at = (y * width + x) * BYTES_A_PIXEL
  rgba[at] = colour >>> 24
  rgba[at + 1] = colour >>> 16
  rgba[at + 2] = colour >>> 8
  rgba[at + 3] = colour
}

/** Puts a picture into the upper left corner of a larger one that is transparent elsewhere. */
export function padPicture(picture: Picture, width: number, height: number): Picture {
  if (picture.width === width && picture.height === height) return picture
  const padded = blankPicture(width, height)
  const rowBytes = picture.width * BYTES_A_PIXEL
  for (let y = 0; y < picture.height; y += 1) {
    const row = picture.rgba.subarray(y * rowBytes, (y + 1) * rowBytes)
    padded.rgba.set(row, y * width * BYTES_A_PIXEL)
  }
  return padded
}

/**
 * Shrinks a picture to 1/`factor` of its size. Each pixel is the mean of the square it replaces, with
 * colours weighted by alpha, so that transparent pixels do not colour their neighbours.
 */
export function shrinkPicture(picture: Picture, factor: number): Picture {
  const small = blankPicture(picture.width / factor, picture.height / factor)
  for (let y = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1) {
      setPixel(small, x, y, meanOf(picture, [x * factor, y * factor, factor, factor]))
    }
  }
  return small
}

function meanOf({ width, rgba }: Picture, [left, top, columns, rows]: Area): number {
  let [reds, greens, blues, alphas] = [0, 0, 0, 0]
  for (let y = top; y < top + rows; y += 1) {
    for (let x = left; x < left + columns; x += 1) {
      const at = (y * width + x) * BYTES_A_PIXEL
      const alpha = rgba[at + 3] ?? 0
      reds += (rgba[at] ?? 0) * alpha
      greens += (rgba[at + 1] ?? 0) * alpha
      blues += (rgba[at + 2] ?? 0) * alpha
      alphas += alpha
    }
  }
  if (alphas === 0) return 0
  const mean = (sum: number) => Math.round(sum / alphas)
  const rgb = (mean(reds) << 16) | (mean(greens) << 8) | mean(blues)
  return ((rgb << 8) | Math.round(alphas / (columns * rows))) >>> 0
}
