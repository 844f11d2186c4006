import { decide } from '@portal/contract/decide'
import { isWildcard } from '@portal/contract/node'
import type { Registry } from '../permission-registry.ts'
import type { EffectivePermissions } from './effective.ts'

type CachedList = { registry: Registry; permissions: string[] }
const cache = new WeakMap<EffectivePermissions, CachedList>()

/**
 * Lists the permissions that a player has: registered ones, in the spelling of the registry, and unregistered ones that
 * were granted by their full name. Sorted by code point (docs/contract.md#the-effective-list).
 */
export function listAllowedPermissions(
  effective: EffectivePermissions,
  registry: Registry,
): string[] {
  const cached = cache.get(effective)
  if (cached?.registry === registry) return cached.permissions
  const permissions = computeAllowedPermissions(effective, registry)
  cache.set(effective, { registry, permissions })
  return permissions
}

function computeAllowedPermissions(effective: EffectivePermissions, registry: Registry): string[] {
  const allowed = new Set<string>()
  for (const { id } of registry.values()) {
    if (decide(effective, id, registry).allowed) allowed.add(id)
  }
  for (const id of grantedByExactName(effective)) {
    if (!registry.has(id) && decide(effective, id, registry).allowed) allowed.add(id)
  }
  return [...allowed].sort() // by code point, because names are ASCII
}

function grantedByExactName({ tiers }: EffectivePermissions): string[] {
  const nodes = tiers.flat().flatMap((source) => source.nodes)
  return nodes.filter((node) => node.allows && !isWildcard(node)).map((node) => node.text)
}
