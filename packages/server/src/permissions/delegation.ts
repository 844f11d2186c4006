import { decideByNodes } from '@portal/contract/decide'
import type { Node } from '@portal/contract/node'
import type { EffectivePermissions } from './effective/effective.ts'
import {
  endOf,
  guaranteedUntil,
  NEVER_ENDS,
  type PermissionForecast,
  upperBound,
} from './effective/permission-forecast.ts'
import { overlap, type Pattern, samplePermission } from './node-pattern.ts'

const PANEL_PERMISSIONS: Pattern = ['panel', '*']

export type TimedNode = { node: Node; end: number }

export type RequiredPermission = { pattern: Pattern; end: number }

export type ChangeRequirement = RequiredPermission & { grants: boolean }

/**
 * Returns the highest priority of a player's roles, except `default`, which every player has. Returns -Infinity for a
 * player without other roles.
 */
function topPriorityOf({ roles }: EffectivePermissions): number {
  const priorities = roles.filter(({ id }) => id !== 'default').map(({ priority }) => priority)
  return Math.max(Number.NEGATIVE_INFINITY, ...priorities)
}

/**
 * Whether an editor may edit a player. Superusers may edit every player. Other editors may edit only players who are
 * not superusers and whose highest priority is below the editor's own, so they may not edit themselves.
 */
export function mayEdit(editor: EffectivePermissions, target: EffectivePermissions): boolean {
  return editor.superuser || (!target.superuser && ranksBelow(editor, topPriorityOf(target)))
}

export function ranksBelow(editor: EffectivePermissions, priority: number): boolean {
  return editor.superuser || priority < topPriorityOf(editor)
}

/**
 * Whether an editor has every panel permission that an account has or can have later without a new grant, for at least
 * as long. An editor who changes an address or a password can take over the account, so the account must give the
 * editor no new permission.
 */
export function coversPanelPermissionsOf(
  account: PermissionForecast,
  editor: PermissionForecast,
): boolean {
  const maximum = upperBound(account)
  const panelPermissions = maximum.tiers.flat().flatMap((source) =>
    source.nodes.flatMap(({ allows, segments }) => {
      const pattern = allows && overlap(segments, PANEL_PERMISSIONS)
      return pattern ? [{ pattern, end: endOf(source) }] : []
    }),
  )
  return holdsAll(editor, panelPermissions, maximum)
}

/**
 * Whether an editor has all of the required permissions, for as long as each is required.
 * @param within limits the requirements to what these permissions allow
 */
export function holdsAll(
  editor: PermissionForecast,
  required: readonly RequiredPermission[],
  within?: EffectivePermissions,
): boolean {
  const byEnd = Map.groupBy(required, ({ end }) => end)
  return [...byEnd].every(([end, sameEnd]) => {
    const guaranteed = guaranteedUntil(editor, end)
    return sameEnd.every(({ pattern }) => holds(guaranteed, pattern, within))
  })
}

/**
 * Whether an editor has every permission that a pattern can match, including permissions that do not exist yet. It is
 * enough to check a few sample permissions (see `samplePermission`): only nodes that match the whole pattern match its
 * sample. Where a denial of the editor overlaps the pattern, a sample of the overlap counts as denied, unless a
 * stronger node allows the whole overlap.
 * @param within limits the check to what these permissions allow within the pattern
 */
export function holds(
  editor: EffectivePermissions,
  pattern: Pattern,
  within?: EffectivePermissions,
): boolean {
  if (editor.superuser) return true
  const denials = nodesOf(editor).filter(({ allows }) => !allows)
  const patterns = [pattern, ...denials.map(({ segments }) => overlap(pattern, segments))]
  return patterns.every(
    (candidate) =>
      !candidate ||
      (within && !allowsPattern(within, candidate)) ||
      allowsPattern(editor, candidate),
  )
}

/**
 * Returns what a player gains when denials are removed: everything that they matched and that the remaining nodes
 * allow.
 */
export function regainedWithout(
  remaining: EffectivePermissions,
  denials: readonly Node[],
): Pattern[] {
  const allowing = nodesOf(remaining).filter(({ allows }) => allows)
  const patterns = denials.flatMap((denial) =>
    allowing.map((node) => overlap(denial.segments, node.segments)),
  )
  return patterns
    .filter((candidate) => candidate !== undefined)
    .filter((candidate) => allowsPattern(remaining, candidate))
}

/**
 * Returns the permissions that an editor needs to change nodes from `before` to `after`. Allowing for longer and
 * denying for a shorter time count as grants. Denying more requires nothing unless it affects the panel: otherwise the
 * editor of a rank could disarm an administrator who has it.
 */
export function permissionsRequiredFor(
  before: readonly TimedNode[],
  after: readonly TimedNode[],
): ChangeRequirement[] {
  const nodes = new Map([...before, ...after].map(({ node }) => [node.text, node]))
  return [...nodes.values()].flatMap((node) => {
    const [endBefore, endAfter] = [endOfNode(before, node), endOfNode(after, node)]
    const isRequiredIfLonger =
      node.allows || overlap(node.segments, PANEL_PERMISSIONS) !== undefined
    const isRequired =
      endAfter > endBefore ? isRequiredIfLonger : endAfter < endBefore && !node.allows
    const grants = endAfter > endBefore ? node.allows : !node.allows
    return isRequired
      ? [{ pattern: node.segments, end: Math.max(endBefore, endAfter), grants }]
      : []
  })
}

export function grantsPanelAccess(required: readonly ChangeRequirement[]): boolean {
  return required.some(
    ({ pattern, grants }) => grants && overlap(pattern, PANEL_PERMISSIONS) !== undefined,
  )
}

export function withEnd(nodes: readonly Node[], end = NEVER_ENDS): TimedNode[] {
  return nodes.map((node) => ({ node, end }))
}

function endOfNode(list: readonly TimedNode[], { text }: Node): number {
  return list.find(({ node }) => node.text === text)?.end ?? Number.NEGATIVE_INFINITY
}

function nodesOf({ restrictions, tiers }: EffectivePermissions): Node[] {
  return [...restrictions, ...tiers.flat()].flatMap(({ nodes }) => nodes)
}

function allowsPattern(permissions: EffectivePermissions, pattern: Pattern): boolean {
  return decideByNodes(permissions, samplePermission(pattern)).allowed
}
