import { nextTick } from 'vue'

/**
 * Shows the reader what has just been refused: sets the focus into the first broken field, or scrolls
 * the notice into view if no field is to blame. Whatever stood there before is left alone.
 *
 * @param before the alerts of the page before the refusal, from `alerts`.
 */
export async function showRefusal(before: ReadonlySet<Element>): Promise<void> {
  await nextTick()
  const fresh = [...alerts()].filter((alert) => !before.has(alert))
  const fields = fresh.map((alert) =>
    alert.closest('.field, .check')?.querySelector<HTMLElement>('[aria-invalid="true"]'),
  )
  const field = fields.find((one) => one !== null && one !== undefined)
  field?.focus({ preventScroll: true })
  const target = field ?? fresh[0]
  target?.scrollIntoView({ block: 'center' })
}

/** The errors that the page shows now. */
export function alerts(): ReadonlySet<Element> {
  return new Set(document.querySelectorAll('[role="alert"]'))
}
