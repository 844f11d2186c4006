import { clearLine, cursorTo } from 'node:readline'
import { setImmediate as breathe } from 'node:timers/promises'
import { describeDuration } from '../import/plan/report.ts'
import type { ImportStep, ReportProgress } from '../import/progress.ts'
import type { Clock } from '../platform/clock.ts'
import { CommandRefused } from './failure.ts'

const WIDTH = 24
const REDRAW_INTERVAL = 200
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

/**
 * Shows the progress of a long command on stderr if that is a terminal. After Ctrl-C or SIGTERM the command ends after
 * the current batch; a second signal ends the process immediately.
 * @throws CommandRefused from `show` after a signal
 */
export function progressBar(clock: Clock): { show: ReportProgress; clear(): void } {
  let step: ImportStep | undefined
  let began = 0
  let shownAt = 0
  let isStopped = false
  const stop = (): void => {
    isStopped = true
  }
  for (const signal of SIGNALS) process.once(signal, stop)
  const draw = (current: ImportStep, done: number, total: number): void => {
    const now = clock.now()
    if (current !== step) [step, began, shownAt] = [current, now, 0]
    if (now - shownAt < REDRAW_INTERVAL) return
    shownAt = now
    cursorTo(process.stderr, 0)
    process.stderr.write(barOf(current, { done, total, elapsed: now - began }))
    clearLine(process.stderr, 1)
  }
  return {
    async show(current, done, total) {
      if (process.stderr.isTTY) draw(current, done, total)
      // with SQLite nothing else lets the event loop run, which delivers signals
      await breathe()
      await breathe()
      if (isStopped) throw new CommandRefused('nothing was written: the import was stopped')
    },
    clear() {
      for (const signal of SIGNALS) process.off(signal, stop)
      if (!process.stderr.isTTY) return
      cursorTo(process.stderr, 0)
      clearLine(process.stderr, 0)
    },
  }
}

/** Formats a progress bar, such as `hashing [####    ] 1,200 of 4,000, about 3 min left`. */
export function barOf(
  step: ImportStep,
  { done, total, elapsed }: { done: number; total: number; elapsed: number },
): string {
  if (total === 0) return `${step} ${done.toLocaleString('en')}`
  const part = Math.min(1, done / total)
  const bar = '#'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH)
  const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
  const left = part > 0 ? `, ${describeDuration((elapsed / 1000) * (1 / part - 1))} left` : ''
  return `${step} [${bar}] ${counts}${left}`
}
