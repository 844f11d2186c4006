import { mock } from 'node:test'

/** Counts the intervals that are set from now on and not cleared, until it is disposed. */
export function countIntervals() {
  const { setInterval: set, clearInterval: clear } = globalThis
  const running = new Set<unknown>()
  const setting = mock.method(globalThis, 'setInterval', (...given: Parameters<typeof set>) => {
    const timer = set(...given)
    running.add(timer)
    return timer
  })
  const clearing = mock.method(globalThis, 'clearInterval', (timer: NodeJS.Timeout | undefined) => {
    running.delete(timer)
    clear(timer)
  })
  return {
    count: () => running.size,
    [Symbol.dispose]() {
      setting.mock.restore()
      clearing.mock.restore()
    },
  }
}
