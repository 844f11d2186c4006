import { createHmac, randomBytes } from 'node:crypto'
import type { Credentials } from '../site/site-client.ts'

/** How long an accepted sign-in answers its identical repetition (launcher-module, Auth). */
const REMEMBERED_FOR = 60_000
const MOST_VERDICTS = 5_000

export type VerdictMemory<Verdict> = {
  /** Names a sign-in without telling what was typed; another process names it otherwise. */
  nameOf: (credentials: Credentials) => string
  find: (name: string) => Verdict | undefined
  keep: (name: string, verdict: Verdict) => void
  clear: () => void
}

/**
 * Accepted sign-ins of the last minute, under an HMAC of what was typed. Passwords are not kept, and
 * the key is lost with the process. `now` has to be a clock that nobody sets.
 */
export function openVerdictMemory<Verdict>(
  now: () => number,
  size = MOST_VERDICTS,
): VerdictMemory<Verdict> {
  const key = randomBytes(32)
  const verdicts = new Map<string, { verdict: Verdict; until: number }>()

  return {
    nameOf({ login, password, code }) {
      const typed = JSON.stringify([login, password, code ?? ''])
      return createHmac('sha256', key).update(typed).digest('base64')
    },

    find(name) {
      const known = verdicts.get(name)
      return known && now() < known.until ? known.verdict : undefined
    },

    keep(name, verdict) {
      verdicts.delete(name) // and to the end of the line, where the newest are
      verdicts.set(name, { verdict, until: now() + REMEMBERED_FOR })
      for (const [old, { until }] of verdicts) {
        if (verdicts.size <= size && now() < until) break
        verdicts.delete(old)
      }
    },

    clear: () => verdicts.clear(),
  }
}
