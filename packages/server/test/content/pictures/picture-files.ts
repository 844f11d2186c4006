import { type Chunk, chunksOf, fileOf } from '../../profiles/textures/png.ts'
import { form } from '../../profiles/textures/texture-requests.ts'
import type { Browser, Reply } from '../../support/browser.ts'
import { bearer } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'

/** Pictures to upload, written from the specifications, independently of the parsers under test. */

export const PLACE = 'GPS 55.7558 N 37.6173 E'

/** Makes a PNG of one color, different for each `number`. */
export function pngFile(
  number = 1,
  more: { width?: number; height?: number; extra?: Chunk[] } = {},
) {
  const { width = 8, height = 6, extra = [] } = more
  const sample = () => [number & 255, (number >> 8) & 255, 77, 255]
  const [header, ...rest] = chunksOf({ width, height, sample })
  return fileOf([...(header ? [header] : []), ...extra, ...rest])
}

/** Makes a JPEG with the given segments before its frame, and a minimal scan. */
export function jpegFile(
  { width = 8, height = 6 } = {},
  extra: readonly { marker: number; data: string }[] = [],
): Buffer {
  const frame = Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...extra.map(({ marker, data }) => segment(marker, Buffer.from(data, 'latin1'))),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, frame),
    segment(0xc4, Buffer.alloc(20, 0)),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]), // a stuffed byte and a restart
    Buffer.from([0xff, 0xd9]),
  ])
}

function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

/** Makes a lossless WebP, with a VP8X chunk if `flags` is set. */
export function webpFile(
  { width = 8, height = 6, flags }: { width?: number; height?: number; flags?: number } = {},
  extra: readonly { name: string; data: string }[] = [],
): Buffer {
  const lossless = Buffer.alloc(9)
  lossless[0] = 0x2f
  lossless.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  const canvas = Buffer.alloc(10)
  canvas[0] = flags ?? 0
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  return riff([
    ...(flags === undefined ? [] : [{ name: 'VP8X', data: canvas }]),
    { name: 'VP8L', data: lossless },
    ...extra.map(({ name, data }) => ({ name, data: Buffer.from(data, 'latin1') })),
  ])
}

/** Makes a lossy WebP that has the given size in its frame header. */
export function lossyWebp(width: number, height: number): Buffer {
  const frame = Buffer.alloc(20)
  frame.set([0x9d, 0x01, 0x2a], 3)
  frame.writeUInt16LE(width, 6)
  frame.writeUInt16LE(height, 8)
  return riff([{ name: 'VP8 ', data: frame }])
}

export function riff(chunks: readonly { name: string; data: Buffer }[]): Buffer {
  const parts = chunks.map(({ name, data }) => {
    const head = Buffer.from(`${name}\0\0\0\0`, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  })
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  head.writeUInt32LE(4 + Buffer.concat(parts).length, 4)
  return Buffer.concat([head, ...parts])
}

type Editor = { browser: Browser; accessToken: string }

export function postPicture({ browser, accessToken }: Editor, file: Buffer): Promise<Reply> {
  const { body, headers } = form(file)
  return browser.send('POST', '/admin/pictures', body, { ...headers, ...bearer(accessToken) })
}

/** Uploads a picture, asserts success and returns its path. */
export async function uploaded(editor: Editor, file: Buffer): Promise<string> {
  const reply = await postPicture(editor, file)
  if (reply.status !== 200) throw new Error(`picture: ${reply.text}`)
  return String(reply.body.url)
}

/** Returns, by path, the instant at which each stored picture lost its last reference; null while it is referenced. */
export async function keptPictures(site: Site): Promise<Record<string, number | null>> {
  const rows = await site.app.db
    .selectFrom('picture')
    .select(['hash', 'kind', 'released_at'])
    .execute()
  return Object.fromEntries(
    rows.map(({ hash, kind, released_at }) => [`/pictures/${hash}.${kind}`, released_at]),
  )
}
