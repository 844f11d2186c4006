import { nextTick } from 'vue'

/**
 * Shows a new refusal: moves the focus to the first invalid field, or scrolls the notice into view. Ignores alerts that
 * were on the page before.
 * @param before the alerts before the refusal, from `alerts`
 */
export async function focusFirstError(before: ReadonlySet<Element>): Promise<void> {
  await nextTick()
  const fresh = [...alerts()].filter((alert) => !before.has(alert))
  const fields = fresh.map((alert) =>
    alert
      .closest('.field, .check, .switch, .rows')
      ?.querySelector<HTMLElement>('[aria-invalid="true"]'),
  )
  const field = fields.find((one) => one !== null && one !== undefined)
  field?.focus({ preventScroll: true })
  const target = field ?? fresh[0]
  target?.scrollIntoView({ block: 'center' })
}

export function alerts(): ReadonlySet<Element> {
  return new Set(document.querySelectorAll('[role="alert"]'))
}
