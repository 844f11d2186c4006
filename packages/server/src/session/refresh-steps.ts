import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../errors.ts'
import { type Clock, DAY, HOUR, SECOND } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { groupSync } from '../platform/database/group-sync.ts'
import type { Random } from '../platform/random.ts'
import { within } from '../platform/within.ts'
import {
  deleteOldLost,
  deleteOldProcesses,
  deleteProcess,
  findTraces,
  insertLost,
  writeBeat,
} from './refresh-step-store.ts'

/**
 * Remembers what became of each step of a session to its next token: whether it was answered, or lost
 * because the answer was 503 or the process died (docs/decisions/013-lost-refreshes.md). A step is called
 * `<process>.<number>`, and the row of its session has that name. What goes well writes nothing: a
 * process notes twice a second up to which number it knows the outcome, and which steps were lost.
 */
export type RefreshSteps = {
  /** Begins a step of this process. */
  begin(): OpenStep | Promise<OpenStep>
  /**
   * Whether the token of a step reached nobody. While its process may still be answering, or may not, it is
   * watched for some time: one that does not even beat meanwhile is dead or cut off.
   *
   * @throws Refusal `unavailable` when that cannot be told yet.
   */
  isLost(step: string): Promise<boolean>
  /** Shows that this process lives, and forgets what is too old to matter. */
  sweep(): Promise<void>
  /** Settles everything, so that this process leaves nothing in doubt. */
  stop(patience: number): Promise<void>
}

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

export function refreshSteps({
  db,
  clock,
  random,
}: {
  db: Db
  clock: Clock
  random: Random
}): RefreshSteps {
  const self = random.bytes(9).toString('base64url')
  const nameOf = (number: number): string => `${self}.${number}`
  let last = 0
  const open = new Set<number>()
  const lost = new Set<number>() // and not yet written down
  let enrolment: Promise<void> | undefined
  let isEnrolled = false
  let written = 0
  let timer: NodeJS.Timeout | undefined
  /** Processes that did not beat while they were watched, and their last beat. */
  const silent = new Map<string, number | null>()

  const settled = (): number => {
    let least = last + 1
    for (const number of open) least = Math.min(least, number)
    for (const number of lost) least = Math.min(least, number)
    return least - 1
  }

  /** Losses come first: whoever reads that a step is settled also finds whether it was lost. */
  const write = groupSync(async () => {
    const losses = [...lost]
    await insertLost(db, losses.map(nameOf), clock.now())
    for (const number of losses) lost.delete(number)
    const upTo = settled()
    await writeBeat(db, { id: self, settled: upTo, now: clock.now() })
    written = upTo
  })

  const beat = async (): Promise<void> => {
    await write().catch(() => undefined) // the database is away: the next beat tries again
    timer = undefined
    if (written < last) beatSoon()
  }
  const beatSoon = (): void => {
    timer ??= setTimeout(beat, BEATS_EVERY).unref()
  }

  /** Before the first step, or nobody could tell that its process does not live any more. */
  const enrol = async (): Promise<void> => {
    enrolment ??= write()
    try {
      await enrolment
      isEnrolled = true
    } catch (error) {
      enrolment = undefined
      throw error
    }
  }

  const openStep = (): OpenStep => {
    last += 1
    const number = last
    open.add(number)
    beatSoon()
    return {
      id: nameOf(number),
      end: () => void open.delete(number),
      lose() {
        if (!open.delete(number)) return
        lost.add(number)
        void write().catch(() => undefined) // the next beat tries again
      },
    }
  }

  /** Looks once. @returns undefined while the step may still be answered. */
  const outcomeOf = async (process: string, number: number): Promise<Outcome> => {
    const step = `${process}.${number}`
    if (process === self) {
      if (open.has(number)) return { lost: undefined, beat: null }
      if (lost.has(number)) await write()
    }
    const traces = await findTraces(db, step, process)
    if (traces.lost > 0) return { lost: true, beat: null }
    const isSettled = process === self || traces.settled === null || number <= traces.settled
    return { lost: isSettled ? false : undefined, beat: traces.beat }
  }

  const watch = async (process: string, number: number): Promise<boolean> => {
    const first = await outcomeOf(process, number)
    if (first.lost !== undefined) return first.lost
    let beat = first.beat
    const isSilent = process !== self && silent.get(process) === beat
    for (let pause = FIRST_LOOK_AFTER, waited = 0; !isSilent && waited < WATCHED_FOR; ) {
      await sleep(pause)
      waited += pause
      pause = Math.min(2 * pause, LOOKS_AT_LEAST_EVERY)
      const seen = await outcomeOf(process, number)
      if (seen.lost !== undefined) return seen.lost
      beat = seen.beat
    }
    if (process === self || beat !== first.beat) {
      throw new Refusal('unavailable', { retryAfter: RETRY_SECONDS })
    }
    silent.set(process, beat)
    await insertLost(db, [`${process}.${number}`], clock.now())
    return true
  }

  return {
    begin() {
      return isEnrolled ? openStep() : enrol().then(openStep)
    },

    async isLost(step) {
      const [process = '', number] = step.split('.')
      return watch(process, Number(number))
    },

    async sweep() {
      if (enrolment) await write()
      await deleteOldProcesses(db, clock.now() - DAY)
      await deleteOldLost(db, clock.now() - HOUR)
    },

    async stop(patience) {
      clearTimeout(timer)
      if (!enrolment) return
      for (const number of open) lost.add(number) // their answers were cut off
      open.clear()
      const farewell = async (): Promise<void> => {
        await write()
        await deleteProcess(db, self)
      }
      await within(patience, farewell()).catch(() => undefined) // as if it had been killed
    },
  }
}

/** `lost` is undefined while that is open. */
type Outcome = { lost: boolean | undefined; beat: number | null }
