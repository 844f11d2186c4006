import { bySpecificity, isKernel, matches, type Node, segmentsOf } from './node.ts'
import type { Registry } from './registry.ts'
import type { Source, Standing } from './standing.ts'

/** `source` and `node` say who decided; both null when nobody said anything, which is a no. */
export type Decision = { allowed: boolean; source: string | null; node: string | null }

const NOTHING_SAID: Decision = { allowed: false, source: null, node: null }

/**
 * Whether a player may do a thing, and why. The one place that decides it: guards, profiles and the
 * panel's "why?" all ask here (permissions, Tiers). A build that is not in the registry has no
 * permission, and `kernel` is not for players.
 */
export function decide(standing: Standing, permission: string, registry: Registry): Decision {
  const id = permission.toLowerCase()
  const registered = registry.get(id)
  const segments = registered?.segments ?? segmentsOf(id)
  if (isKernel(segments) || (!registered && isBuild(segments))) return NOTHING_SAID

  const restriction = decideTier(standing.restrictions, segments)
  if (restriction) return restriction
  if (standing.superuser && registered) return { allowed: true, source: 'superuser', node: null }
  for (const tier of standing.tiers) {
    const decision = decideTier(tier, segments)
    if (decision) return decision
  }
  return NOTHING_SAID
}

/** The most specific node that matches decides; of two as specific, the denial. */
function decideTier(tier: readonly Source[], segments: readonly string[]): Decision | undefined {
  let best: { source: string; node: Node } | undefined
  for (const { name, nodes } of tier) {
    for (const node of nodes) {
      if (matches(node, segments) && isStronger(node, best?.node)) best = { source: name, node }
    }
  }
  return best && { allowed: best.node.allows, source: best.source, node: best.node.text }
}

function isStronger(node: Node, than: Node | undefined): boolean {
  if (!than) return true
  const order = bySpecificity(node, than)
  return order < 0 || (order === 0 && than.allows && !node.allows)
}

function isBuild(segments: readonly string[]): boolean {
  return segments.length === 3 && segments[0] === 'launcher' && segments[1] === 'build'
}
