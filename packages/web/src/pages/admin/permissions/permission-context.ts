import {
  type Decision,
  type DecisionInput,
  decide,
  decideByNodes,
  type NodeSource,
} from '@portal/contract/decide'
import { parseNode, segmentsOf } from '@portal/contract/node'
import type { Reply } from '../../../api.ts'
import { t, te } from '../../../i18n/i18n.ts'

/** Combines the edited nodes with all other sources that decide. */
export type PermissionContext = (own: NodeSource) => DecisionInput

/** The name of the source of the edited nodes if they have no other. */
export const OWN = 'own'

type SourceItem = { source: string; nodes: readonly string[] }

export function sourceOf({ source, nodes }: SourceItem): NodeSource {
  const parsed = nodes.map((text) => parseNode(text)).filter((node) => node !== undefined)
  return { name: source, nodes: parsed }
}

/** Returns the permissions of a player, with the edited nodes in place of the stored personal ones. */
export function playerContext({
  superuser,
  restrictions,
  tiers,
}: Reply<'showStanding'>): PermissionContext {
  const others = tiers.filter((tier) => tier.every(({ source }) => source !== 'personal'))
  const read = (tier: readonly SourceItem[]): NodeSource[] => tier.map(sourceOf)
  return ({ nodes }) => ({
    superuser,
    restrictions: read(restrictions),
    tiers: [[{ name: 'personal', nodes }], ...others.map(read)],
  })
}

/**
 * Returns the permissions that a role or donor rank gives by itself. Where it has no node, the role of all players
 * decides.
 */
export function permissionSetContext(id: string, ofAll: readonly string[]): PermissionContext {
  return (own) => {
    if (id === 'banned' || id === 'unactivated') {
      const denials = own.nodes.filter(({ allows }) => !allows)
      return { superuser: false, restrictions: [{ ...own, nodes: denials }], tiers: [] }
    }
    const after = id === 'default' ? [] : [[sourceOf({ source: 'role:default', nodes: ofAll })]]
    return { superuser: false, restrictions: [], tiers: [[own], ...after] }
  }
}

type Registry = Parameters<typeof decide>[2]

/**
 * Decides a permission, or a pattern such as `panel.*`. A pattern is decided like a permission that it matches and that
 * no node names exactly.
 */
export function decideIn(path: string, permissions: DecisionInput, registry: Registry): Decision {
  const segments = segmentsOf(path.toLowerCase())
  if (segments.at(-1) !== '*') return decide(permissions, path, registry)
  return decideByNodes(permissions, [...segments.slice(0, -1), '?']) // stands for any unnamed permission
}

/** Explains a decision: `allowed by panel.*`, `denied by the role Moderator (-panel.*)`; empty if no node decides. */
export function explainDecision(
  { allowed, source, node }: Decision,
  { path, names }: { path: string; names: ReadonlyMap<string, string> },
): string {
  if (source === null) return ''
  const isPattern = node !== null && node.replace(/^-/, '') !== path.toLowerCase()
  const by =
    source === OWN ? t('builder.by.own', { name: node ?? '' }) : nameOfSource(source, names)
  const what = isPattern && source !== OWN ? `${by} (${node})` : by
  return t(allowed ? 'builder.allowedBy' : 'builder.deniedBy', { what })
}

/** Names a source for the end of a sentence: `the role Moderator`, `the donor rank Gold`. */
export function nameOfSource(source: string, names: ReadonlyMap<string, string>): string {
  const [kind = '', id] = source.split(':')
  if (id === undefined) return t(`builder.by.${kind}`)
  const system = `systemRoles.${id}`
  const name = kind === 'role' && te(system) ? t(system) : (names.get(source) ?? id)
  return t(`builder.by.${kind}`, { name })
}

/** Returns the names of a player's roles and donor ranks by source, such as `role:moderator`. */
export function namesOf({ tiers }: Reply<'showStanding'>): Map<string, string> {
  const all = tiers.flat().map(({ source, name }) => [source, name ?? source] as const)
  return new Map(all)
}
