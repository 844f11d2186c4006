import { decideByNodes } from '@portal/contract/decide'
import type { Node } from '@portal/contract/node'
import type { Standing } from './effective/effective.ts'
import {
  atMost,
  endOf,
  FOR_GOOD,
  lastingUntil,
  type Outlook,
} from './effective/permission-forecast.ts'
import { overlap, type Pattern, sampleOf } from './node-pattern.ts'

/** Permissions that give power over the site and its players, rather than in the game. */
const PANEL: Pattern = ['panel', '*']

/** A node that somebody has until `end`. */
export type Lent = { node: Node; end: number }

/** What an editor must hold to give or to deny it: everything that a pattern matches, until `end`. */
export type Demand = { pattern: Pattern; end: number }

/** A demand of a change, which may allow a player more by it. */
export type ChangeDemand = Demand & { gives: boolean }

/**
 * Returns a player's rank: the highest priority among their roles. A player without roles ranks below
 * every role; `default` does not count, because everybody has it.
 */
function rankOf({ roles }: Standing): number {
  const priorities = roles.filter(({ id }) => id !== 'default').map(({ priority }) => priority)
  return Math.max(Number.NEGATIVE_INFINITY, ...priorities)
}

/** Editors may edit players of a lower rank, so never themselves. Only superusers edit superusers. */
export function mayEdit(editor: Standing, target: Standing): boolean {
  return editor.superuser || (!target.superuser && isBelow(editor, rankOf(target)))
}

/** Whether a role of this priority ranks below the editor, who may then give or change it. */
export function isBelow(editor: Standing, priority: number): boolean {
  return editor.superuser || priority < rankOf(editor)
}

/**
 * Whether an editor holds every panel permission that an account holds or may come to hold, for as
 * long as the account. Whoever changes an account's address or password could use the account, so it
 * must not bring them anything new. A ban or a temporary denial of the account makes no difference.
 */
export function holdsPowersOf(account: Outlook, editor: Outlook): boolean {
  const most = atMost(account)
  const powers = most.tiers.flat().flatMap((source) =>
    source.nodes.flatMap(({ allows, segments }) => {
      const pattern = allows && overlap(segments, PANEL)
      return pattern ? [{ pattern, end: endOf(source) }] : []
    }),
  )
  return holdsAll(editor, powers, most)
}

/**
 * Whether an editor holds everything that is demanded, for as long as it is demanded.
 *
 * @param of limits the demands to what this standing is allowed.
 */
export function holdsAll(editor: Outlook, demands: readonly Demand[], of?: Standing): boolean {
  const byEnd = Map.groupBy(demands, ({ end }) => end)
  return [...byEnd].every(([end, those]) => {
    const lasting = lastingUntil(editor, end)
    return those.every(({ pattern }) => holds(lasting, pattern, of))
  })
}

/**
 * Whether an editor holds everything that a pattern can match, including permissions that do not exist
 * yet. Giving a node that allows, and taking one that denies, requires this.
 *
 * Checking a few invented permissions is enough (see `sampleOf`). An invented permission inside the
 * pattern is matched only by nodes that match the whole pattern. Where one of the editor's denials
 * overlaps the pattern, an invented permission inside the overlap is denied unless a stronger node
 * allows the whole overlap.
 *
 * @param of limits the check to what this standing is allowed within the pattern.
 */
export function holds(editor: Standing, pattern: Pattern, of?: Standing): boolean {
  if (editor.superuser) return true
  const denials = nodesOf(editor).filter(({ allows }) => !allows)
  const places = [pattern, ...denials.map(({ segments }) => overlap(pattern, segments))]
  return places.every(
    (place) => !place || (of && !isAllowed(of, place)) || isAllowed(editor, place),
  )
}

/**
 * Returns what a player gains when denials are taken from them: everything that the denials matched and
 * that the remaining nodes allow.
 */
export function uncoveredBy(left: Standing, denials: readonly Node[]): Pattern[] {
  const allowing = nodesOf(left).filter(({ allows }) => allows)
  const places = denials.flatMap((denial) =>
    allowing.map((node) => overlap(denial.segments, node.segments)),
  )
  return places.filter((place) => place !== undefined).filter((place) => isAllowed(left, place))
}

/**
 * Returns what an editor must hold to change one list of nodes to another. Allowing for longer and
 * denying for less long are gifts. Denying more requires nothing unless it concerns the panel:
 * otherwise whoever edits a group could disarm an administrator who is in it.
 */
export function demandsOf(before: readonly Lent[], after: readonly Lent[]): ChangeDemand[] {
  const nodes = new Map([...before, ...after].map(({ node }) => [node.text, node]))
  return [...nodes.values()].flatMap((node) => {
    const [was, will] = [endIn(before, node), endIn(after, node)]
    const isMore = node.allows || overlap(node.segments, PANEL) !== undefined
    const demanded = will > was ? isMore : will < was && !node.allows
    const gives = will > was ? node.allows : !node.allows
    return demanded ? [{ pattern: node.segments, end: Math.max(was, will), gives }] : []
  })
}

/** Whether a change allows something in the panel that was not allowed, or was denied, before. */
export function givesPanel(demands: readonly ChangeDemand[]): boolean {
  return demands.some(({ pattern, gives }) => gives && overlap(pattern, PANEL) !== undefined)
}

/** Gives all nodes the same end; the nodes of a role or a group have none. */
export function lent(nodes: readonly Node[], end = FOR_GOOD): Lent[] {
  return nodes.map((node) => ({ node, end }))
}

function endIn(list: readonly Lent[], { text }: Node): number {
  return list.find(({ node }) => node.text === text)?.end ?? Number.NEGATIVE_INFINITY
}

function nodesOf({ restrictions, tiers }: Standing): Node[] {
  return [...restrictions, ...tiers.flat()].flatMap(({ nodes }) => nodes)
}

/** Whether a standing allows an invented permission inside a pattern. */
function isAllowed(standing: Standing, pattern: Pattern): boolean {
  return decideByNodes(standing, sampleOf(pattern)).allowed
}
