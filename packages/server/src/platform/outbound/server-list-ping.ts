/**
 * The status question of Minecraft Java and its answer, in bytes
 * (https://minecraft.wiki/w/Java_Edition_protocol/Server_List_Ping). Nothing in an answer is trusted.
 */

/** What a game server says about itself. */
export type GameStatus = { players: number; most: number; motd: string }

/** Far above an honest answer, whose picture and list of mods are its largest parts. */
export const MOST_BYTES = 256 * 1024
const LONGEST_MOTD = 160
const DEEPEST = 16
const MOST_PLAYERS = 10_000_000
const ANY_VERSION = -1
const STATUS = 1

/** Writes the handshake and the question after it. */
export function writeQuestion(host: string, port: number): Buffer {
  const name = Buffer.from(host, 'utf8')
  const ending = Buffer.alloc(2)
  ending.writeUInt16BE(port)
  const handshake = [0, ...varInt(ANY_VERSION), ...varInt(name.length), ...name, ...ending, STATUS]
  return Buffer.from([...varInt(handshake.length), ...handshake, 1, 0])
}

/**
 * Reads an answer that may have arrived in part.
 *
 * @returns undefined while more has to come.
 * @throws Error when this can become no answer, whatever comes.
 */
export function readAnswer(bytes: Buffer): GameStatus | undefined {
  const frame = readVarInt(bytes, 0)
  if (!frame) return undefined
  if (frame.value < 3 || frame.value > MOST_BYTES) throw new Error('the answer is too large')
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
  return { players: online, most: max, motd: motdIn(answer.description) }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST_PLAYERS
}

/** Turns a chat component, or text with codes such as `§a`, into one plain line. */
function motdIn(description: unknown): string {
  return plainOf(description, 0)
    .replaceAll(/§./gu, '')
    .replaceAll(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_MOTD)
}

function plainOf(part: unknown, depth: number): string {
  if (typeof part === 'string') return part.slice(0, MOST_BYTES)
  if (depth >= DEEPEST) return ''
  if (Array.isArray(part)) return part.map((one) => plainOf(one, depth + 1)).join('')
  const { text, extra } = fieldsOf(part)
  return `${plainOf(text ?? '', depth + 1)}${plainOf(extra ?? '', depth + 1)}`
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** Writes seven bits a byte, the lowest first; a set top bit says that more follow. */
function varInt(value: number): number[] {
  const bytes: number[] = []
  let rest = value >>> 0
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  return [...bytes, rest]
}

/** @throws Error when the number has more than the five bytes of 32 bits. */
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
