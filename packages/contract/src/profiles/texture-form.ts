export type TextureKind = 'skin' | 'cape'

/** Maximum size of a skin or cape file, in bytes. */
export const TEXTURE_BYTES = 1024 * 1024

/**
 * The number of bytes at the start of a file that `checkTexture` reads: the signature, and the header up to the height.
 */
export const TEXTURE_HEAD = 24

type Size = { width: number; height: number }

/** A fault that is found without decompressing the file. */
export type TextureFault = {
  fault: 'texture.toolarge' | 'texture.notpng' | 'texture.size' | 'texture.broken'
}

/** A valid size. `scale`: how many times larger than the game's own textures. */
export type TextureFormat = Size & { scale: number }

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const HEADER = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] // length and name of IHDR

const SKIN_SCALES = [1, 2, 4, 8, 16]
const MAX_CAPE_SCALE = 16

/**
 * Sizes of capes. The first is the size that the game uses; files of the other sizes have only the upper left part of
 * it.
 */
const CAPES = [
  { width: 64, height: 32 },
  { width: 22, height: 17 },
  { width: 46, height: 22 },
] as const

/**
 * Checks a file by its length and first bytes. Pages use it before an upload, the site after it
 * (docs/textures.md#skins-and-capes). The caller checks HD permission and the rest of the file.
 * @param file.head at least the first `TEXTURE_HEAD` bytes, unless the file is shorter
 */
export function checkTexture(
  kind: TextureKind,
  { head, bytes }: { head: Uint8Array; bytes: number },
): TextureFormat | (TextureFault & Partial<Size>) {
  if (bytes > TEXTURE_BYTES) return { fault: 'texture.toolarge' }
  if (!isAt(head, 0, SIGNATURE)) return { fault: 'texture.notpng' }
  if (head.length < TEXTURE_HEAD || !isAt(head, 8, HEADER)) return { fault: 'texture.broken' }
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const size = { width: view.getUint32(16), height: view.getUint32(20) }
  const scale = kind === 'skin' ? skinScale(size) : capeScale(size)
  return scale === undefined ? { fault: 'texture.size', ...size } : { scale, ...size }
}

function isAt(head: Uint8Array, at: number, wanted: readonly number[]): boolean {
  return wanted.every((byte, index) => head[at + index] === byte)
}

/** Returns how many times larger a skin is than the game's own; undefined for any other size. */
function skinScale({ width, height }: Size): number | undefined {
  const scale = width / 64
  const isSkin = SKIN_SCALES.includes(scale) && (height === width || height * 2 === width)
  return isSkin ? scale : undefined
}

/**
 * Returns how many times larger a cape is than the game's own, at most 16 (1024 pixels wide after padding); undefined
 * for any other size.
 */
function capeScale({ width, height }: Size): number | undefined {
  const scales = CAPES.map((cape) => ({ scale: width / cape.width, height: cape.height }))
  return scales.find(
    ({ scale, height: unit }) =>
      Number.isInteger(scale) && scale >= 1 && scale <= MAX_CAPE_SCALE && height === scale * unit,
  )?.scale
}

/** The width of the arms: three pixels or four. */
export type SkinModel = 'slim' | 'classic'

/** Rows of pixels of four bytes: red, green, blue and alpha. */
type Pixels = Size & { rgba: Uint8Array | Uint8ClampedArray }

/** The areas that slim arms leave unused, in 1/64 of the width. */
const UNUSED_BY_SLIM = [
  { x: 50, y: 16, width: 2, height: 4 },
  { x: 54, y: 20, width: 2, height: 12 },
  { x: 42, y: 48, width: 2, height: 4 },
  { x: 46, y: 52, width: 2, height: 12 },
] as const

/**
 * Detects the model that a skin was drawn for. It is slim if any pixel in the unused areas is not
 * opaque, or all are black, or all are white. A skin half as high as wide is classic.
 */
export function detectModel(skin: Pixels): SkinModel {
  if (skin.height !== skin.width) return 'classic'
  const colours = UNUSED_BY_SLIM.flatMap((area) => [...countColors(skin, area)])
  const isSlim =
    colours.some(([, , , alpha]) => alpha !== 255) ||
    [0, 255].some((level) => colours.every((rgb) => rgb.slice(0, 3).every((one) => one === level)))
  return isSlim ? 'slim' : 'classic'
}

function* countColors(
  { width, rgba }: Pixels,
  area: (typeof UNUSED_BY_SLIM)[number],
): Generator<number[]> {
  const unit = width / 64
  for (let y = area.y * unit; y < (area.y + area.height) * unit; y += 1) {
    for (let x = area.x * unit; x < (area.x + area.width) * unit; x += 1) {
      const at = (y * width + x) * 4
      yield [...rgba.subarray(at, at + 4)]
    }
  }
}
