import { Refusal } from '../../../platform/errors.ts'
import type { Kept } from './read-kind.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const HEADER_LENGTH = 13
/** A chunk's length, type and checksum. */
const AROUND = 12

/** The chunks that change what is seen (PNG specification, 11). No text, no EXIF, no animation. */
const SHOWN = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'bKGD',
]

/** Reads a PNG (PNG specification, 5). An animated one becomes its first picture. */
export function readPng(file: Buffer): Kept | undefined {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return undefined
  const kept: Buffer[] = [SIGNATURE]
  const types: string[] = []
  let at = SIGNATURE.length
  while (types.at(-1) !== 'IEND') {
    if (at + AROUND > file.length) throw new Refusal('picture.broken')
    const end = at + AROUND + file.readUInt32BE(at)
    if (end > file.length) throw new Refusal('picture.broken')
    const type = file.toString('latin1', at + 4, at + 8)
    types.push(type)
    if (SHOWN.includes(type)) kept.push(file.subarray(at, end))
    at = end
  }
  const isSound = types[0] === 'IHDR' && file.readUInt32BE(SIGNATURE.length) === HEADER_LENGTH
  if (!isSound || !types.includes('IDAT')) throw new Refusal('picture.broken')
  return {
    width: file.readUInt32BE(16),
    height: file.readUInt32BE(20),
    bytes: Buffer.concat(kept),
  }
}
