/**
 * The part of the proto3 encoding that the messages need (https://protobuf.dev/programming-guides/encoding/): varints
 * and length-delimited fields. Fields with their default value are not written.
 */

const VARINT = 0
const LENGTH = 2

export type Fields = {
  text: (number: number) => string
  bytes: (number: number) => Uint8Array
  /** A `uint64` or a non-negative `int32`. */
  whole: (number: number) => bigint
  texts: (number: number) => string[]
  message: (number: number) => Fields
}

/**
 * Parses a message into its fields.
 * @throws Error if the bytes are not a message
 */
export function readMessage(bytes: Uint8Array): Fields {
  const values = new Map<number, (bigint | Uint8Array)[]>()
  const reader = openReader(bytes)
  while (!reader.atEnd()) {
    const tag = reader.varint()
    const [number, type] = [Number(tag >> 3n), Number(tag & 7n)]
    const list = values.get(number) ?? []
    values.set(number, list)
    list.push(reader.value(type))
  }

  const parts = (number: number): Uint8Array[] =>
    (values.get(number) ?? []).filter((value) => typeof value !== 'bigint')
  const last = (number: number): Uint8Array => parts(number).at(-1) ?? new Uint8Array()

  return {
    text: (number) => decode(last(number)),
    bytes: last,
    whole(number) {
      const value = values.get(number)?.at(-1)
      return typeof value === 'bigint' ? value : 0n
    },
    texts: (number) => parts(number).map(decode),
    // a message field may be split; its parts are merged
    message: (number) => readMessage(Buffer.concat(parts(number))),
  }
}

export function writeMessage(...fields: Buffer[]): Buffer {
  return Buffer.concat(fields)
}

export function textField(number: number, value: string): Buffer {
  return bytesField(number, Buffer.from(value))
}

export function bytesField(number: number, value: Uint8Array): Buffer {
  return value.length === 0 ? Buffer.alloc(0) : lengthField(number, value)
}

/** Writes an item of a list, even an empty one. */
export function itemField(number: number, value: Uint8Array): Buffer {
  return lengthField(number, value)
}

/** Writes a `uint64`, `int64`, `int32` or `bool`. */
export function numberField(number: number, value: bigint | number | boolean): Buffer {
  const whole = BigInt.asUintN(64, BigInt(value))
  return whole === 0n ? Buffer.alloc(0) : Buffer.concat([tag(number, VARINT), varint(whole)])
}

function lengthField(number: number, value: Uint8Array): Buffer {
  return Buffer.concat([tag(number, LENGTH), varint(BigInt(value.length)), value])
}

function tag(number: number, type: number): Buffer {
  return varint(BigInt(number * 8 + type))
}

function varint(value: bigint): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  return Buffer.from([...bytes, Number(rest)])
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function openReader(bytes: Uint8Array) {
  let place = 0

  function take(length: number): Uint8Array {
    if (place + length > bytes.length) throw new Error('truncated message')
    place += length
    return bytes.subarray(place - length, place)
  }

  function varint(): bigint {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const [byte = 0] = take(1)
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return BigInt.asUintN(64, value)
    }
    throw new Error('number of more than ten bytes')
  }

  return {
    atEnd: () => place === bytes.length,
    varint,
    /** Reads a value; skips fixed-size fields, which none of our messages has. */
    value(type: number): bigint | Uint8Array {
      if (type === VARINT) return varint()
      if (type === LENGTH) return take(Number(varint()))
      if (type === 1) return take(8)
      if (type === 5) return take(4)
      throw new Error(`field of unknown type ${type}`)
    },
  }
}
