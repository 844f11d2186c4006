/**
 * Copies a text. Browsers offer the clipboard only on https and localhost, and a new server is usually opened as
 * `http://` with its IP address, so there the text is copied through a selected field.
 * @param near an element beside which the field may be placed: inside the open dialog, if there is one
 * @returns whether it was copied. If not, `selectText` lets the reader copy it by hand.
 */
export async function copyText(text: string, near: Element): Promise<boolean> {
  if ('clipboard' in navigator) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // refused by the browser or a policy: the other way may still work
    }
  }
  return copyThroughField(text, near)
}

function copyThroughField(text: string, near: Element): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true // keeps a phone's keyboard closed
  field.className = 'visually-hidden'
  near.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}

export function selectText(element: Element): void {
  getSelection()?.selectAllChildren(element)
}

export function copyKeys(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘C' : 'Ctrl+C'
}
