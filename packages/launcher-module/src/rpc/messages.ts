import type { Verdict } from '../providers/sign-in.ts'
import type { Textures } from '../providers/skin.ts'
import type { NewsItem } from '../site/parse-responses.ts'
import { bytesField, itemField, numberField, readMessage, textField, writeMessage } from './wire.ts'

/** The messages of module.proto. `read…` is for messages from the host, `write…` for messages to the host. */

export const PROVIDER_KINDS = { signIn: 1, skin: 2, access: 3, news: 4 } as const
const OUTCOMES = { accepted: 1, 'invalid-credentials': 2, 'two-factor-required': 3 } as const
const LAST_INSTANT = 2n ** 63n - 1n

export type ModuleDescription = {
  name: string
  version: string
  description: string
  commands: { name: string; aliases: string[]; synopsis: string }[]
  providers: { kind: number; name: string }[]
}

/**
 * Returns an empty request for calls without fields. `undefined` is not possible: the gRPC library would treat it as a
 * missing message.
 */
export function readNothing(): Record<string, never> {
  return {}
}

export function readConfigure(bytes: Uint8Array) {
  return { config: readMessage(bytes).bytes(1) }
}

export function readExecute(bytes: Uint8Array) {
  const fields = readMessage(bytes)
  return { command: fields.text(1), args: fields.texts(2) }
}

export function readOpenProvider(bytes: Uint8Array) {
  const fields = readMessage(bytes)
  return { kind: Number(fields.whole(1)), name: fields.text(2), config: fields.bytes(3) }
}

export function readAuthenticate(bytes: Uint8Array) {
  const fields = readMessage(bytes)
  return {
    handle: fields.whole(1),
    login: fields.text(2),
    password: fields.text(3),
    code: fields.text(4),
  }
}

export function readTextures(bytes: Uint8Array) {
  const fields = readMessage(bytes)
  return { handle: fields.whole(1), username: fields.text(2), uuid: fields.text(3) }
}

export function readAllows(bytes: Uint8Array) {
  const fields = readMessage(bytes)
  const subject = fields.message(3)
  return {
    handle: fields.whole(1),
    build: fields.text(2),
    subject: { subject: subject.text(1), username: subject.text(2), uuid: subject.text(3) },
  }
}

export function readNewsItems(bytes: Uint8Array) {
  return { handle: readMessage(bytes).whole(1) }
}

export function readHealthCheck(bytes: Uint8Array) {
  return { service: readMessage(bytes).text(1) }
}

export function writeNothing(): Buffer {
  return writeMessage()
}

export function writeInfo(info: ModuleDescription): Buffer {
  return writeMessage(
    textField(1, info.name),
    textField(2, info.version),
    textField(3, info.description),
    ...info.commands.map((command) => itemField(4, writeCommand(command))),
    ...info.providers.map(({ kind, name }) =>
      itemField(6, writeMessage(numberField(1, kind), textField(2, name))),
    ),
  )
}

function writeCommand({ name, aliases, synopsis }: ModuleDescription['commands'][number]): Buffer {
  const list = aliases.map((alias) => itemField(2, Buffer.from(alias)))
  return writeMessage(textField(1, name), ...list, textField(3, synopsis))
}

/** Writes a piece of a command's output, or its end with an error (empty if there was none). */
export function writeExecute(piece: { output: string } | { error: string }): Buffer {
  if ('output' in piece) return writeMessage(bytesField(1, Buffer.from(piece.output)))
  return writeMessage(numberField(2, true), textField(3, piece.error))
}

export function writeOpenProvider({ handle }: { handle: bigint }): Buffer {
  return writeMessage(numberField(1, handle))
}

export function writeAuthenticate(verdict: Verdict): Buffer {
  const outcome = numberField(1, OUTCOMES[verdict.outcome])
  if (verdict.outcome !== 'accepted') return writeMessage(outcome)
  const { subject, username, uuid } = verdict
  return writeMessage(outcome, textField(2, subject), textField(3, username), textField(4, uuid))
}

export function writeTextures({ skinUrl, capeUrl, slim }: Textures): Buffer {
  return writeMessage(textField(1, skinUrl), textField(2, capeUrl), numberField(3, slim))
}

export function writeAllows({ allowed }: { allowed: boolean }): Buffer {
  return writeMessage(numberField(1, allowed))
}

export function writeNewsItems(items: readonly NewsItem[]): Buffer {
  return writeMessage(...items.map((item) => itemField(1, writeNewsItem(item))))
}

export function writeHealthCheck({ status }: { status: number }): Buffer {
  return writeMessage(numberField(1, status))
}

function writeNewsItem(item: NewsItem): Buffer {
  return writeMessage(
    textField(1, item.id),
    textField(2, item.title),
    textField(3, item.body),
    numberField(4, nanoseconds(item.publishedAt)),
    textField(5, item.tag),
    textField(6, item.link),
    textField(7, item.banner),
  )
}

/** Converts to nanoseconds. In 64 bits they reach the year 2262; later instants are clamped. */
function nanoseconds(milliseconds: number): bigint {
  const exact = BigInt(Math.trunc(milliseconds)) * 1_000_000n
  return exact > LAST_INSTANT ? LAST_INSTANT : exact
}
