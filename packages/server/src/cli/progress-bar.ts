import { clearLine, cursorTo } from 'node:readline'
import { setImmediate as breathe } from 'node:timers/promises'
import { ImportRefused } from '../import/import-refused.ts'
import { lasting } from '../import/plan/report.ts'
import type { Progress, Step } from '../import/progress.ts'
import type { Clock } from '../platform/clock.ts'

const WIDTH = 24
const EVERY = 200
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Shows how far a long command is, on stderr while that is a terminal; otherwise nothing. Between two slices
 * it lets Ctrl-C and SIGTERM through; a second one ends the process at once.
 *
 * @throws ImportRefused from `show` after Ctrl-C.
 */
export function progressBar(clock: Clock): { show: Progress; clear(): void } {
  let step: Step | undefined
  let began = 0
  let shownAt = 0
  let isStopped = false
  const stop = (): void => {
    isStopped = true
  }
  for (const signal of SIGNALS) process.once(signal, stop)
  const draw = (current: Step, done: number, total: number): void => {
    const now = clock.now()
    if (current !== step) [step, began, shownAt] = [current, now, 0]
    if (now - shownAt < EVERY) return
    shownAt = now
    cursorTo(process.stderr, 0)
    process.stderr.write(barOf(current, { done, total, lasted: now - began }))
    clearLine(process.stderr, 1)
  }
  return {
    async show(current, done, total) {
      if (process.stderr.isTTY) draw(current, done, total)
      // SQLite answers at once, so that signals would wait for the end; they are looked for between two breaths.
      await breathe()
      await breathe()
      if (isStopped) throw new ImportRefused('nothing was written: it was stopped')
    },
    clear() {
      for (const signal of SIGNALS) process.off(signal, stop)
      if (!process.stderr.isTTY) return
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
