import { onScopeDispose, ref } from 'vue'

/** Counts seconds down to 0. `whenOver` is called at 0, but not if the countdown is stopped before. */
export function useCountdown(whenOver: () => void = () => undefined) {
  const seconds = ref(0)
  let timer: ReturnType<typeof setInterval> | undefined

  const stop = (): void => {
    clearInterval(timer)
    seconds.value = 0
  }
  onScopeDispose(stop)

  const start = (from: number): void => {
    stop()
    seconds.value = from
    timer = setInterval(() => {
      seconds.value -= 1
      if (seconds.value > 0) return
      stop()
      whenOver()
    }, 1000)
  }
  return { seconds, start, stop }
}
