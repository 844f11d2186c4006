import { clearLine, cursorTo } from 'node:readline'
import type { Progress, Step } from '../import/progress.ts'
import { lasting } from '../import/report.ts'
import type { Clock } from '../platform/clock.ts'

const WIDTH = 24
const EVERY = 200

/** Shows how far a long command is, on stderr while that is a terminal; otherwise nothing. */
export function progressBar(clock: Clock): { show: Progress; clear(): void } {
  if (!process.stderr.isTTY) return { show: () => undefined, clear: () => undefined }
  let step: Step | undefined
  let began = 0
  let shownAt = 0
  return {
    show(current, done, total) {
      const now = clock.now()
      if (current !== step) [step, began, shownAt] = [current, now, 0]
      if (now - shownAt < EVERY) return
      shownAt = now
      cursorTo(process.stderr, 0)
      process.stderr.write(barOf(current, { done, total, lasted: now - began }))
      clearLine(process.stderr, 1)
    },
    clear() {
      cursorTo(process.stderr, 0)
      clearLine(process.stderr, 0)
    },
  }
}

/** Draws a bar with what is left, such as `hashing [####    ] 1,200 of 4,000, about 3 min left`. */
export function barOf(
  step: Step,
  { done, total, lasted }: { done: number; total: number; lasted: number },
): string {
  if (total === 0) return `${step} ${done.toLocaleString('en')}`
  const part = Math.min(1, done / total)
  const bar = '#'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH)
  const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
  const left = part > 0 ? `, ${lasting((lasted / 1000) * (1 / part - 1))} left` : ''
  return `${step} [${bar}] ${counts}${left}`
}
