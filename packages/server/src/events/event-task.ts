import type { Db } from '../database/database.ts'
import { claimLease, type Lease, releaseLease, renewLease } from '../database/lease-store.ts'
import { type Clock, SECOND } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { newId, type Random } from '../platform/random.ts'
import type { EventFeed } from './event-feed.ts'

/**
 * How long the lease of a task lasts. One process at a time does a task; if that process is killed, another takes over
 * within `LEASE_TTL + TICK`.
 */
const LEASE_TTL = 10 * SECOND
const RENEWAL = 3 * SECOND
const TICK = SECOND

type Deps = { db: Db; clock: Clock; random: Random; log: Log; events: EventFeed }

type Work = {
  name: string
  failure: string
  /** Whether the feature of the task is in use, for example whether there is a webhook. */
  isOn(): Promise<boolean>
  /**
   * Does the work that is due.
   * @returns whether more work is due now
   */
  run(): Promise<boolean>
}

/**
 * Runs background work that follows events, in one process at a time. While the feature of the work is off, it has no
 * timer and reads no table. Each process checks whether the feature is on when it starts, records an event, or sends
 * its heartbeat.
 */
export class EventTask {
  readonly #app: Deps
  readonly #task: Work
  readonly #lease: Lease
  #isServing = false
  #unsubscribe: (() => void) | undefined
  #timer: NodeJS.Timeout | undefined
  #leasedUntil = 0
  #renewAt = 0
  #leadership = new AbortController()
  #working: Promise<void> | undefined
  #isStale = false

  constructor(app: Deps, task: Work) {
    this.#app = app
    this.#task = task
    this.#lease = { name: task.name, holder: newId(app.random) }
  }

  /** Aborts when this process loses the lease of the task. */
  get signal(): AbortSignal {
    return this.#leadership.signal
  }

  isLeader(): boolean {
    return this.#isServing && this.#leasedUntil > this.#app.clock.now()
  }

  /** Starts the task. Call it only in processes that serve requests. */
  async start(): Promise<void> {
    this.#isServing = true
    this.#app.events.onRecorded(() => {
      void this.look().catch(() => undefined) // the next event or heartbeat tries again
    })
    await this.look()
  }

  /** Starts the work if the feature is on now: another process may have turned it on. */
  async look(): Promise<void> {
    if (!this.#isServing || this.#unsubscribe) return
    if (await this.#task.isOn()) this.#resume()
  }

  /** Runs the work. Call it after a change that may give the task something to do. */
  wake(): void {
    this.#resume()
    this.#check()
  }

  async stop(): Promise<void> {
    this.#isServing = false
    this.pause()
    await this.#working
    this.#leadership.abort()
    if (this.#leasedUntil === 0) return
    this.#leasedUntil = 0
    this.#renewAt = 0
    await releaseLease(this.#app.db, this.#lease).catch(() => undefined) // best effort: the lease expires anyway
  }

  pause(): void {
    clearInterval(this.#timer)
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
  }

  #resume(): void {
    if (!this.#isServing || this.#unsubscribe) return
    this.#unsubscribe = this.#app.events.subscribe(() => this.#check())
    this.#timer = setInterval(() => this.#check(), TICK)
    this.#timer.unref()
    this.#check()
  }

  #check(): void {
    if (!this.#isServing) return
    this.#isStale = true
    this.#working ??= this.#work()
      .catch((err) => this.#app.log.warn({ err }, this.#task.failure))
      .finally(() => {
        this.#working = undefined
      })
  }

  async #work(): Promise<void> {
    while (this.#isStale && this.#isServing) {
      this.#isStale = false
      if (!(await this.#lead())) return
      if (await this.#task.run()) this.#isStale = true
    }
  }

  async #lead(): Promise<boolean> {
    const { db, clock } = this.#app
    const now = clock.now()
    if (now < this.#renewAt) return this.#leasedUntil > now
    const expiresAt = now + LEASE_TTL
    const isHeld = this.#leasedUntil > 0
    const isLeader = isHeld
      ? await renewLease(db, { ...this.#lease, expiresAt, progress: null })
      : await claimLease(db, { ...this.#lease, now, expiresAt })
    if (isHeld && !isLeader) this.#leadership.abort()
    if (isLeader && !isHeld) this.#leadership = new AbortController()
    this.#leasedUntil = isLeader ? expiresAt : 0
    this.#renewAt = now + RENEWAL
    return isLeader
  }
}
