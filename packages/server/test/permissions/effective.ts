import type { Standing } from '../../src/permissions/effective/effective.ts'
import type { HeldRow } from '../../src/permissions/effective/effective-store.ts'
import { toStanding } from '../../src/permissions/effective/find-effective-permissions.ts'

/** A short form of what a player holds, with nodes as they are stored. */
export type Holdings = {
  superuser?: boolean
  /** Nodes of the role `banned`; when given, a ban runs. */
  banned?: readonly string[]
  /** Nodes of the role `unactivated`; when given, the address is not confirmed. */
  unactivated?: readonly string[]
  personal?: readonly string[]
  /** Single donate permissions. */
  donate?: readonly string[]
  groups?: Readonly<Record<string, readonly string[]>>
  roles?: Readonly<Record<string, readonly [priority: number, ...nodes: string[]]>>
  default?: readonly string[]
}

/** Returns the standing of a player with these holdings. */
export function standingOf(holdings: Holdings): Standing {
  const player = {
    id: 'steve',
    activatedAt: holdings.unactivated ? null : 1,
    superuserAt: holdings.superuser ? 1 : null,
  }
  return toStanding(player, rowsOf(holdings))
}

/** Returns the rows the database would have for a player with these holdings. */
export function rowsOf(holdings: Holdings): HeldRow[] {
  const { banned, unactivated, personal = [], donate = [], groups = {}, roles = {} } = holdings
  return [
    bundle('system', 'default', holdings.default ?? []),
    bundle('system', 'banned', banned ?? ['-*']),
    bundle('system', 'unactivated', unactivated ?? ['-*']),
    ...(banned ? [{ ...row('ban', 'griefing'), id: 'ban' }] : []),
    ...personal.map((node) => row('personal', node)),
    ...donate.map((node) => row('donate', node)),
    ...Object.entries(groups).map(([id, nodes]) => bundle('group', id, nodes)),
    ...Object.entries(roles).map(([id, [priority, ...nodes]]) => ({
      ...bundle('role', id, nodes),
      priority,
    })),
  ]
}

function bundle(kind: HeldRow['kind'], id: string, nodes: readonly string[]): HeldRow {
  return { ...row(kind, JSON.stringify(nodes)), id, name: id.toUpperCase() }
}

function row(kind: HeldRow['kind'], text: string): HeldRow {
  return { kind, id: '', name: '', priority: 0, text, endsAt: null }
}
