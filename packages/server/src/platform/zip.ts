import { pipeline } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export type ZipFile = { name: string } & ({ bytes: Uint8Array } | { text: AsyncIterable<string> })

type EntryFacts = {
  flags: number
  method: number
  crc: number
  compressedSize: number
  size: number
}

const LOCAL = 0x04034b50
const DESCRIPTOR = 0x08074b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
const IN_UTF8 = 0x0800
/** The flag for files whose sizes follow their content, because they are unknown before it is compressed. */
const SIZES_IN_DESCRIPTOR = 0x0008
const STORED = 0
const DEFLATED = 8
/**
 * How many characters or bytes are compressed at a time. The pieces of a text are collected, because they are often
 * single lines.
 */
const BLOCK = 65_536

/**
 * Streams a zip (APPNOTE.TXT 6.3.10) of files below 4 GiB; larger ones would need zip64.
 * @param at the date of all files
 */
export async function* writeZip(
  files: AsyncIterable<ZipFile>,
  at: number,
): AsyncIterable<Uint8Array> {
  const date = dosDate(at)
  const list: Buffer[] = []
  let offset = 0
  const sent = (bytes: Uint8Array): Uint8Array => {
    offset += bytes.length
    return bytes
  }
  for await (const file of files) {
    const name = Buffer.from(file.name)
    const begin = offset
    let facts: EntryFacts
    if ('bytes' in file) {
      const { length } = file.bytes
      const crc = crc32(file.bytes)
      facts = { flags: IN_UTF8, method: STORED, crc, compressedSize: length, size: length }
      yield sent(localHeader(name, facts, date))
      yield sent(file.bytes)
    } else {
      facts = {
        flags: IN_UTF8 | SIZES_IN_DESCRIPTOR,
        method: DEFLATED,
        crc: 0,
        compressedSize: 0,
        size: 0,
      }
      yield sent(localHeader(name, facts, date))
      for await (const block of deflated(file.text, facts)) yield sent(block)
      yield sent(descriptor(facts))
    }
    list.push(centralHeader(name, facts, date, begin))
  }
  const begin = offset
  for (const header of list) yield sent(header)
  yield endOf(list.length, begin, offset - begin)
}

async function* deflated(text: AsyncIterable<string>, facts: EntryFacts): AsyncIterable<Buffer> {
  const deflate = pipeline(blocksOf(text, facts), createDeflateRaw(), () => {
    // Empty: a failure destroys the last stream, so its reader gets the error.
  })
  for await (const block of deflate) {
    facts.compressedSize += block.length
    yield block
  }
}

async function* blocksOf(text: AsyncIterable<string>, facts: EntryFacts): AsyncIterable<Buffer> {
  let held = ''
  const take = (): Buffer => {
    const block = Buffer.from(held)
    held = ''
    facts.crc = crc32(block, facts.crc)
    facts.size += block.length
    return block
  }
  for await (const piece of text) {
    held += piece
    if (held.length >= BLOCK) yield take()
  }
  if (held) yield take()
}

function sharedFields(name: Buffer, facts: EntryFacts, date: number): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(facts.flags, 2)
  fields.writeUInt16LE(facts.method, 4)
  fields.writeUInt32LE(date, 6)
  fields.writeUInt32LE(facts.crc, 10)
  fields.writeUInt32LE(facts.compressedSize, 14)
  fields.writeUInt32LE(facts.size, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

function localHeader(name: Buffer, facts: EntryFacts, date: number): Buffer {
  return Buffer.concat([uint32(LOCAL), sharedFields(name, facts, date), name])
}

function descriptor({ crc, compressedSize: packed, size }: EntryFacts): Buffer {
  return Buffer.concat([DESCRIPTOR, crc, packed, size].map(uint32))
}

function centralHeader(name: Buffer, facts: EntryFacts, date: number, begin: number): Buffer {
  const signature = Buffer.alloc(6)
  signature.writeUInt32LE(CENTRAL, 0)
  signature.writeUInt16LE(VERSION, 4)
  const place = Buffer.alloc(14) // no comment, first disk, no attributes
  place.writeUInt32LE(begin, 10)
  return Buffer.concat([signature, sharedFields(name, facts, date), place, name])
}

function endOf(count: number, begin: number, length: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(begin, 16)
  return end
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Converts an instant to the DOS format in UTC: the time in the lower 16 bits, the day in the upper 16. */
function dosDate(at: number): number {
  const date = new Date(at)
  const time =
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1)
  const day =
    ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate()
  return day * 0x10000 + time
}
