import { DAY, isoInstant, isoOrNull } from '../../platform/clock.ts'

/** A donate group, or a single node, that a player was given for a time. Exactly one of the two is set. */
export type Grant = {
  id: string
  group: string | null
  node: string | null
  startsAt: number
  /** Null: forever. */
  expiresAt: number | null
  createdAt: number
  /** A player's id, or `command`. */
  author: string
  takenAt: number | null
}

/** For how long something is given. */
export type Period = { days: number } | { until: number } | { forever: true }

const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Whether a grant counts at an instant; nothing has to happen for it to begin or to end. */
export function isRunning(grant: Grant, now: number): boolean {
  return grant.startsAt <= now && isLeft(grant, now)
}

/** Whether a grant counts or will count: it was not taken, and its end is ahead. */
export function isLeft({ takenAt, expiresAt }: Grant, now: number): boolean {
  return takenAt === null && (expiresAt === null || expiresAt > now)
}

/**
 * The end of what was given, with a period more. What lasts forever still does, and nobody is given
 * less than he had: an end before his own changes nothing.
 *
 * @param from the end so far, or the start of something new; null: forever.
 */
export function addPeriod(from: number | null, period: Period): number | null {
  if (from === null || 'forever' in period) return null
  const end = 'until' in period ? period.until : from + period.days * DAY
  return Math.min(Math.max(from, end), LAST_INSTANT)
}

/** The grant that lasts longest. */
export function longest(grants: readonly Grant[]): Grant | undefined {
  return [...grants].sort((a, b) => endOf(b) - endOf(a) || 0)[0]
}

function endOf({ expiresAt }: Grant): number {
  return expiresAt ?? Number.POSITIVE_INFINITY
}

/** What the audit keeps of a grant. */
export function auditText({ group, node, startsAt, expiresAt }: Grant): string {
  return JSON.stringify({
    group,
    node,
    startsAt: isoInstant(startsAt),
    expiresAt: isoOrNull(expiresAt),
  })
}
