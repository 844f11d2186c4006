import { Refusal } from '../../../src/platform/errors.ts'
import { makeSkin } from '../../../src/profiles/textures/make-texture.ts'
import { type Chunk, chunksOf, type Drawing, fileOf } from './png.ts'

/** Allows everything, as for a caller who has every permission. */
export const yes = async () => true

/**
 * Returns the name of the skin that a file becomes, or the refusal's code. Nothing else may happen.
 */
export async function skinOf(file: Buffer, mayBeHd = yes): Promise<string> {
  try {
    return (await makeSkin(file, mayBeHd)).skin.hash
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** A valid skin of the game's own size. */
export const plain: Drawing = { width: 64, height: 64, sample: (x, y) => [x * 3, y * 3, 99, 255] }

/** A skin of the same size with a palette, one colour of which is transparent. */
export const indexed: Drawing = {
  width: 64,
  height: 64,
  colour: 3,
  depth: 8,
  palette: [
    [1, 2, 3],
    [4, 5, 6],
  ],
  transparency: [0, 255],
  sample: (x) => [x % 2],
}

/** Makes a picture with some of its chunks changed. */
export function spoilt(drawing: Drawing, change: (chunks: Chunk[]) => Chunk[]): Buffer {
  return fileOf(change(chunksOf(drawing)))
}

/** The header of the plain skin. */
export const [header = { type: '', data: Buffer.alloc(0) }] = chunksOf(plain)

/** Makes a picture with the plain skin's header over other data. */
export function withData(data: Buffer): Buffer {
  return fileOf([header, { type: 'IDAT', data }, { type: 'IEND', data: Buffer.alloc(0) }])
}

/** Makes a chunk of these bytes, or of this many zeros. */
export function chunk(type: string, data: Buffer | number = 4): Chunk {
  return { type, data: typeof data === 'number' ? Buffer.alloc(data) : data }
}
