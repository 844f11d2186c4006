import assert from 'node:assert/strict'
import { crc32, inflateRawSync } from 'node:zlib'

const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END = 0x06054b50
const END_BYTES = 22
const DEFLATED = 8

/** Reads an archive by its central directory, and checks each file by size, checksum and local header. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - END_BYTES
  assert.equal(zip.readUInt32LE(end), END)
  const begin = zip.readUInt32LE(end + 16)
  assert.equal(begin + zip.readUInt32LE(end + 12), end)

  const files = new Map<string, Buffer>()
  let at = begin
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    assert.equal(zip.readUInt32LE(at), CENTRAL)
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    const name = zip.subarray(at + 46, nameEnd).toString()
    files.set(name, contentOf(zip, at, name))
    at = nameEnd
  }
  assert.equal(at, end)
  return files
}

function contentOf(zip: Buffer, at: number, name: string): Buffer {
  const local = zip.readUInt32LE(at + 42)
  assert.equal(zip.readUInt32LE(local), LOCAL)
  const nameEnd = local + 30 + zip.readUInt16LE(local + 26)
  assert.equal(zip.subarray(local + 30, nameEnd).toString(), name)
  assert.deepEqual(zip.subarray(local + 4, local + 14), zip.subarray(at + 6, at + 16)) // flags, method, date

  const packed = zip.subarray(nameEnd, nameEnd + zip.readUInt32LE(at + 20))
  const content = zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(packed) : packed
  assert.equal(content.length, zip.readUInt32LE(at + 24))
  assert.equal(crc32(content), zip.readUInt32LE(at + 16))
  return content
}
