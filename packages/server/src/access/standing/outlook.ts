import type { Node } from '../node/node.ts'
import type { Source, Standing } from './standing.ts'

/** What somebody holds, and what is known to begin and to end by itself. */
export type Outlook = {
  now: number
  /** At this instant. */
  standing: Standing
  /** With the grants that begin later. */
  ahead: Standing
}

/** The end of what stays until somebody takes it. */
export const FOR_GOOD = Number.POSITIVE_INFINITY

/**
 * What somebody is sure to hold from now until an instant. What allows counts
 * if it runs now and does not end before; what denies counts also if it begins in between.
 */
export function lastingUntil({ now, ahead }: Outlook, end: number): Standing {
  return keepNodes(ahead, ({ allows }, source) =>
    allows ? startOf(source) <= now && endOf(source) >= end : startOf(source) < end,
  )
}

/**
 * All that somebody may come to hold without being given anything: what begins later is there, and
 * bans, a missing confirmation and denials that end are over.
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
