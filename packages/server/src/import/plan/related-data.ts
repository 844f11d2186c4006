import { fingerprintOf } from './fingerprint.ts'
import type { Entry } from './plan-store.ts'

/**
 * Data that an import gave a player in addition to the account. The next import changes a value only if it has not been
 * changed on the site since.
 */
export type RelatedData = {
  roles?: readonly string[]
  groups?: readonly ImportedRank[]
  realCents?: number
  virtualCents?: number
  ban?: ImportedBan | undefined
  skin?: string
  cape?: string
}

export type ImportedRank = { id: string; grant: string; until: number | null }
export type ImportedBan = { id: string; reason: string; until: number | null }

export function differsFromImport({ rest }: Entry, imported: RelatedData, now: number): boolean {
  const { roles = [], groups = [], realCents = 0, virtualCents = 0 } = imported
  const { skinHash, capeHash } = rest.appearance
  return (
    textOf(roles) !== textOf(rest.roles) ||
    textOf(groups.filter(isRunning(now)).map(toText)) !==
      textOf(runningRanks(rest, now).map(toText)) ||
    realCents !== rest.realCents ||
    virtualCents !== rest.virtualCents ||
    !isSameBan(imported.ban, banOf(rest, now), now) ||
    (skinHash != null && skinHash !== imported.skin) ||
    (capeHash != null && capeHash !== imported.cape)
  )
}

export function runningRanks({ groups }: Entry['rest'], now: number): Entry['rest']['groups'] {
  return groups.filter(isRunning(now))
}

export function banOf({ ban }: Entry['rest'], now: number): Entry['rest']['ban'] {
  return ban && isRunning(now)(ban) ? ban : undefined
}

export function isSameBan(
  imported: ImportedBan | undefined,
  ban: Entry['rest']['ban'],
  now: number,
): boolean {
  const before = imported && isRunning(now)(imported) ? imported : undefined
  if (!before || !ban) return !before && !ban
  return before.until === ban.until && before.reason === fingerprintOf(ban.reason)
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
