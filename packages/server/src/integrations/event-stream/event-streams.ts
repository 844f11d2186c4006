import type { App } from '../../app.ts'
import { addConsumer } from '../../events/consumer-store.ts'
import { toEnvelope } from '../../events/event.ts'
import { findOldestNumber, listEvents, readNumbering } from '../../events/event-store.ts'
import { DAY, SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { type EventReader, findRefusedReaders } from './event-reader.ts'
import { EventRing, type StreamedEvent, toStreamed } from './event-ring.ts'
import { EventStream } from './event-stream.ts'

const KEEP_ALIVE_INTERVAL = 15 * SECOND
const CHECK_INTERVAL = 2 * SECOND
/** How long events are recorded after the last stream was open. This is longer than events are stored. */
const RECORDED_FOR = 32 * DAY
const RENEWAL_INTERVAL = DAY
const PAGE = 500

type Deps = Pick<App, 'db' | 'clock' | 'config' | 'events' | 'log'>

type Wanted = EventReader & {
  after: number | undefined
  types: ReadonlySet<string> | undefined
}

/**
 * The open streams of this process, which share one read of new events. Without a stream, there is no timer, and no
 * event is in memory.
 */
export class EventStreams {
  readonly #app: Deps
  readonly #streams = new Set<EventStream>()
  /** Streams that still read older events from the database. */
  readonly #catchingUp = new Set<EventStream>()
  #ring: EventRing | undefined
  #end: (() => void) | undefined
  #isReading = false
  #newestNumber = 0
  #renewAt = 0
  #hasEnded = false

  constructor(app: Deps) {
    this.#app = app
  }

  /**
   * Opens a stream of the events after the event `after`, or from now on.
   * @throws Refusal `events.gone` if events after `after` were deleted, or if `after` is not an event of this database
   */
  async open({ after, types, ...reader }: Wanted): Promise<EventStream> {
    await this.#renewConsumer()
    const { lastNumber } = await readNumbering(this.#app.db)
    if (after !== undefined) {
      const oldest = await findOldestNumber(this.#app.db)
      if (after + 1 < oldest || after > lastNumber) throw new Refusal('events.gone')
    }
    if (this.#hasEnded) throw new Refusal('overloaded')
    const stream = new EventStream({
      ...reader,
      after: after ?? lastNumber,
      types,
      fill: (one) => this.#fill(one),
    })
    this.#streams.add(stream)
    stream.once('close', () => this.#remove(stream))
    if (!this.#end) this.#start(lastNumber)
    return stream
  }

  /** Ends all streams. Their clients connect again, to another process or after the restart of this one. */
  stop(): void {
    this.#hasEnded = true
    for (const stream of this.#streams) stream.push(null)
  }

  /**
   * Registers the streams as a reader, so that the site records events: before the first stream opens, and daily while
   * there is one.
   */
  async #renewConsumer(): Promise<void> {
    const now = this.#app.clock.now()
    if (now < this.#renewAt) return
    await addConsumer(this.#app.db, { name: 'stream', now, expiresAt: now + RECORDED_FOR })
    this.#renewAt = now + RENEWAL_INTERVAL
  }

  #start(lastNumber: number): void {
    this.#ring = new EventRing(lastNumber)
    this.#newestNumber = lastNumber
    const unsubscribe = this.#app.events.subscribe((number) => this.#readUntil(number))
    const timers = [
      setInterval(() => this.#keepAlive(), KEEP_ALIVE_INTERVAL),
      setInterval(() => void this.#checkReaders(), CHECK_INTERVAL),
    ]
    for (const timer of timers) timer.unref()
    this.#end = () => {
      unsubscribe()
      for (const timer of timers) clearInterval(timer)
    }
  }

  #remove(stream: EventStream): void {
    if (!this.#streams.delete(stream) || this.#streams.size > 0) return
    this.#end?.()
    this.#end = undefined
    this.#ring = undefined
  }

  /** Reads new events, and sends them to the streams that have all earlier ones. */
  #readUntil(number: number): void {
    this.#newestNumber = Math.max(number, this.#newestNumber)
    if (!this.#isReading) void this.#readNew()
  }

  async #readNew(): Promise<void> {
    this.#isReading = true
    try {
      await this.#readPages()
    } catch (error) {
      this.#app.log.warn({ err: error }, 'reading events failed; retrying')
    } finally {
      this.#isReading = false
    }
  }

  async #readPages(): Promise<void> {
    while (this.#ring && this.#ring.lastNumber < this.#newestNumber) {
      const ring = this.#ring
      const events = await this.#readPage(ring.lastNumber)
      if (events.length === 0 || ring !== this.#ring) return
      const before = ring.lastNumber
      ring.add(events)
      for (const stream of this.#streams) if (stream.position === before) stream.send(events)
    }
  }

  #fill(stream: EventStream): void {
    const missed = this.#ring?.after(stream.position)
    if (missed) stream.send(missed)
    else if (this.#ring && !this.#catchingUp.has(stream)) void this.#catchUp(stream)
  }

  async #catchUp(stream: EventStream): Promise<void> {
    this.#catchingUp.add(stream)
    try {
      while (stream.wantsMore && this.#ring && !this.#ring.after(stream.position)) {
        const events = await this.#readPage(stream.position)
        stream.send(events)
      }
    } catch (error) {
      this.#app.log.warn(
        { err: error },
        'reading older events for a stream failed; the client resumes',
      )
      stream.destroy()
    } finally {
      this.#catchingUp.delete(stream)
    }
    const newest = stream.wantsMore ? this.#ring?.after(stream.position) : undefined
    if (newest) stream.send(newest)
  }

  async #readPage(after: number): Promise<StreamedEvent[]> {
    const events = await listEvents(this.#app.db, after, PAGE)
    return events.map((event) => toStreamed(event, toEnvelope(event, this.#app.config)))
  }

  #keepAlive(): void {
    for (const stream of this.#streams) stream.keepAlive()
    void this.#renewConsumer().catch((error) =>
      this.#app.log.warn({ err: error }, 'renewing the event stream failed; retrying'),
    )
  }

  /**
   * Ends the streams whose API keys were revoked or no longer trust the address. During a database outage, ends none.
   */
  async #checkReaders(): Promise<void> {
    try {
      const refused = await findRefusedReaders(this.#app.db, this.#streams)
      for (const stream of refused) stream.push(null)
    } catch (error) {
      this.#app.log.warn({ err: error }, 'checking the keys of streams failed; retrying')
    }
  }
}
