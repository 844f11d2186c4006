import { isWildcard } from '../node/node.ts'
import type { Registry } from '../registry.ts'
import { decide } from './decide.ts'
import type { Standing } from './standing.ts'

type Effective = { registry: Registry; permissions: string[] }
const known = new WeakMap<Standing, Effective>()

/**
 * Everything a player may do, as profiles list it: each registered permission he is allowed, as it
 * is written in the registry, and what else he was given by name (`essentials.fly`). Sorted by code
 * point, without repeats; never a wildcard or a denial (permissions, Effective list).
 */
export function effectivePermissions(standing: Standing, registry: Registry): string[] {
  const effective = known.get(standing)
  if (effective?.registry === registry) return effective.permissions
  const permissions = listEffective(standing, registry)
  known.set(standing, { registry, permissions })
  return permissions
}

function listEffective(standing: Standing, registry: Registry): string[] {
  const held = new Set<string>()
  for (const { id } of registry.values()) {
    if (decide(standing, id, registry).allowed) held.add(id)
  }
  for (const id of givenByName(standing)) {
    if (!registry.has(id) && decide(standing, id, registry).allowed) held.add(id)
  }
  return [...held].sort(byCodePoint)
}

function givenByName({ tiers }: Standing): string[] {
  const nodes = tiers.flat().flatMap((source) => source.nodes)
  return nodes.filter((node) => node.allows && !isWildcard(node)).map((node) => node.text)
}

/** JavaScript's own order is by UTF-16 unit; ids are ASCII, where the two are the same. */
function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
