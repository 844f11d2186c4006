import type { Db } from '../database/database.ts'
import { listenOn } from '../database/postgres/listen.ts'
import type { TimeScale } from '../database/timeouts.ts'
import { type Clock, SECOND } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Random } from '../platform/random.ts'
import { EVENT_CHANNEL, numberEvents, readNumbering } from './event-store.ts'
import { EXPIRY_INTERVAL, recordExpiry } from './record-expiry.ts'

const POLL_INTERVAL = SECOND

type Deps = {
  db: Db
  clock: Clock
  random: Random
  log: Log
  timeScale: TimeScale
  databaseUrl: string | undefined
}

type Listener = (lastNumber: number) => void

/**
 * Numbers events after they were committed and wakes their readers. While it has no subscriber and no event was
 * recorded, it has no timer and reads no table.
 */
export class EventFeed {
  readonly #app: Deps
  readonly #listeners = new Set<Listener>()
  readonly #recordedListeners = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined
  #unlisten: (() => Promise<void>) | undefined
  #working: Promise<void> | undefined
  #isStale = false
  #lastNumber = 0
  #nextExpiryAt = 0
  #hasEnded = false

  constructor(app: Deps) {
    this.#app = app
  }

  wake(): void {
    for (const listener of this.#recordedListeners) listener()
    this.#check()
  }

  /**
   * Calls `listener` when this process has recorded events.
   * @returns a function that ends these calls
   */
  onRecorded(listener: () => void): () => void {
    this.#recordedListeners.add(listener)
    return () => void this.#recordedListeners.delete(listener)
  }

  /**
   * Calls `listener` with the number of the newest event whenever there are new events, including those of other
   * processes: on PostgreSQL by a notification, otherwise within a second. Polls only while there is a subscriber.
   * @returns a function that ends the subscription
   */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#start()
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) void this.#pause()
    }
  }

  /** Stops. Resolves once the events that this process recorded are numbered. */
  async stop(): Promise<void> {
    this.#hasEnded = true
    this.#listeners.clear()
    await this.#working
    await this.#pause()
  }

  #start(): void {
    const { databaseUrl, timeScale } = this.#app
    this.#timer = setInterval(() => this.#check(), POLL_INTERVAL)
    this.#timer.unref()
    if (databaseUrl)
      this.#unlisten = listenOn(databaseUrl, EVENT_CHANNEL, () => this.#check(), timeScale)
    this.#check()
  }

  async #pause(): Promise<void> {
    clearInterval(this.#timer)
    const unlisten = this.#unlisten
    this.#unlisten = undefined
    await unlisten?.()
  }

  #check(): void {
    this.#isStale = true
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined
    })
  }

  async #work(): Promise<void> {
    try {
      while (this.#isStale) {
        this.#isStale = false
        await this.#recordExpiry()
        let { lastNumber, hasUnnumbered } = await readNumbering(this.#app.db)
        while (hasUnnumbered) {
          await numberEvents(this.#app.db)
          ;({ lastNumber, hasUnnumbered } = await readNumbering(this.#app.db))
        }
        this.#notify(lastNumber)
      }
    } catch (error) {
      // any process that has a reader polls, and so tries again
      if (!this.#hasEnded) this.#app.log.warn({ err: error }, 'numbering events failed; retrying')
    }
  }

  /** Records expired ranks and bans. Only while there is a subscriber: without readers, nothing has to be recorded. */
  async #recordExpiry(): Promise<void> {
    const now = this.#app.clock.now()
    if (this.#listeners.size === 0 || now < this.#nextExpiryAt) return
    this.#nextExpiryAt = now + EXPIRY_INTERVAL
    await recordExpiry(this.#app)
  }

  #notify(lastNumber: number): void {
    if (lastNumber <= this.#lastNumber) return
    this.#lastNumber = lastNumber
    for (const listener of this.#listeners) listener(lastNumber)
  }
}
