/**
 * The status that a server of Minecraft Java Edition returns
 * (https://minecraft.wiki/w/Java_Edition_protocol/Server_List_Ping). Its values are not trusted.
 */

export type GameStatus = {
  players: number
  most: number
  motd: string
  version: string
  /** The bytes of a PNG, which have not been checked. */
  icon: Buffer | undefined
}

/**
 * The largest response, in bytes. A usual response is far smaller; its largest parts are the icon and the list of mods.
 */
export const MAX_BYTES = 256 * 1024
const MAX_MOTD_LENGTH = 160
const MAX_VERSION_LENGTH = 32
const MAX_ICON_BYTES = 64 * 1024
const MAX_DEPTH = 16
const MAX_PLAYERS = 10_000_000
const ANY_VERSION = -1
const STATUS = 1

export function writeStatusRequest(host: string, port: number): Buffer {
  const name = Buffer.from(host, 'utf8')
  const ending = Buffer.alloc(2)
  ending.writeUInt16BE(port)
  const handshake = [0, ...varInt(ANY_VERSION), ...varInt(name.length), ...name, ...ending, STATUS]
  return Buffer.from([...varInt(handshake.length), ...handshake, 1, 0])
}

/**
 * Reads a response.
 * @returns undefined while bytes are missing
 * @throws Error if the response is invalid, whatever bytes follow
 */
export function readStatusResponse(bytes: Buffer): GameStatus | undefined {
  const frame = readVarInt(bytes, 0)
  if (!frame) return undefined
  if (frame.value < 3 || frame.value > MAX_BYTES) throw new Error('the answer is too large')
  const end = frame.next + frame.value
  if (bytes.length < end) return undefined
  const packet = bytes.subarray(frame.next, end)
  const id = readVarInt(packet, 0)
  const size = id && readVarInt(packet, id.next)
  if (!size || id.value !== 0 || size.value !== packet.length - size.next) {
    throw new Error('the answer is not a status')
  }
  return statusIn(packet.toString('utf8', size.next))
}

function statusIn(json: string): GameStatus {
  const answer = fieldsOf(JSON.parse(json))
  const { online, max } = fieldsOf(answer.players)
  if (!isCount(online) || !isCount(max)) throw new Error('the answer has no players')
  return {
    players: online,
    most: max,
    motd: lineIn(answer.description, MAX_MOTD_LENGTH),
    version: lineIn(fieldsOf(answer.version).name, MAX_VERSION_LENGTH),
    icon: iconIn(answer.favicon),
  }
}

function iconIn(favicon: unknown): Buffer | undefined {
  if (typeof favicon !== 'string') return undefined
  const [, base64 = ''] = /^data:image\/png;base64,([A-Za-z0-9+/=\s]+)$/.exec(favicon) ?? []
  const bytes = Buffer.from(base64, 'base64')
  return bytes.length > 0 && bytes.length <= MAX_ICON_BYTES ? bytes : undefined
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_PLAYERS
}

/** Converts a chat component, or a text with codes such as `§a`, to one plain line of at most `most` characters. */
function lineIn(component: unknown, most: number): string {
  return plainTextOf(component ?? '', 0)
    .replaceAll(/§./gu, '')
    .replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim()
    .slice(0, most)
}

function plainTextOf(part: unknown, depth: number): string {
  if (typeof part === 'string') return part.slice(0, MAX_BYTES)
  if (depth >= MAX_DEPTH) return ''
  if (Array.isArray(part)) return part.map((one) => plainTextOf(one, depth + 1)).join('')
  const { text, extra } = fieldsOf(part)
  return `${plainTextOf(text ?? '', depth + 1)}${plainTextOf(extra ?? '', depth + 1)}`
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Encodes a number in groups of seven bits, lowest first. The top bit of a byte is set if more bytes follow. */
function varInt(value: number): number[] {
  const bytes: number[] = []
  let rest = value >>> 0
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  return [...bytes, rest]
}

/**
 * Reads a number that `varInt` encoded; undefined while bytes are missing.
 * @throws Error if the number has more than five bytes, the most for 32 bits
 */
function readVarInt(bytes: Buffer, from: number): { value: number; next: number } | undefined {
  let value = 0
  for (let index = 0; index < 5; index += 1) {
    const byte = bytes[from + index]
    if (byte === undefined) return undefined
    value |= (byte & 127) << (7 * index)
    if (byte < 128) return { value, next: from + index + 1 }
  }
  throw new Error('a number is too long')
}
