import { bySpecificity, isKernel, matches, type Node, segmentsOf } from './node.ts'

/** Nodes, and where they come from: `role:vip`, `group:gold`, `donate` or `personal`. */
export type Source = { name: string; nodes: readonly Node[] }

/** The sources that are asked together. */
export type Tier = readonly Source[]

/** The part of a standing that decides. */
export type Deciding = {
  superuser: boolean
  /** Denials of the system roles in effect; they come before everything else. */
  restrictions: Tier
  /** All other sources in order; the first tier with a matching node decides. */
  tiers: readonly Tier[]
}

/** Registered permissions by id, in lower case. */
type Registry = ReadonlyMap<string, { segments: readonly string[] }>

/** `source` and `node` tell what decided; both are null when nothing matched, which is a denial. */
export type Decision = { allowed: boolean; source: string | null; node: string | null }

const NOTHING_SAID: Decision = { allowed: false, source: null, node: null }

/**
 * Decides whether a player has a permission, and why. Nothing else decides it: guards, profiles,
 * the panel's "why?" and its trees of permissions all call this (docs/contract.md#who-decides). A build that is not in the registry has
 * no permission, and players have nothing of `kernel`.
 */
export function decide(standing: Deciding, permission: string, registry: Registry): Decision {
  const id = permission.toLowerCase()
  const registered = registry.get(id)
  const segments = registered?.segments ?? segmentsOf(id)
  if (isKernel(segments) || (!registered && isBuild(segments))) return NOTHING_SAID

  const restriction = decideTier(standing.restrictions, segments)
  if (restriction) return restriction
  if (standing.superuser && registered) return { allowed: true, source: 'superuser', node: null }
  return decideTiers(standing.tiers, segments)
}

/** Decides by a player's nodes alone, also about permissions that are not registered. */
export function decideByNodes(standing: Deciding, segments: readonly string[]): Decision {
  return decideTiers([standing.restrictions, ...standing.tiers], segments)
}

/** The first tier with a matching node decides; without one the answer is no. */
function decideTiers(tiers: readonly Tier[], segments: readonly string[]): Decision {
  for (const tier of tiers) {
    const decision = decideTier(tier, segments)
    if (decision) return decision
  }
  return NOTHING_SAID
}

type Opinion = { source: string; node: Node }

/** The most specific matching node decides; of two that are equally specific, the denial. */
function decideTier(tier: Tier, segments: readonly string[]): Decision | undefined {
  let best: Opinion | undefined
  for (const { name, nodes } of tier) {
    for (const node of nodes) {
      const opinion = { source: name, node }
      if (matches(node, segments) && (!best || isStronger(opinion, best))) best = opinion
    }
  }
  return best && { allowed: best.node.allows, source: best.source, node: best.node.text }
}

function isStronger(a: Opinion, b: Opinion): boolean {
  const order = bySpecificity(a.node, b.node)
  if (order !== 0) return order < 0
  if (a.node.allows !== b.node.allows) return b.node.allows
  return nameOf(a) < nameOf(b) // either would do, but "why?" must always give the same answer
}

function nameOf({ source, node }: Opinion): string {
  return `${source} ${node.text}`
}

function isBuild(segments: readonly string[]): boolean {
  return segments.length === 3 && segments[0] === 'launcher' && segments[1] === 'build'
}
