import { user } from '../session.ts'

/**
 * Drafts are stored in this browser, per player and page, until they are saved or discarded. They never contain
 * passwords or other secrets.
 */
const PREFIX = 'portal-draft'

/**
 * Returns the storage key of a draft; undefined for a form without a name and for a visitor: no draft is read or stored
 * then.
 */
function keyOf(name: string): string | undefined {
  return name && user.value ? `${PREFIX}:${user.value.uuid}:${name}` : undefined
}

export function storeDraft(name: string, changed: object): void {
  const key = keyOf(name)
  if (!key) return
  try {
    if (Object.keys(changed).length > 0) localStorage.setItem(key, JSON.stringify(changed))
    else localStorage.removeItem(key)
  } catch {
    // storage is full or disabled: the draft is lost, but leaving the page still asks
  }
}

/** Returns the unsaved draft; undefined if there is none or it cannot be read. */
export function findDraft(name: string): object | undefined {
  const key = keyOf(name)
  if (!key) return undefined
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return typeof draft === 'object' && draft !== null ? draft : undefined
  } catch {
    return undefined
  }
}

export function deleteDraft(name: string): void {
  const key = keyOf(name)
  if (key) localStorage.removeItem(key)
}
