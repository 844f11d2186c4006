import { DAY, isoInstant, isoOrNull } from '../../platform/clock.ts'

export type Grant = {
  id: string
  group: string | null
  node: string | null
  startsAt: number
  expiresAt: number | null
  createdAt: number
  author: string
  takenAt: number | null
}

/** How long a grant lasts. `duration` is in milliseconds, `until` an instant. */
export type Period = { days: number } | { duration: number } | { until: number } | { forever: true }

const LAST_INSTANT = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

export function isActive(grant: Grant, now: number): boolean {
  return grant.startsAt <= now && isActiveOrScheduled(grant, now)
}

export function isActiveOrScheduled({ takenAt, expiresAt }: Grant, now: number): boolean {
  return takenAt === null && (expiresAt === null || expiresAt > now)
}

/**
 * Returns the end of a grant that is extended by a period; null if it is permanent. No grant gets shorter: an `until`
 * before the current end changes nothing.
 * @param from the current end, or the start of a new grant; null if the grant is permanent
 */
export function addPeriod(from: number | null, period: Period): number | null {
  if (from === null || 'forever' in period) return null
  return Math.min(Math.max(from, endAfter(from, period)), LAST_INSTANT)
}

function endAfter(from: number, period: Exclude<Period, { forever: true }>): number {
  if ('until' in period) return period.until
  return from + ('duration' in period ? period.duration : period.days * DAY)
}

export function longestGrant(grants: readonly Grant[]): Grant | undefined {
  return [...grants].sort((a, b) => endOf(b) - endOf(a) || 0)[0]
}

function endOf({ expiresAt }: Grant): number {
  return expiresAt ?? Number.POSITIVE_INFINITY
}

export function auditText({ group, node, startsAt, expiresAt }: Grant): string {
  return JSON.stringify({
    group,
    node,
    startsAt: isoInstant(startsAt),
    expiresAt: isoOrNull(expiresAt),
  })
}
