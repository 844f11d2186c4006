import type { IncomingMessage } from 'node:http'
import type { Pace } from '../platform/database/postgres-patience.ts'

const LONGEST = 9
const LOOK_EVERY = 0.5

export type Deadlines = ReturnType<typeof watchDeadlines>

/**
 * Sees to it that every request is answered before ten seconds are over, counted from when it had
 * arrived whole (docs/contract.md#forms). What its handler does meanwhile goes on unheard.
 */
export function watchDeadlines({ second }: Pace) {
  const open = new Map<IncomingMessage, { since: number; giveUp: () => void }>() // the eldest first
  const look = (): void => {
    const now = performance.now()
    for (const [raw, { since, giveUp }] of open) {
      if (now - since < LONGEST * second) return
      open.delete(raw)
      if (raw.complete !== false)
        giveUp() // an injected request has no such field
      else open.set(raw, { since: now, giveUp })
    }
  }
  const timer = setInterval(look, LOOK_EVERY * second)
  timer.unref()
  return {
    begin(raw: IncomingMessage, since: number, giveUp: () => void): void {
      open.set(raw, { since, giveUp })
    },
    end(raw: IncomingMessage): void {
      open.delete(raw)
    },
    stop(): void {
      clearInterval(timer)
    },
  }
}
