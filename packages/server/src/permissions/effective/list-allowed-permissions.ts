import { decide } from '@portal/contract/decide'
import { isWildcard } from '@portal/contract/node'
import type { Registry } from '../permission-registry.ts'
import type { Standing } from './effective.ts'

type Effective = { registry: Registry; permissions: string[] }
const known = new WeakMap<Standing, Effective>()

/**
 * Lists everything that a player may do, as profiles show it: each registered permission that is
 * allowed, spelled as in the registry, and others that were given by their full name
 * (`essentials.fly`). It is sorted by code point and contains no repeats, wildcards or denials
 * (docs/contract.md#the-effective-list).
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
  return [...held].sort() // by code point: ids are ASCII
}

function givenByName({ tiers }: Standing): string[] {
  const nodes = tiers.flat().flatMap((source) => source.nodes)
  return nodes.filter((node) => node.allows && !isWildcard(node)).map((node) => node.text)
}
