import { user } from '../session.ts'

/**
 * Drafts are kept in this browser, for each player and page, until they are saved or dropped. Passwords
 * and other secrets are never part of one.
 */
const PREFIX = 'portal-draft'

/** Undefined for a form without a name, and once nobody is signed in: the draft then stays as it was. */
function keyOf(name: string): string | undefined {
  return name && user.value ? `${PREFIX}:${user.value.uuid}:${name}` : undefined
}

export function keepDraft(name: string, changed: object): void {
  const key = keyOf(name)
  if (!key) return
  try {
    if (Object.keys(changed).length > 0) localStorage.setItem(key, JSON.stringify(changed))
    else localStorage.removeItem(key)
  } catch {
    // full or switched off: then leaving asks, but nothing is restored
  }
}

/** What was written and not saved; undefined if there is none, or it cannot be read. */
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

export function forgetDraft(name: string): void {
  const key = keyOf(name)
  if (key) localStorage.removeItem(key)
}
