import { Refusal } from '../../../platform/errors.ts'
import type { StrippedPicture } from './picture-parser.ts'

const START = 0xd8
const END = 0xd9
const SCAN = 0xda
/** The markers of frames: SOF0 to SOF15. The codes of DHT, JPG and DAC, which are between them, are left out. */
const FRAMES = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]
/** The markers of tables that decoding needs: DHT, DAC, DQT, DNL and DRI. */
const TABLES = [0xc4, 0xcc, 0xdb, 0xdc, 0xdd]
const JFIF = 0xe0
const PROFILE = 0xe2
const ADOBE = 0xee

/**
 * Parses a JPEG (ITU-T T.81, annex B); undefined for another kind of file. Keeps only the application segments that
 * define colors. Drops comments and EXIF, which may contain a location and a preview.
 * @throws Refusal `picture.broken`
 */
export function parseJpeg(file: Buffer): StrippedPicture | undefined {
  if (file[0] !== 0xff || file[1] !== START || file[2] !== 0xff) return undefined
  const kept = [file.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  for (let at = 2; ; ) {
    const marker = markerAt(file, at)
    if (marker === END) {
      if (!size) throw new Refusal('picture.broken')
      return { ...size, bytes: Buffer.concat([...kept, file.subarray(at, at + 2)]) }
    }
    const segment = segmentAt(file, at)
    if (FRAMES.includes(marker)) {
      if (size || segment.length < 10) throw new Refusal('picture.broken')
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
    }
    if (isNeededSegment(marker, segment)) kept.push(segment)
    at += segment.length
    if (marker !== SCAN) continue
    const scanEnd = endOfScan(file, at)
    kept.push(file.subarray(at, scanEnd))
    at = scanEnd
  }
}

function markerAt(file: Buffer, at: number): number {
  const marker = file[at + 1]
  if (file[at] !== 0xff || marker === undefined) throw new Refusal('picture.broken')
  return marker
}

/** Returns a segment with its marker. The length in the segment includes the length itself, but not the marker. */
function segmentAt(file: Buffer, at: number): Buffer {
  const length = at + 4 <= file.length ? file.readUInt16BE(at + 2) : 0
  const end = at + 2 + length
  if (length < 2 || end > file.length) throw new Refusal('picture.broken')
  return file.subarray(at, end)
}

function isNeededSegment(marker: number, segment: Buffer): boolean {
  if (marker === SCAN || FRAMES.includes(marker) || TABLES.includes(marker)) return true
  const name = segment.toString('latin1', 4, 16)
  if (marker === JFIF) return name.startsWith('JFIF\0')
  if (marker === PROFILE) return name === 'ICC_PROFILE\0'
  return marker === ADOBE && name.startsWith('Adobe')
}

/** Returns the position of the next marker after a scan. Stuffed bytes and restart markers belong to the scan. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new Refusal('picture.broken')
}
