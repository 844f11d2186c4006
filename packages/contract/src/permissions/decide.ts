import { bySpecificity, isKernel, matches, type Node, segmentsOf } from './node.ts'

/** Nodes with the name of their source: `role:vip`, `group:gold`, `donate` or `personal`. */
export type NodeSource = { name: string; nodes: readonly Node[] }

/** Sources of equal priority. */
export type Tier = readonly NodeSource[]

/** The part of the effective permissions from which `decide` makes a decision. */
export type DecisionInput = {
  superuser: boolean
  /** Denials of active system roles. They take precedence over all other sources. */
  restrictions: Tier
  /** All other sources in order; the first tier with a matching node decides. */
  tiers: readonly Tier[]
}

/** Registered permissions by id, in lower case. */
type Registry = ReadonlyMap<string, { segments: readonly string[] }>

/**
 * A decision with the source and the node that decided. Both are null if no node matched, which denies the permission.
 */
export type Decision = { allowed: boolean; source: string | null; node: string | null }

const NO_MATCH: Decision = { allowed: false, source: null, node: null }

/**
 * Decides whether a player has a permission, and returns why. Guards, profiles and the panel all use this function
 * (docs/contract.md#who-decides). Unregistered builds have no permission, and players have no `kernel` permissions.
 */
export function decide(
  permissions: DecisionInput,
  permission: string,
  registry: Registry,
): Decision {
  const id = permission.toLowerCase()
  const registered = registry.get(id)
  const segments = registered?.segments ?? segmentsOf(id)
  if (isKernel(segments) || (!registered && isBuild(segments))) return NO_MATCH

  const restriction = decideTier(permissions.restrictions, segments)
  if (restriction) return restriction
  if (permissions.superuser && registered) return { allowed: true, source: 'superuser', node: null }
  return decideTiers(permissions.tiers, segments)
}

/** Decides by nodes alone, also for unregistered permissions. */
export function decideByNodes(permissions: DecisionInput, segments: readonly string[]): Decision {
  return decideTiers([permissions.restrictions, ...permissions.tiers], segments)
}

/** Decides by the first tier with a matching node; otherwise denies. */
function decideTiers(tiers: readonly Tier[], segments: readonly string[]): Decision {
  for (const tier of tiers) {
    const decision = decideTier(tier, segments)
    if (decision) return decision
  }
  return NO_MATCH
}

type Match = { source: string; node: Node }

/**
 * Decides by the most specific matching node; undefined if none matches. Among equally specific ones, a denial wins.
 */
function decideTier(tier: Tier, segments: readonly string[]): Decision | undefined {
  let best: Match | undefined
  for (const { name, nodes } of tier) {
    for (const node of nodes) {
      const match = { source: name, node }
      if (matches(node, segments) && (!best || takesPrecedence(match, best))) best = match
    }
  }
  return best && { allowed: best.node.allows, source: best.source, node: best.node.text }
}

function takesPrecedence(a: Match, b: Match): boolean {
  const order = bySpecificity(a.node, b.node)
  if (order !== 0) return order < 0
  if (a.node.allows !== b.node.allows) return b.node.allows
  return nameOf(a) < nameOf(b) // any order would do, but the explanation must be stable
}

function nameOf({ source, node }: Match): string {
  return `${source} ${node.text}`
}

function isBuild(segments: readonly string[]): boolean {
  return segments.length === 3 && segments[0] === 'launcher' && segments[1] === 'build'
}
