/**
 * Copies a text. Browsers offer the clipboard only on https and localhost, and a new server is usually
 * opened as `http://` and its number, so there the text is copied through a selected field.
 *
 * @param near an element beside which a field may stand: inside the dialog that is open, if one is.
 * @returns whether it was copied. If not, `selectText` lets the reader copy it by hand.
 */
export async function copyText(text: string, near: Element): Promise<boolean> {
  if ('clipboard' in navigator) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // refused by the browser or its owner: the old way may still work
    }
  }
  return copyThroughField(text, near)
}

function copyThroughField(text: string, near: Element): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true // so that a phone does not open its keyboard
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

/** Selects all the text of an element, ready to be copied with the keys. */
export function selectText(element: Element): void {
  getSelection()?.selectAllChildren(element)
}

/** The keys that copy on the reader's machine. */
export function copyKeys(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘C' : 'Ctrl+C'
}
