import { decideByNodes } from './decide.ts'
import type { Node } from './node.ts'
import { overlap, type Pattern, sampleOf } from './pattern.ts'
import type { Standing } from './standing.ts'

/**
 * How high a player stands: the highest priority among his roles. Whoever has none stands below
 * every role; `default` is everybody's and lifts nobody.
 */
export function rankOf({ roles }: Standing): number {
  const priorities = roles.filter(({ id }) => id !== 'default').map(({ priority }) => priority)
  return Math.max(Number.NEGATIVE_INFINITY, ...priorities)
}

/** Nobody edits who stands as high as he does, himself included; superusers are only for superusers. */
export function mayEdit(editor: Standing, target: Standing): boolean {
  return editor.superuser || (!target.superuser && isBelow(editor, rankOf(target)))
}

/** Whether a role of this priority is below the editor's own, so that he may give or change it. */
export function isBelow(editor: Standing, priority: number): boolean {
  return editor.superuser || priority < rankOf(editor)
}

/**
 * Whether an editor holds everything that a pattern can speak about, now or once more permissions
 * exist: to give a node that allows, and to take one that denies, he has to.
 *
 * It is enough to ask about a few permissions that nobody thought of. One such inside the pattern
 * is only reached by nodes that reach all of it; and where a denial of the editor's overlaps the
 * pattern, one such inside the overlap is denied unless something stronger allows all of that.
 */
export function holds(editor: Standing, pattern: Pattern): boolean {
  if (editor.superuser) return true
  const denials = nodesOf(editor).filter(({ allows }) => !allows)
  const places = [pattern, ...denials.map(({ segments }) => overlap(pattern, segments))]
  return places.every((place) => !place || isAllowed(editor, place))
}

/**
 * What comes to light when denials are taken from a player together with what they came with: all
 * that he is allowed by nodes that are left to him, and that the denials spoke about.
 */
export function uncoveredBy(left: Standing, denials: readonly Node[]): Pattern[] {
  const allowing = nodesOf(left).filter(({ allows }) => allows)
  const places = denials.flatMap((denial) =>
    allowing.map((node) => overlap(denial.segments, node.segments)),
  )
  return places.filter((place) => place !== undefined).filter((place) => isAllowed(left, place))
}

/** The nodes whose change from one list to another gives something: new ones that allow, old denials. */
export function givenBy(before: readonly Node[], after: readonly Node[]): Node[] {
  const isIn = (list: readonly Node[], { text }: Node) => list.some((node) => node.text === text)
  return [
    ...after.filter((node) => node.allows && !isIn(before, node)),
    ...before.filter((node) => !node.allows && !isIn(after, node)),
  ]
}

function nodesOf({ restrictions, tiers }: Standing): Node[] {
  return [...restrictions, ...tiers.flat()].flatMap(({ nodes }) => nodes)
}

/** Whether a player is allowed what nobody named inside a pattern. */
function isAllowed(standing: Standing, pattern: Pattern): boolean {
  return decideByNodes(standing, sampleOf(pattern)).allowed
}
