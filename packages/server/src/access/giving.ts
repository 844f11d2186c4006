import type { Node } from './node/node.ts'
import { overlap, type Pattern, sampleOf } from './node/pattern.ts'
import { decideByNodes } from './standing/decide.ts'
import { atMost, endOf, FOR_GOOD, lastingUntil, type Outlook } from './standing/outlook.ts'
import type { Standing } from './standing/standing.ts'

/** What is power over the site and its people, and not over the game. */
const PANEL: Pattern = ['panel', '*']

/** A node that somebody has until an instant. */
export type Lent = { node: Node; end: number }

/** Everything in a pattern, until an instant: what an editor has to hold to give or to deny it. */
export type Demand = { pattern: Pattern; end: number }

/**
 * How high a player stands: the highest priority among their roles. Whoever has none stands below
 * every role; `default` is everybody's and lifts nobody.
 */
export function rankOf({ roles }: Standing): number {
  const priorities = roles.filter(({ id }) => id !== 'default').map(({ priority }) => priority)
  return Math.max(Number.NEGATIVE_INFINITY, ...priorities)
}

/** Nobody edits a player of their own rank, themselves included; superusers are for superusers. */
export function mayEdit(editor: Standing, target: Standing): boolean {
  return editor.superuser || (!target.superuser && isBelow(editor, rankOf(target)))
}

/** Whether a role of this priority is below the editor's own, so that they may give or change it. */
export function isBelow(editor: Standing, priority: number): boolean {
  return editor.superuser || priority < rankOf(editor)
}

/**
 * Whether an editor holds everything of the panel that an account holds or may come to hold, for as
 * long. Who changes an account's address or password could use it, so it must bring nothing new;
 * and whether it is banned, or denied something for a while, makes no difference.
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

/** @param of only what this standing is allowed is demanded. */
export function holdsAll(editor: Outlook, demands: readonly Demand[], of?: Standing): boolean {
  const byEnd = Map.groupBy(demands, ({ end }) => end)
  return [...byEnd].every(([end, those]) => {
    const lasting = lastingUntil(editor, end)
    return those.every(({ pattern }) => holds(lasting, pattern, of))
  })
}

/**
 * Whether an editor holds everything that a pattern can speak about, now or once more permissions
 * exist: to give a node that allows, and to take one that denies, they have to.
 *
 * It is enough to ask about a few permissions that nobody thought of. One such inside the pattern
 * is only reached by nodes that reach all of it; and where a denial of the editor's overlaps the
 * pattern, one such inside the overlap is denied unless something stronger allows all of that.
 *
 * @param of whose permissions are meant, when the pattern is a node that allows them something; else
 *   all that the pattern matches.
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
 * What comes to light when denials are taken from a player together with what they came with: all
 * that the player is allowed by nodes that are left, and that the denials spoke about.
 */
export function uncoveredBy(left: Standing, denials: readonly Node[]): Pattern[] {
  const allowing = nodesOf(left).filter(({ allows }) => allows)
  const places = denials.flatMap((denial) =>
    allowing.map((node) => overlap(denial.segments, node.segments)),
  )
  return places.filter((place) => place !== undefined).filter((place) => isAllowed(left, place))
}

/**
 * What the change from one list of nodes to another demands of the editor. To allow for longer and
 * to deny for less long is to give. To deny more demands nothing, unless it touches the panel: or
 * else whoever edits a group could disarm an administrator who is in it.
 */
export function demandsOf(before: readonly Lent[], after: readonly Lent[]): Demand[] {
  const nodes = new Map([...before, ...after].map(({ node }) => [node.text, node]))
  return [...nodes.values()].flatMap((node) => {
    const [was, will] = [endIn(before, node), endIn(after, node)]
    const isMore = node.allows || overlap(node.segments, PANEL) !== undefined
    const demanded = will > was ? isMore : will < was && !node.allows
    return demanded ? [{ pattern: node.segments, end: Math.max(was, will) }] : []
  })
}

/** Nodes with one end; those of a role or a group have none. */
export function lent(nodes: readonly Node[], end = FOR_GOOD): Lent[] {
  return nodes.map((node) => ({ node, end }))
}

function endIn(list: readonly Lent[], { text }: Node): number {
  return list.find(({ node }) => node.text === text)?.end ?? Number.NEGATIVE_INFINITY
}

function nodesOf({ restrictions, tiers }: Standing): Node[] {
  return [...restrictions, ...tiers.flat()].flatMap(({ nodes }) => nodes)
}

/** Whether a player is allowed what nobody named inside a pattern. */
function isAllowed(standing: Standing, pattern: Pattern): boolean {
  return decideByNodes(standing, sampleOf(pattern)).allowed
}
