import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../database/database.ts'
import { groupSync } from '../../database/sqlite/group-commit.ts'
import { type Clock, DAY, HOUR, SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Random } from '../../platform/random.ts'
import { within } from '../../platform/with-timeout.ts'
import {
  deleteOldLost,
  deleteOldProcesses,
  deleteProcess,
  findTraces,
  insertLost,
  writeBeat,
} from './refresh-outcome-store.ts'

export type OpenStep = {
  id: string
  /** It was answered, or replaced nothing. */
  end(): void
  /** Its answer reached nobody, and nobody knows whether it replaced a token. */
  lose(): void
}

const BEATS_EVERY = SECOND / 2
/** As long as several beats. Only pauses between looks count: while a machine stands still nobody beats either. */
const WATCHED_FOR = 3 * SECOND
const FIRST_LOOK_AFTER = 5
const LOOKS_AT_LEAST_EVERY = 200
const RETRY_SECONDS = 2

/**
 * Remembers what became of each step of a session to its next token: whether it was answered, or lost
 * because the answer was 503 or the process died (docs/decisions/013-lost-refreshes.md). A step is called
 * `<process>.<number>`, and the row of its session has that name. What goes well writes nothing: a
 * process notes twice a second up to which number it knows the outcome, and which steps were lost.
 */
export class RefreshSteps {
  readonly #db: Db
  readonly #clock: Clock
  readonly #self: string
  readonly #open = new Set<number>()
  /** Steps that were lost, and are not yet written down. */
  readonly #lost = new Set<number>()
  /** Processes that did not beat while they were watched, and their last beat. */
  readonly #silent = new Map<string, number | null>()
  /** Losses come first: whoever reads that a step is settled also finds whether it was lost. */
  readonly #write = groupSync(() => this.#writeNow())
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

  /** Begins a step of this process. */
  begin(): OpenStep | Promise<OpenStep> {
    return this.#isEnrolled ? this.#begin() : this.#enrol().then(() => this.#begin())
  }

  /**
   * Whether the token of a step reached nobody. While its process may still be answering, or may not, it is
   * watched for some time: one that does not even beat meanwhile is dead or cut off.
   *
   * @throws Refusal `unavailable` when that cannot be told yet.
   */
  async isLost(step: string): Promise<boolean> {
    const [process = '', number] = step.split('.')
    return this.#watch(process, Number(number))
  }

  /** Shows that this process lives, and forgets what is too old to matter. */
  async sweep(): Promise<void> {
    if (this.#enrolment) await this.#write()
    await deleteOldProcesses(this.#db, this.#clock.now() - DAY)
    await deleteOldLost(this.#db, this.#clock.now() - HOUR)
  }

  /** Settles everything, so that this process leaves nothing in doubt. */
  async stop(patience: number): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.#enrolment) return
    for (const number of this.#open) this.#lost.add(number) // their answers were cut off
    this.#open.clear()
    const farewell = async (): Promise<void> => {
      await this.#write()
      await deleteProcess(this.#db, this.#self)
    }
    await within(patience, farewell()).catch(() => undefined) // as if it had been killed
  }

  #nameOf(number: number): string {
    return `${this.#self}.${number}`
  }

  #begin(): OpenStep {
    this.#last += 1
    const number = this.#last
    this.#open.add(number)
    this.#beatSoon()
    return {
      id: this.#nameOf(number),
      end: () => void this.#open.delete(number),
      lose: () => {
        if (!this.#open.delete(number)) return
        this.#lost.add(number)
        void this.#write().catch(() => undefined) // the next beat tries again
      },
    }
  }

  /** Before the first step, or nobody could tell that its process does not live any more. */
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
    await insertLost(this.#db, names, this.#clock.now())
    for (const number of losses) this.#lost.delete(number)
    const upTo = this.#settled()
    await writeBeat(this.#db, { id: this.#self, settled: upTo, now: this.#clock.now() })
    this.#written = upTo
  }

  #settled(): number {
    let least = this.#last + 1
    for (const number of this.#open) least = Math.min(least, number)
    for (const number of this.#lost) least = Math.min(least, number)
    return least - 1
  }

  #beatSoon(): void {
    this.#timer ??= setTimeout(() => this.#beat(), BEATS_EVERY).unref()
  }

  async #beat(): Promise<void> {
    await this.#write().catch(() => undefined) // the database is away: the next beat tries again
    this.#timer = undefined
    if (this.#written < this.#last) this.#beatSoon()
  }

  /** Looks once. @returns undefined while the step may still be answered. */
  async #outcomeOf(process: string, number: number): Promise<Outcome> {
    const step = `${process}.${number}`
    const isOwn = process === this.#self
    if (isOwn) {
      if (this.#open.has(number)) return { lost: undefined, beat: null }
      if (this.#lost.has(number)) await this.#write()
    }
    const traces = await findTraces(this.#db, step, process)
    if (traces.lost > 0) return { lost: true, beat: null }
    const isSettled = isOwn || traces.settled === null || number <= traces.settled
    return { lost: isSettled ? false : undefined, beat: traces.beat }
  }

  async #watch(process: string, number: number): Promise<boolean> {
    const first = await this.#outcomeOf(process, number)
    if (first.lost !== undefined) return first.lost
    const isOwn = process === this.#self
    let beat = first.beat
    const isSilent = !isOwn && this.#silent.get(process) === beat
    for (let pause = FIRST_LOOK_AFTER, waited = 0; !isSilent && waited < WATCHED_FOR; ) {
      await sleep(pause)
      waited += pause
      pause = Math.min(2 * pause, LOOKS_AT_LEAST_EVERY)
      const seen = await this.#outcomeOf(process, number)
      if (seen.lost !== undefined) return seen.lost
      beat = seen.beat
    }
    if (isOwn || beat !== first.beat)
      throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS })
    this.#silent.set(process, beat)
    await insertLost(this.#db, [`${process}.${number}`], this.#clock.now())
    return true
  }
}

/** `lost` is undefined while that is open. */
type Outcome = { lost: boolean | undefined; beat: number | null }
