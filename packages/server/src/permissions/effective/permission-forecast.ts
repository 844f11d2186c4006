import type { Node } from '@portal/contract/node'
import type { Source, Standing } from './effective.ts'

/** What a player holds now, and what will begin or end by itself. */
export type Outlook = {
  now: number
  /** At this instant. */
  standing: Standing
  /** The same, with the grants that begin later. */
  ahead: Standing
}

/** The end of what lasts until somebody takes it. */
export const FOR_GOOD = Number.POSITIVE_INFINITY

/**
 * Returns what a player is sure to hold from now until `end`. An allowing node counts if it has begun
 * and does not end earlier; a denying node counts if it begins before `end`.
 */
export function lastingUntil({ now, ahead }: Outlook, end: number): Standing {
  return keepNodes(ahead, ({ allows }, source) =>
    allows ? startOf(source) <= now && endOf(source) >= end : startOf(source) < end,
  )
}

/**
 * Returns the most that a player may come to hold without being given anything: with what begins later,
 * and without bans, a missing confirmation and denials that have an end.
 */
export function atMost({ now, ahead }: Outlook): Standing {
  return keepNodes({ ...ahead, restrictions: [] }, ({ allows }, source) =>
    allows ? true : startOf(source) <= now && endOf(source) === FOR_GOOD,
  )
}

export function endOf({ endsAt }: Pick<Source, 'endsAt'>): number {
  return endsAt ?? FOR_GOOD
}

function startOf({ startsAt }: Source): number {
  return startsAt ?? Number.NEGATIVE_INFINITY
}

function keepNodes(
  { restrictions, tiers, ...rest }: Standing,
  keeps: (node: Node, source: Source) => boolean,
): Standing {
  const kept = (source: Source) => ({
    ...source,
    nodes: source.nodes.filter((node) => keeps(node, source)),
  })
  return {
    ...rest,
    restrictions: restrictions.map(kept),
    tiers: tiers.map((tier) => tier.map(kept)),
  }
}
