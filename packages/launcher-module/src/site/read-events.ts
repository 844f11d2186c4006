import type { Readable } from 'node:stream'
import { isRecord } from '../settings/field-types.ts'

/** The part of an event that the module uses. */
export type SiteEvent = {
  /** The position after which to resume. */
  id: string
  type: string
  /** The UUID of the player whom the event is about. */
  player: string | undefined
}

/** In characters; longer than any event. */
const MAX_BLOCK_LENGTH = 1024 * 1024

/**
 * Reads Server-Sent Events. `onSign` is called whenever data arrives, including comments.
 * @throws Error if the connection breaks, or if a block is too long for an event
 */
export async function readEvents(
  stream: Readable,
  onEvent: (event: SiteEvent) => void,
  onSign: () => void,
): Promise<void> {
  let rest = ''
  stream.setEncoding('utf8')
  for await (const text of stream) {
    onSign()
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    if (rest.length > MAX_BLOCK_LENGTH) throw new Error('not a stream of events')
    for (const block of blocks) {
      const event = readEvent(block)
      if (event) onEvent(event)
    }
  }
}

/** Reads a block; undefined for a comment or a block without data. */
function readEvent(block: string): SiteEvent | undefined {
  const id = fieldOf(block, 'id')
  const data = fieldOf(block, 'data')
  if (id === undefined || data === undefined) return undefined
  const envelope: unknown = JSON.parse(data)
  const content = isRecord(envelope) ? envelope.data : undefined
  const player = isRecord(content) ? content.player : undefined
  const uuid = isRecord(player) ? player.uuid : undefined
  return {
    id,
    type: fieldOf(block, 'event') ?? '',
    player: typeof uuid === 'string' ? uuid : undefined,
  }
}

function fieldOf(block: string, name: string): string | undefined {
  const line = block.split('\n').find((one) => one.startsWith(`${name}: `))
  return line?.slice(name.length + 2)
}
