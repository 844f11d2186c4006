import type { StoredEvent } from '../../events/event.ts'

export type StreamedEvent = { number: number; type: string; text: string }

const MAX_EVENTS = 1000

/**
 * The newest events in memory, without a gap in their numbers. Readers who are up to date share them, so each event is
 * read once.
 */
export class EventRing {
  #events: StreamedEvent[] = []
  #lastNumber: number

  /** @param lastNumber the number of the event before the first one in the ring */
  constructor(lastNumber: number) {
    this.#lastNumber = lastNumber
  }

  get lastNumber(): number {
    return this.#lastNumber
  }

  /**
   * Adds events.
   * @param events the events after `lastNumber`, in their order
   */
  add(events: readonly StreamedEvent[]): void {
    this.#events = [...this.#events, ...events].slice(-MAX_EVENTS)
    this.#lastNumber = events.at(-1)?.number ?? this.#lastNumber
  }

  /** Returns the events after a number; undefined if some of them are no longer in the ring. */
  after(number: number): StreamedEvent[] | undefined {
    const missing = this.#lastNumber - number
    if (missing > this.#events.length) return undefined
    return missing <= 0 ? [] : this.#events.slice(-missing)
  }
}

/** Returns an event as the text that a stream sends. The JSON contains no line breaks. */
export function toStreamed(
  { number, type }: Pick<StoredEvent, 'number' | 'type'>,
  envelope: object,
): StreamedEvent {
  return {
    number,
    type,
    text: `id: ${number}\nevent: ${type}\ndata: ${JSON.stringify(envelope)}\n\n`,
  }
}
