import { markOf } from './fingerprint.ts'
import type { Entry } from './plan-store.ts'

/**
 * What an import gave a player beside their account, where it gave anything. The next one changes only
 * what is still so here, and then only if the source has something else by now.
 */
export type Belongings = {
  roles?: readonly string[]
  groups?: readonly GivenGroup[]
  realCents?: number
  virtualCents?: number
  ban?: GivenBan | undefined
  skin?: string
  cape?: string
}

export type GivenGroup = { id: string; grant: string; until: number | null }
export type GivenBan = { id: string; reason: string; until: number | null }

/** Whether the source gives something else than the last import did. */
export function isOther({ rest }: Entry, given: Belongings, now: number): boolean {
  const { roles = [], groups = [], realCents = 0, virtualCents = 0 } = given
  const { skinHash, capeHash } = rest.outfit
  return (
    textOf(roles) !== textOf(rest.roles) ||
    textOf(groups.filter(isRunning(now)).map(toText)) !== textOf(running(rest, now).map(toText)) ||
    realCents !== rest.realCents ||
    virtualCents !== rest.virtualCents ||
    !isSameBan(given.ban, banOf(rest, now), now) ||
    (skinHash != null && skinHash !== given.skin) ||
    (capeHash != null && capeHash !== given.cape)
  )
}

/** The groups of the source that have not ended. */
export function running({ groups }: Entry['rest'], now: number): Entry['rest']['groups'] {
  return groups.filter(isRunning(now))
}

/** The ban of the source, unless it has ended. */
export function banOf({ ban }: Entry['rest'], now: number): Entry['rest']['ban'] {
  return ban && isRunning(now)(ban) ? ban : undefined
}

export function isSameBan(
  given: GivenBan | undefined,
  ban: Entry['rest']['ban'],
  now: number,
): boolean {
  const before = given && isRunning(now)(given) ? given : undefined
  if (!before || !ban) return !before && !ban
  return before.until === ban.until && before.reason === markOf(ban.reason)
}

function isRunning(now: number): (one: { until: number | null }) => boolean {
  return ({ until }) => until === null || until > now
}

function toText({ id, until }: { id: string; until: number | null }): string {
  return `${id} ${until ?? ''}`
}

function textOf(all: readonly string[]): string {
  return [...new Set(all)].sort().join(',')
}
