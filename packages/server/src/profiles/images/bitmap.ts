export type Bitmap = { width: number; height: number; rgba: Uint8Array }

/** An area of a picture, in pixels unless a docstring names another unit. */
export type Area = readonly [x: number, y: number, width: number, height: number]

export const BYTES_PER_PIXEL = 4

export function blankBitmap(width: number, height: number): Bitmap {
  return { width, height, rgba: new Uint8Array(width * height * BYTES_PER_PIXEL) }
}

/** Returns a pixel as `0xRRGGBBAA`; pixels outside the picture are transparent. */
export function pixelAt({ width, height, rgba }: Bitmap, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return 0
  const offset = (y * width + x) * BYTES_PER_PIXEL
  const rgb = ((rgba[offset] ?? 0) << 16) | ((rgba[offset + 1] ?? 0) << 8) | (rgba[offset + 2] ?? 0)
  return ((rgb << 8) | (rgba[offset + 3] ?? 0)) >>> 0
}

export function setPixel({ width, rgba }: Bitmap, x: number, y: number, colour: number): void {
  const offset = (y * width + x) * BYTES_PER_PIXEL
  rgba[offset] = colour >>> 24
  rgba[offset + 1] = colour >>> 16
  rgba[offset + 2] = colour >>> 8
  rgba[offset + 3] = colour
}

export function padBitmap(bitmap: Bitmap, width: number, height: number): Bitmap {
  if (bitmap.width === width && bitmap.height === height) return bitmap
  const padded = blankBitmap(width, height)
  const rowBytes = bitmap.width * BYTES_PER_PIXEL
  for (let y = 0; y < bitmap.height; y += 1) {
    const row = bitmap.rgba.subarray(y * rowBytes, (y + 1) * rowBytes)
    padded.rgba.set(row, y * width * BYTES_PER_PIXEL)
  }
  return padded
}

/**
 * Makes a picture smaller. Each pixel becomes the mean of the square that it replaces, weighted by alpha, so that
 * transparent pixels do not color their neighbors.
 */
export function shrinkBitmap(bitmap: Bitmap, factor: number): Bitmap {
  const small = blankBitmap(bitmap.width / factor, bitmap.height / factor)
  for (let y = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1) {
      setPixel(small, x, y, meanOf(bitmap, [x * factor, y * factor, factor, factor]))
    }
  }
  return small
}

function meanOf({ width, rgba }: Bitmap, [left, top, columns, rows]: Area): number {
  let [reds, greens, blues, alphas] = [0, 0, 0, 0]
  for (let y = top; y < top + rows; y += 1) {
    for (let x = left; x < left + columns; x += 1) {
      const offset = (y * width + x) * BYTES_PER_PIXEL
      const alpha = rgba[offset + 3] ?? 0
      reds += (rgba[offset] ?? 0) * alpha
      greens += (rgba[offset + 1] ?? 0) * alpha
      blues += (rgba[offset + 2] ?? 0) * alpha
      alphas += alpha
    }
  }
  if (alphas === 0) return 0
  const mean = (sum: number) => Math.round(sum / alphas)
  const rgb = (mean(reds) << 16) | (mean(greens) << 8) | mean(blues)
  return ((rgb << 8) | Math.round(alphas / (columns * rows))) >>> 0
}
