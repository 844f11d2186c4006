import { DAY, isoInstant, isoOrNull } from '../../platform/clock.ts'

/** A donate group or a single node that a player was given; exactly one of the two is set. */
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

/** How long a grant lasts. */
export type Period = { days: number } | { until: number } | { forever: true }

const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Whether a grant is in effect at an instant. It begins and ends by itself, without any action. */
export function isRunning(grant: Grant, now: number): boolean {
  return grant.startsAt <= now && isLeft(grant, now)
}

/** Whether a grant is or will be in effect: it was not taken, and its end is in the future. */
export function isLeft({ takenAt, expiresAt }: Grant, now: number): boolean {
  return takenAt === null && (expiresAt === null || expiresAt > now)
}

/**
 * Returns the end of a grant after a period was added. A grant without end stays so, and no grant gets
 * shorter: an end before the present one changes nothing.
 *
 * @param from the present end, or the start of a new grant; null: forever.
 */
export function addPeriod(from: number | null, period: Period): number | null {
  if (from === null || 'forever' in period) return null
  const end = 'until' in period ? period.until : from + period.days * DAY
  return Math.min(Math.max(from, end), LAST_INSTANT)
}

/** Returns the grant that lasts longest. */
export function longest(grants: readonly Grant[]): Grant | undefined {
  return [...grants].sort((a, b) => endOf(b) - endOf(a) || 0)[0]
}

function endOf({ expiresAt }: Grant): number {
  return expiresAt ?? Number.POSITIVE_INFINITY
}

/** Writes a grant for the audit trail. */
export function auditText({ group, node, startsAt, expiresAt }: Grant): string {
  return JSON.stringify({
    group,
    node,
    startsAt: isoInstant(startsAt),
    expiresAt: isoOrNull(expiresAt),
  })
}
