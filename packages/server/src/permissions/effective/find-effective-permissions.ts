import { isRankIcon } from '@portal/contract'
import type { Node } from '@portal/contract/node'
import type { Db } from '../../database/database.ts'
import { memoize } from '../../platform/cache/memoize.ts'
import type { Player } from '../../players/player.ts'
import { parseStoredNodes } from '../parse-nodes.ts'
import type { ActiveRank, EffectivePermissions, TimedNodeSource } from './effective.ts'
import {
  findPlayerWithRows,
  listPermissionRows,
  listPermissionRowsWithScheduled,
  type PermissionRow,
} from './effective-store.ts'
import type { PermissionForecast } from './permission-forecast.ts'

type PermissionHolder = Pick<Player, 'id' | 'activatedAt' | 'superuserAt'>

export async function findEffectivePermissions(
  db: Db,
  player: PermissionHolder,
  now: number,
): Promise<EffectivePermissions> {
  return toEffectivePermissions(player, await listPermissionRows(db, player.id, now))
}

export async function findPermissionForecast(
  db: Db,
  player: PermissionHolder,
  now: number,
): Promise<PermissionForecast> {
  return toForecast(player, await listPermissionRowsWithScheduled(db, player.id, now), now)
}

export function toForecast(
  player: PermissionHolder,
  permissionRows: readonly PermissionRow[],
  now: number,
): PermissionForecast {
  const started = permissionRows.filter(({ startsAt }) => (startsAt ?? now) <= now)
  return {
    now,
    permissions: toEffectivePermissions(player, started),
    withScheduled: toEffectivePermissions(player, permissionRows),
  }
}

export async function findPlayerWithPermissions(
  db: Db,
  key: { id: string } | { username: string },
  now: number,
): Promise<{ player: Player; permissions: EffectivePermissions } | undefined> {
  const found = await findPlayerWithRows(db, key, now)
  return (
    found && {
      player: found.player,
      permissions: parseEffectivePermissions(found.player, found.rowsJson),
    }
  )
}

const MAX_CACHED = 500
const cache = new Map<string, EffectivePermissions>()

function parseEffectivePermissions(
  player: PermissionHolder,
  permissionRows: string,
): EffectivePermissions {
  const cacheKey = `${player.activatedAt === null} ${player.superuserAt === null} ${permissionRows}`
  const cached = cache.get(cacheKey)
  if (cached) return cached
  const rows: PermissionRow[] = JSON.parse(permissionRows)
  const permissions = toEffectivePermissions(player, rows)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(cacheKey, permissions)
  return permissions
}

/** Sorts the nodes and grants of a player into precedence tiers (docs/contract.md#who-decides). */
export function toEffectivePermissions(
  player: PermissionHolder,
  permissionRows: readonly PermissionRow[],
): EffectivePermissions {
  const rowsOfKind = (kind: PermissionRow['kind']) =>
    permissionRows.filter((row) => row.kind === kind)
  const systemRole = (id: string) => rowsOfKind('system').filter((row) => row.id === id)
  const ban = rowsOfKind('ban').sort(longestFirst)[0]
  const roles = rowsOfKind('role').sort((a, b) => b.priority - a.priority || byId(a, b))
  const restrictions = [
    ...(ban ? systemRole('banned') : []),
    ...(player.activatedAt === null ? systemRole('unactivated') : []),
  ]

  return {
    superuser: player.superuserAt !== null,
    roles: [...roles, ...systemRole('default')].map(({ id, name, priority }) => ({
      id,
      name,
      priority,
    })),
    ranks: toRanks(rowsOfKind('group')),
    ban: ban && { reason: ban.text, expiresAt: ban.endsAt },
    restrictions: restrictions.map(toRestriction),
    tiers: [
      rowsOfKind('personal').map(toSingleNodeSource),
      [...rowsOfKind('group').map(toSource), ...rowsOfKind('donate').map(toSingleNodeSource)],
      ...tiersOfRoles(roles),
      systemRole('default').map(toSource),
    ],
  }
}

function tiersOfRoles(roles: readonly PermissionRow[]): TimedNodeSource[][] {
  return [...Map.groupBy(roles, ({ priority }) => priority).values()].map((tier) =>
    tier.map(toSource),
  )
}

/** Returns the ranks of a player. Of several grants of a rank, only the one that ends last counts. */
function toRanks(rows: readonly PermissionRow[]): ActiveRank[] {
  const byRank = Map.groupBy(rows, ({ id }) => id)
  return [...byRank.values()]
    .flatMap((grants) => grants.sort(longestFirst).slice(0, 1))
    .sort((a, b) => placeOf(a) - placeOf(b) || byId(a, b))
    .map(({ id, name, endsAt, color = null, icon = null }) => ({
      id,
      name,
      color,
      icon: isRankIcon(icon) ? icon : null,
      expiresAt: endsAt,
    }))
}

/** Returns the position of a rank for sorting. It is finite, so that two ranks without a position can be compared. */
function placeOf({ position }: PermissionRow): number {
  return position ?? Number.MAX_SAFE_INTEGER
}

function toSource(row: PermissionRow): TimedNodeSource {
  const kind = row.kind === 'group' ? 'group' : 'role'
  return { name: `${kind}:${row.id}`, nodes: parseNodesJson(row.text), ...timesOf(row) }
}

/** Returns only the denials of a system role, because a restriction never allows anything. */
function toRestriction(row: PermissionRow): TimedNodeSource {
  const { name, nodes, ...times } = toSource(row)
  return { name, nodes: nodes.filter((node) => !node.allows), ...times }
}

function toSingleNodeSource(row: PermissionRow): TimedNodeSource {
  return { name: row.kind, nodes: parseStoredNodes([row.text]), ...timesOf(row) }
}

function timesOf({
  startsAt = null,
  endsAt,
}: PermissionRow): Pick<TimedNodeSource, 'startsAt' | 'endsAt'> {
  return { startsAt, endsAt }
}

/**
 * Parses nodes. Cached, because the nodes of a role or rank are read for each request but need to be parsed only once.
 */
const parseNodesJson = memoize(1000, (json): readonly Node[] => parseStoredNodes(JSON.parse(json)))

function longestFirst(a: PermissionRow, b: PermissionRow): number {
  return (b.endsAt ?? Number.POSITIVE_INFINITY) - (a.endsAt ?? Number.POSITIVE_INFINITY) || 0
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}
