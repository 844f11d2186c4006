import { Refusal } from '../../platform/errors.ts'
import { type PngHeader, SAMPLES } from './header.ts'

/** A part of a picture that is stored separately: the whole picture, or one of the seven passes of Adam7. */
export type Pass = {
  /** The columns of the pass are `left + n * acrossStep`, its rows `top + n * downStep`. */
  left: number
  top: number
  acrossStep: number
  downStep: number
  width: number
  height: number
  /** The offset of the first row of the pass in the inflated data. Each row begins with the number of its filter. */
  offset: number
  rowBytes: number
}

const NOT_INTERLACED = [[0, 0, 1, 1]] as const
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Returns the passes of a picture and the size of the inflated data. Leaves out passes without pixels. */
export function passesOf(header: PngHeader): { passes: Pass[]; totalBytes: number } {
  const bits = header.depth * SAMPLES[header.colour]
  const passes: Pass[] = []
  let offset = 0
  for (const [left, top, acrossStep, downStep] of header.interlaced ? ADAM7 : NOT_INTERLACED) {
    const width = Math.ceil((header.width - left) / acrossStep)
    const height = Math.ceil((header.height - top) / downStep)
    if (width <= 0 || height <= 0) continue
    const rowBytes = Math.ceil((width * bits) / 8)
    passes.push({ left, top, acrossStep, downStep, width, height, offset, rowBytes })
    offset += (rowBytes + 1) * height
  }
  return { passes, totalBytes: offset }
}

export type FilteredRow = {
  filter: number
  /** The offset of the row's first byte after the filter byte. */
  at: number
  /** The offset of the row above this row; -1 if there is none. */
  above: number
  length: number
}

/**
 * Undoes the filter of a row in place. The filter of the row above must have been undone before (PNG specification, 9).
 * Loops over bytes, because this is most of the cost of a large picture.
 * @param step the bytes of a whole pixel, at least 1
 * @throws Refusal `texture.broken`
 */
export function unfilterRow(bytes: Uint8Array, row: FilteredRow, step: number): void {
  const { filter, at, above, length } = row
  const end = at + length
  if (filter === 0) return
  if (filter === 1) {
    for (let n = at + step; n < end; n += 1) bytes[n] = (bytes[n] ?? 0) + (bytes[n - step] ?? 0)
  } else if (filter === 2) {
    if (above >= 0) addUp(bytes, row)
  } else if (filter === 3) {
    addAverage(bytes, row, step)
  } else if (filter === 4) {
    addPaeth(bytes, row, step)
  } else throw new Refusal('texture.broken')
}

function addUp(bytes: Uint8Array, { at, above, length }: FilteredRow): void {
  for (let n = 0; n < length; n += 1) {
    bytes[at + n] = (bytes[at + n] ?? 0) + (bytes[above + n] ?? 0)
  }
}

function addAverage(bytes: Uint8Array, { at, above, length }: FilteredRow, step: number): void {
  for (let n = 0; n < length; n += 1) {
    const left = n < step ? 0 : (bytes[at + n - step] ?? 0)
    const up = above < 0 ? 0 : (bytes[above + n] ?? 0)
    bytes[at + n] = (bytes[at + n] ?? 0) + ((left + up) >> 1)
  }
}

/**
 * Adds to each byte the Paeth predictor: the neighbor that is nearest to left + up - corner, or of equally near ones
 * the first of left, up and corner.
 */
function addPaeth(bytes: Uint8Array, { at, above, length }: FilteredRow, step: number): void {
  for (let n = 0; n < length; n += 1) {
    const left = n < step ? 0 : (bytes[at + n - step] ?? 0)
    const up = above < 0 ? 0 : (bytes[above + n] ?? 0)
    const corner = n < step || above < 0 ? 0 : (bytes[above + n - step] ?? 0)
    const toLeft = Math.abs(up - corner)
    const toUp = Math.abs(left - corner)
    const toCorner = Math.abs(left + up - 2 * corner)
    const nearest = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
    bytes[at + n] = (bytes[at + n] ?? 0) + nearest
  }
}
