import { mock } from 'node:test'

/** Watches the intervals (`setInterval`) that are set from now on and not cleared, until it is disposed. */
export function countIntervals() {
  const { setInterval: set, clearInterval: clear } = globalThis
  const running = new Map<unknown, { period: number | undefined; act: () => void }>()
  const setting = mock.method(globalThis, 'setInterval', (...given: Parameters<typeof set>) => {
    const timer = set(...given)
    const [act, period, ...values] = given
    running.set(timer, { period, act: () => act(...values) })
    return timer
  })
  const clearing = mock.method(globalThis, 'clearInterval', (timer: NodeJS.Timeout | undefined) => {
    running.delete(timer)
    clear(timer)
  })
  return {
    count: () => running.size,
    periods: () => [...running.values()].map(({ period }) => period),
    /** Runs the callbacks of all intervals of this period immediately. */
    elapse(period: number) {
      for (const one of running.values()) if (one.period === period) one.act()
    },
    [Symbol.dispose]() {
      setting.mock.restore()
      clearing.mock.restore()
    },
  }
}
