import {
  type Deciding,
  type Decision,
  decide,
  decideByNodes,
  type Source,
} from '@portal/contract/decide'
import { parseNode, segmentsOf } from '@portal/contract/node'
import type { Reply } from '../../../api.ts'
import { t, te } from '../../../i18n/i18n.ts'

/** What decides beside the nodes that are being edited, and with them. */
export type Around = (own: Source) => Deciding

/** The name of the source with the nodes that are being edited, where it has no other. */
export const OWN = 'own'

type Told = { source: string; nodes: readonly string[] }

export function sourceOf({ source, nodes }: Told): Source {
  const parsed = nodes.map((text) => parseNode(text)).filter((node) => node !== undefined)
  return { name: source, nodes: parsed }
}

/** The standing of a player whose personal nodes are being edited. */
export function aroundPlayer({ superuser, restrictions, tiers }: Reply<'showStanding'>): Around {
  const others = tiers.filter((tier) => tier.every(({ source }) => source !== 'personal'))
  const read = (tier: readonly Told[]): Source[] => tier.map(sourceOf)
  return ({ nodes }) => ({
    superuser,
    restrictions: read(restrictions),
    tiers: [[{ name: 'personal', nodes }], ...others.map(read)],
  })
}

/** What somebody has by a role or a group alone: what is left open, the role of all players decides. */
export function aroundBundle(id: string, ofAll: readonly string[]): Around {
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

/** @param path a permission, or a pattern that ends with `*`: then what decides all of it. */
export function verdictOn(path: string, standing: Deciding, registry: Registry): Decision {
  const segments = segmentsOf(path.toLowerCase())
  if (segments.at(-1) !== '*') return decide(standing, path, registry)
  return decideByNodes(standing, [...segments.slice(0, -1), '?']) // a permission that nothing names
}

/** `allowed by panel.*`, `denied by the role Moderator (-panel.*)`; empty if nothing decides. */
export function sentenceOf(
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

/** `the role Moderator`, `the donate group Gold`, as the end of a sentence. */
export function nameOfSource(source: string, names: ReadonlyMap<string, string>): string {
  const [kind = '', id] = source.split(':')
  if (id === undefined) return t(`builder.by.${kind}`)
  const system = `systemRoles.${id}`
  const name = kind === 'role' && te(system) ? t(system) : (names.get(source) ?? id)
  return t(`builder.by.${kind}`, { name })
}

/** The names of the roles and groups of a standing, by their sources. */
export function namesOf({ tiers }: Reply<'showStanding'>): Map<string, string> {
  const all = tiers.flat().map(({ source, name }) => [source, name ?? source] as const)
  return new Map(all)
}
