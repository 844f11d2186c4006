import { Refusal } from '../../../src/platform/errors.ts'
import { makeSkin } from '../../../src/profiles/textures/make-texture.ts'
import { type Chunk, chunksOf, type Drawing, fileOf } from './png.ts'

/** Allows everything, as for a caller with every permission. */
export const yes = async () => true

/** Returns the hash of the skin made from a file, or the code of the refusal. Any other error is thrown. */
export async function skinOf(file: Buffer, mayBeHd = yes): Promise<string> {
  try {
    return (await makeSkin(file, mayBeHd)).skin.hash
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** A valid skin of the standard size. */
export const plain: Drawing = { width: 64, height: 64, sample: (x, y) => [x * 3, y * 3, 99, 255] }

/** A skin of the same size with a palette, of which one color is transparent. */
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

/** Makes a PNG with some of its chunks changed. */
export function spoilt(drawing: Drawing, change: (chunks: Chunk[]) => Chunk[]): Buffer {
  return fileOf(change(chunksOf(drawing)))
}

export const [header = { type: '', data: Buffer.alloc(0) }] = chunksOf(plain)

/** Makes a PNG with the header of the plain skin and other data. */
export function withData(data: Buffer): Buffer {
  return fileOf([header, { type: 'IDAT', data }, { type: 'IEND', data: Buffer.alloc(0) }])
}

export function chunk(type: string, data: Buffer | number = 4): Chunk {
  return { type, data: typeof data === 'number' ? Buffer.alloc(data) : data }
}
