import { readonly, ref } from 'vue'

/** In milliseconds. A toast stays longer while the pointer or the focus is on it. */
const TOAST_DURATION = 5000

type Toast = { id: number; text: string }

const shown = ref<Toast[]>([])
let made = 0
let held = false
const timers = new Map<number, ReturnType<typeof setTimeout>>()

export const toasts = readonly(shown)

/**
 * Confirms an action briefly, wherever the reader is on the page. Errors must also be shown elsewhere, because a toast
 * disappears.
 */
export function toast(text: string): void {
  for (const { id } of shown.value.filter((other) => other.text === text)) dropToast(id)
  made += 1
  shown.value.push({ id: made, text })
  if (!held) scheduleRemoval(made)
}

export function dropToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  shown.value = shown.value.filter((other) => other.id !== id)
  if (shown.value.length === 0) held = false // an empty stack receives no event when the pointer leaves
}

/** Keeps the toasts while the pointer or the focus is on them. */
export function pauseToasts(): void {
  held = true
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
}

export function resumeToasts(): void {
  held = false
  for (const { id } of shown.value) scheduleRemoval(id)
}

function scheduleRemoval(id: number): void {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dropToast(id), TOAST_DURATION),
  )
}
