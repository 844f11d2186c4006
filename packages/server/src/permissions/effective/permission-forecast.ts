import type { Node } from '@portal/contract/node'
import type { EffectivePermissions, TimedNodeSource } from './effective.ts'

export type PermissionForecast = {
  now: number
  permissions: EffectivePermissions
  withScheduled: EffectivePermissions
}

export const NEVER_ENDS = Number.POSITIVE_INFINITY

/**
 * Returns the permissions that a player is sure to have until `end`. An allowing node counts if it has begun and does
 * not end before `end`, a denying node if it begins before `end`.
 */
export function guaranteedUntil(
  { now, withScheduled }: PermissionForecast,
  end: number,
): EffectivePermissions {
  return keepNodes(withScheduled, ({ allows }, source) =>
    allows ? startOf(source) <= now && endOf(source) >= end : startOf(source) < end,
  )
}

/**
 * Returns all permissions that a player can have now or later without a new grant. Includes scheduled grants; ignores
 * bans, a missing confirmation, and denials that are scheduled or temporary.
 */
export function upperBound({ now, withScheduled }: PermissionForecast): EffectivePermissions {
  return keepNodes({ ...withScheduled, restrictions: [] }, ({ allows }, source) =>
    allows ? true : startOf(source) <= now && endOf(source) === NEVER_ENDS,
  )
}

export function endOf({ endsAt }: Pick<TimedNodeSource, 'endsAt'>): number {
  return endsAt ?? NEVER_ENDS
}

function startOf({ startsAt }: TimedNodeSource): number {
  return startsAt ?? Number.NEGATIVE_INFINITY
}

function keepNodes(
  { restrictions, tiers, ...rest }: EffectivePermissions,
  isKept: (node: Node, source: TimedNodeSource) => boolean,
): EffectivePermissions {
  const filterNodes = (source: TimedNodeSource) => ({
    ...source,
    nodes: source.nodes.filter((node) => isKept(node, source)),
  })
  return {
    ...rest,
    restrictions: restrictions.map(filterNodes),
    tiers: tiers.map((tier) => tier.map(filterNodes)),
  }
}
