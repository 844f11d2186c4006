import type { Asked } from './asked.ts'
import { entityTag, hasContent } from './conditional.ts'
import { acceptsGzip, packedOnce, writtenOnce } from './written-once.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** What a row's JSON is made with: `pick` keeps what its schema names. */
export type JsonRow = { pick: (reply: unknown) => unknown; conditional: boolean | undefined }

/** A reply as it is sent; `tag` is there where the row is conditional. */
export type JsonReply = {
  content: string | Buffer
  isPacked: boolean
  tag: string | undefined
  /** The caller has it already, so the answer is 304. */
  isKnown: boolean
}

/** Makes what is sent of what a route returned, on both ways. */
export function jsonReply(
  request: Pick<Asked, 'headers'>,
  reply: unknown,
  { pick, conditional }: JsonRow,
): JsonReply {
  const once = writtenOnce(reply, pick)
  const small = once && acceptsGzip(request) ? packedOnce(once) : undefined
  const content = small ?? once ?? JSON.stringify(pick(reply))
  const tag = conditional ? entityTag(content) : undefined
  const isKnown = tag !== undefined && hasContent(request, tag)
  return { content, isPacked: small !== undefined, tag, isKnown }
}
