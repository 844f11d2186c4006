import assert from 'node:assert/strict'
import { decideByNodes } from '@portal/contract/decide'
import { matches, type Node, parseNode } from '@portal/contract/node'
import {
  holds,
  permissionsRequiredFor,
  regainedWithout,
  withEnd,
} from '../../src/permissions/delegation.ts'
import type { EffectivePermissions } from '../../src/permissions/effective/effective.ts'
import { overlap } from '../../src/permissions/node-pattern.ts'
import type { SeededRandom } from '../support/seeded-random.ts'
import { effectivePermissionsOf, type Holdings } from './effective.ts'
import { law, randomHoldings } from './random-holdings.ts'

law('the overlap of two patterns matches exactly what both patterns match', (chance) => {
  const [a, b] = [smallNode(chance), smallNode(chance)]
  const common = overlap(a.segments, b.segments)
  const both = common && parseNode(common.join('.'))
  const wrong = smallWorld.filter(
    (path) => (matches(a, path) && matches(b, path)) !== Boolean(both && matches(both, path)),
  )
  return wrong.length === 0 ? undefined : { a: a.text, b: b.text, common, wrong }
})

law('an editor holds a pattern exactly if they hold every permission that it matches', (chance) => {
  const holdings = smallHoldings(chance)
  const editor = effectivePermissionsOf(holdings)
  const node = smallNode(chance)
  const denied = smallWorld.filter(
    (path) => matches(node, path) && !decideByNodes(editor, path).allowed,
  )
  return holds(editor, node.segments) === (denied.length === 0)
    ? undefined
    : { holdings, node: node.text, denied }
})

law(
  'changing a player’s personal nodes adds no permission that both player and editor lacked',
  (chance) => {
    const editor = effectivePermissionsOf(smallHoldings(chance))
    const before = smallHoldings(chance)
    const after = { ...before, personal: chance.some(4, () => smallNode(chance).text) }
    const demands = permissionsRequiredFor(
      withEnd(nodesOf(before.personal)),
      withEnd(nodesOf(after.personal)),
    )
    if (!demands.every(({ pattern }) => holds(editor, pattern))) return undefined

    const stolen = stolenBy(editor, { before, after })
    return stolen.length === 0 ? undefined : { before, after, stolen }
  },
)

law('changing a role adds no permission that both the player and the editor lacked', (chance) => {
  const editor = effectivePermissionsOf(smallHoldings(chance))
  const before = smallHoldings(chance)
  const [was, ...old] = before.roles?.vip ?? [0]
  const nodes = [...old.slice(chance.upTo(2)), ...chance.some(2, () => smallNode(chance).text)]
  const vip = [chance.pick([was, chance.upTo(4)]), ...nodes] as const
  const after = { ...before, roles: { ...before.roles, vip } }
  const [given, taken] = [nodesOf(nodes), nodesOf(old)]
  const changed = permissionsRequiredFor(withEnd(taken), withEnd(given)).map(
    ({ pattern }) => pattern,
  )
  const needed = vip[0] === was ? changed : [...taken, ...given].map(({ segments }) => segments)
  if (!needed.every((pattern) => holds(editor, pattern))) return undefined

  const stolen = stolenBy(editor, { before, after })
  return stolen.length === 0 ? undefined : { before, after, stolen }
})

law(
  'removing a role from a player adds no permission that both player and editor lacked',
  (chance) => {
    const editor = effectivePermissionsOf(smallHoldings(chance))
    const before = smallHoldings(chance)
    const { vip: [, ...taken] = [0], ...roles } = before.roles ?? {}
    const after = { ...before, roles }
    const denials = nodesOf(taken).filter(({ allows }) => !allows)
    const gained = regainedWithout(effectivePermissionsOf(after), denials)
    if (!gained.every((place) => holds(editor, place))) return undefined

    const stolen = stolenBy(editor, { before, after })
    return stolen.length === 0 ? undefined : { before, after, stolen }
  },
)

/** Lists what a player may do after a change that neither they nor the editor could do before. */
function stolenBy(editor: EffectivePermissions, change: { before: Holdings; after: Holdings }) {
  const [was, is] = [effectivePermissionsOf(change.before), effectivePermissionsOf(change.after)]
  return smallWorld.filter((path) => may(is, path) && !may(was, path) && !may(editor, path))
}

function nodesOf(texts: readonly string[] = []): Node[] {
  return texts.map(parseNode).filter((node) => node !== undefined)
}

function may(permissions: EffectivePermissions, path: readonly string[]): boolean {
  return decideByNodes(permissions, path).allowed
}

/** Every permission of up to four segments over a small alphabet. No node contains the segment `z`. */
const smallWorld = ['a', 'b', 'z'].flatMap((first) => [
  [first],
  ...['a', 'b', 'z'].flatMap((second) => [
    [first, second],
    ...['a', 'b', 'z'].flatMap((third) => [
      [first, second, third],
      ...['a', 'b', 'z'].map((fourth) => [first, second, third, fourth]),
    ]),
  ]),
])

function smallNode(chance: SeededRandom): Node {
  const words = [
    chance.pick(['a', 'b', '*']),
    ...chance.some(2, () => chance.pick(['a', 'b', '*'])),
  ]
  return parseNode(`${chance.pick(['', '', '-'])}${words.join('.')}`) ?? assert.fail()
}

function smallHoldings(chance: SeededRandom): Holdings {
  return { ...randomHoldings(chance, (of) => smallNode(of).text), superuser: false }
}
