import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../database/database.ts'
import { groupCommits } from '../../database/sqlite/group-commit.ts'
import { type Clock, DAY, HOUR, SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Random } from '../../platform/random.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import {
  deleteExpiredLostSteps,
  deleteProcess,
  deleteStaleProcesses,
  findStepRecords,
  insertLostSteps,
  writeHeartbeat,
} from './refresh-outcome-store.ts'

export type RefreshAttempt = {
  id: string
  settle(): void
  markLost(): void
}

const HEARTBEAT_INTERVAL = SECOND / 2
/**
 * How long a process may send no heartbeat, in milliseconds, until it counts as dead. Adds up only the sleeps between
 * polls, so a stall of the whole machine does not count.
 */
const LIVENESS_WINDOW = 3 * SECOND
const MIN_POLL_DELAY = 5
const MAX_POLL_DELAY = 200
const RETRY_SECONDS = 2

/**
 * Tracks whether the response of each refresh reached the client (docs/decisions/013-lost-refreshes.md). A refresh,
 * here called a step, is named `<process>.<number>`; the row of its session contains this name. A successful step
 * writes nothing else: twice a second the process records up to which number it knows every outcome, and which steps
 * were lost.
 */
export class RefreshOutcomes {
  readonly #db: Db
  readonly #clock: Clock
  readonly #self: string
  readonly #open = new Set<number>()
  readonly #lost = new Set<number>()
  /** Processes that sent no heartbeat while this process watched them, each with the number of its last heartbeat. */
  readonly #silent = new Map<string, number | null>()
  /**
   * Records first the lost steps, then the number up to which outcomes are known. So a reader who finds that an outcome
   * is known also finds whether the step was lost.
   */
  readonly #write = groupCommits(() => this.#writeNow())
  #last = 0
  #written = 0
  #enrolment: Promise<void> | undefined
  #isEnrolled = false
  #timer: NodeJS.Timeout | undefined

  constructor({ db, clock, random }: { db: Db; clock: Clock; random: Random }) {
    this.#db = db
    this.#clock = clock
    this.#self = random.bytes(9).toString('base64url')
  }

  begin(): RefreshAttempt | Promise<RefreshAttempt> {
    return this.#isEnrolled ? this.#begin() : this.#enrol().then(() => this.#begin())
  }

  /**
   * Whether the response of a step was lost. While its outcome is unknown, watches the process that made the step. A
   * process without a heartbeat during `LIVENESS_WINDOW` is dead or cut off from the database, so its step is lost.
   * @throws Refusal `unavailable` if that process is alive and the outcome is still unknown
   */
  async isLost(step: string): Promise<boolean> {
    const [process = '', number] = step.split('.')
    return this.#watch(process, Number(number))
  }

  async sweep(): Promise<void> {
    if (this.#enrolment) await this.#write()
    await deleteStaleProcesses(this.#db, this.#clock.now() - DAY)
    await deleteExpiredLostSteps(this.#db, this.#clock.now() - HOUR)
  }

  /**
   * Records all outcomes and removes the row of this process. Steps that are still open count as lost. Gives up after
   * `timeout` milliseconds.
   */
  async stop(timeout: number): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.#enrolment) return
    for (const number of this.#open) this.#lost.add(number) // their responses were cut off
    this.#open.clear()
    const recordAll = async (): Promise<void> => {
      await this.#write()
      await deleteProcess(this.#db, this.#self)
    }
    await withTimeout(timeout, recordAll()).catch(() => undefined) // a row that remains looks like a crash
  }

  #nameOf(number: number): string {
    return `${this.#self}.${number}`
  }

  #begin(): RefreshAttempt {
    this.#last += 1
    const number = this.#last
    this.#open.add(number)
    this.#beatSoon()
    return {
      id: this.#nameOf(number),
      settle: () => void this.#open.delete(number),
      markLost: () => {
        if (!this.#open.delete(number)) return
        this.#lost.add(number)
        void this.#write().catch(() => undefined) // the next heartbeat retries
      },
    }
  }

  /**
   * Creates the row of this process before its first step. Without this row, other processes could not notice a crash
   * of this process.
   */
  async #enrol(): Promise<void> {
    this.#enrolment ??= this.#write()
    try {
      await this.#enrolment
      this.#isEnrolled = true
    } catch (error) {
      this.#enrolment = undefined
      throw error
    }
  }

  async #writeNow(): Promise<void> {
    const losses = [...this.#lost]
    const names = losses.map((number) => this.#nameOf(number))
    await insertLostSteps(this.#db, names, this.#clock.now())
    for (const number of losses) this.#lost.delete(number)
    const upTo = this.#settled()
    await writeHeartbeat(this.#db, {
      id: this.#self,
      acknowledgedUpTo: upTo,
      now: this.#clock.now(),
    })
    this.#written = upTo
  }

  #settled(): number {
    let least = this.#last + 1
    for (const number of this.#open) least = Math.min(least, number)
    for (const number of this.#lost) least = Math.min(least, number)
    return least - 1
  }

  #beatSoon(): void {
    this.#timer ??= setTimeout(() => this.#beat(), HEARTBEAT_INTERVAL).unref()
  }

  async #beat(): Promise<void> {
    await this.#write().catch(() => undefined) // database unavailable: the next heartbeat retries
    this.#timer = undefined
    if (this.#written < this.#last) this.#beatSoon()
  }

  async #outcomeOf(process: string, number: number): Promise<Outcome> {
    const step = `${process}.${number}`
    const isOwn = process === this.#self
    if (isOwn) {
      if (this.#open.has(number)) return { lost: undefined, beat: null }
      if (this.#lost.has(number)) await this.#write()
    }
    const records = await findStepRecords(this.#db, step, process)
    if (records.lost > 0) return { lost: true, beat: null }
    const isSettled =
      isOwn || records.acknowledgedUpTo === null || number <= records.acknowledgedUpTo
    return { lost: isSettled ? false : undefined, beat: records.beat }
  }

  async #watch(process: string, number: number): Promise<boolean> {
    const first = await this.#outcomeOf(process, number)
    if (first.lost !== undefined) return first.lost
    const isOwn = process === this.#self
    let beat = first.beat
    const isSilent = !isOwn && this.#silent.get(process) === beat
    for (let delay = MIN_POLL_DELAY, waited = 0; !isSilent && waited < LIVENESS_WINDOW; ) {
      await sleep(delay)
      waited += delay
      delay = Math.min(2 * delay, MAX_POLL_DELAY)
      const seen = await this.#outcomeOf(process, number)
      if (seen.lost !== undefined) return seen.lost
      beat = seen.beat
    }
    if (isOwn || beat !== first.beat)
      throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS })
    this.#silent.set(process, beat)
    await insertLostSteps(this.#db, [`${process}.${number}`], this.#clock.now())
    return true
  }
}

/**
 * `lost`: undefined while the outcome is unknown. `beat`: the number of the process's last heartbeat; null if the
 * process has no row, or if it was not read.
 */
type Outcome = { lost: boolean | undefined; beat: number | null }
