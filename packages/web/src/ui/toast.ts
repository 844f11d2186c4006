import { readonly, ref } from 'vue'

/** How long a toast stays, in milliseconds; while somebody points at it, it stays longer. */
const STAYS = 5000

type Toast = { id: number; text: string }

const shown = ref<Toast[]>([])
let made = 0
let held = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** What is shown at the edge of the page now, oldest first. */
export const toasts = readonly(shown)

/**
 * Says briefly, wherever the reader is on the page, that something was done. An error is never said only
 * here, because a toast goes away.
 */
export function toast(text: string): void {
  for (const { id } of shown.value.filter((other) => other.text === text)) dropToast(id)
  made += 1
  shown.value.push({ id: made, text })
  if (!held) goSoon(made)
}

export function dropToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  shown.value = shown.value.filter((other) => other.id !== id)
  if (shown.value.length === 0) held = false // no pointer can leave what has gone
}

/** Keeps the toasts while somebody points at them or has the focus there. */
export function holdToasts(): void {
  held = true
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
}

export function releaseToasts(): void {
  held = false
  for (const { id } of shown.value) goSoon(id)
}

function goSoon(id: number): void {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dropToast(id), STAYS),
  )
}
