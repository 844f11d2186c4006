import type { StoredEvent } from '../../events/event.ts'

export type StreamedEvent = { number: number; type: string; text: string }

const MAX_EVENTS = 1000

/** The newest events, without a gap in their numbers. Readers who are up to date share one read of them. */
export class EventRing {
  #events: StreamedEvent[] = []
  #lastNumber: number

  /** @param lastNumber the number of the event before the first one of the ring */
  constructor(lastNumber: number) {
    this.#lastNumber = lastNumber
  }

  get lastNumber(): number {
    return this.#lastNumber
  }

  /** @param events the events after `lastNumber`, in their order */
  add(events: readonly StreamedEvent[]): void {
    this.#events = [...this.#events, ...events].slice(-MAX_EVENTS)
    this.#lastNumber = events.at(-1)?.number ?? this.#lastNumber
  }

  /** Returns the events after a number; undefined if the ring no longer has all of them. */
  after(number: number): StreamedEvent[] | undefined {
    const missing = this.#lastNumber - number
    if (missing > this.#events.length) return undefined
    return missing <= 0 ? [] : this.#events.slice(-missing)
  }
}

/** Writes an event as a stream sends it. The JSON contains no line breaks. */
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
