import type { IncomingMessage } from 'node:http'
import type { Pace } from '../platform/database/postgres-patience.ts'

const LONGEST = 9
const LOOK_EVERY = 0.5

export type Deadlines = ReturnType<typeof watchDeadlines>

/** A request that waits for its answer; `place` is where it stands among the others. */
export type Deadline = { raw: IncomingMessage; since: number; giveUp: () => void; place: number }

/**
 * Sees to it that every request is answered before ten seconds are over, counted from when it had
 * arrived whole (docs/contract.md#forms). What its handler does meanwhile goes on unheard.
 */
export function watchDeadlines({ second }: Pace) {
  // Not a Map, which keeps requests from being collected while they are young (docs/performance.md#choices-that-were-measured).
  const open: (Deadline | undefined)[] = []
  const free: number[] = []
  const end = (one: Deadline): void => {
    if (open[one.place] !== one) return
    open[one.place] = undefined
    free.push(one.place)
  }
  const look = (): void => {
    const now = performance.now()
    for (const one of open) {
      if (!one || now - one.since < LONGEST * second) continue
      if (one.raw.complete === false) {
        one.since = now // an injected request has no such field
        continue
      }
      end(one)
      one.giveUp()
    }
  }
  const timer = setInterval(look, LOOK_EVERY * second)
  timer.unref()
  return {
    begin(raw: IncomingMessage, since: number, giveUp: () => void): Deadline {
      const one = { raw, since, giveUp, place: free.pop() ?? open.length }
      open[one.place] = one
      return one
    },
    /** Does nothing for a request whose deadline has ended. */
    end,
    stop(): void {
      clearInterval(timer)
    },
  }
}
