import { Readable } from 'node:stream'
import type { EventReader } from './event-reader.ts'
import type { StreamedEvent } from './event-ring.ts'

/**
 * How many bytes wait for a slow client at most. If there are more, the client is disconnected; when it connects again,
 * it resumes after the last ID that it received.
 */
const MAX_BACKLOG_BYTES = 1024 * 1024

/** How long a client waits before it connects again, in milliseconds. */
const RECONNECT_DELAY = 1000

export type StreamOptions = EventReader & {
  after: number
  /** The types of events that the client requested; undefined: all types. */
  types: ReadonlySet<string> | undefined
  fill(stream: EventStream): void
}

/** The stream of one client. Buffers at most `MAX_BACKLOG_BYTES` for it. */
export class EventStream extends Readable implements EventReader {
  readonly keyId: string
  readonly ip: string
  readonly #types: ReadonlySet<string> | undefined
  readonly #fill: StreamOptions['fill']
  #position: number
  #wantsMore = false

  constructor({ keyId, ip, after, types, fill }: StreamOptions) {
    super({ read: () => this.#readMore() })
    this.keyId = keyId
    this.ip = ip
    this.#types = types
    this.#fill = fill
    this.#position = after
    this.push(`retry: ${RECONNECT_DELAY}\n\n`)
  }

  /** The number of the last event that was sent, or skipped because its type was not requested. */
  get position(): number {
    return this.#position
  }

  /** Whether the client has received everything that was sent, so that more older events can be read. */
  get wantsMore(): boolean {
    return this.#wantsMore
  }

  send(events: readonly StreamedEvent[]): void {
    const last = events.at(-1)
    if (!last || this.destroyed) return
    this.#position = last.number
    const wanted = events.filter(({ type }) => this.#types?.has(type) ?? true)
    if (wanted.length > 0) this.#write(wanted.map(({ text }) => text).join(''))
  }

  /** Sends a comment, so that neither the client nor the server takes a quiet connection for a lost one. */
  keepAlive(): void {
    if (!this.destroyed) this.#write(':\n\n')
  }

  #write(text: string): void {
    this.#wantsMore = this.push(text)
    if (this.readableLength > MAX_BACKLOG_BYTES) this.destroy()
  }

  #readMore(): void {
    this.#wantsMore = true
    this.#fill(this)
  }
}
