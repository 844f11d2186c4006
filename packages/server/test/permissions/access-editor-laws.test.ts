import assert from 'node:assert/strict'
import { decideByNodes } from '@portal/contract/decide'
import { matches, type Node, parseNode } from '@portal/contract/node'
import { demandsOf, holds, lent, uncoveredBy } from '../../src/permissions/delegation.ts'
import type { Standing } from '../../src/permissions/effective/effective.ts'
import { overlap } from '../../src/permissions/node-pattern.ts'
import type { Chance } from '../support/seeded-random.ts'
import { type Holdings, standingOf } from './effective.ts'
import { law, someHoldings } from './random-holdings.ts'

law('the overlap of two patterns is what both match', (chance) => {
  const [a, b] = [smallNode(chance), smallNode(chance)]
  const common = overlap(a.segments, b.segments)
  const both = common && parseNode(common.join('.'))
  const wrong = smallWorld.filter(
    (path) => (matches(a, path) && matches(b, path)) !== Boolean(both && matches(both, path)),
  )
  return wrong.length === 0 ? undefined : { a: a.text, b: b.text, common, wrong }
})

law('an editor holds a pattern if there is nothing in it that they may not do', (chance) => {
  const holdings = smallHoldings(chance)
  const editor = standingOf(holdings)
  const node = smallNode(chance)
  const denied = smallWorld.filter(
    (path) => matches(node, path) && !decideByNodes(editor, path).allowed,
  )
  return holds(editor, node.segments) === (denied.length === 0)
    ? undefined
    : { holdings, node: node.text, denied }
})

law('nobody can be given what neither they nor the giver has', (chance) => {
  const editor = standingOf(smallHoldings(chance))
  const before = smallHoldings(chance)
  const after = { ...before, personal: chance.some(4, () => smallNode(chance).text) }
  const demands = demandsOf(lent(nodesOf(before.personal)), lent(nodesOf(after.personal)))
  if (!demands.every(({ pattern }) => holds(editor, pattern))) return undefined

  const stolen = stolenBy(editor, { before, after })
  return stolen.length === 0 ? undefined : { before, after, stolen }
})

law('nobody gains through a role what neither they nor its editor has', (chance) => {
  const editor = standingOf(smallHoldings(chance))
  const before = smallHoldings(chance)
  const [was, ...old] = before.roles?.vip ?? [0]
  const nodes = [...old.slice(chance.upTo(2)), ...chance.some(2, () => smallNode(chance).text)]
  const vip = [chance.pick([was, chance.upTo(4)]), ...nodes] as const
  const after = { ...before, roles: { ...before.roles, vip } }
  const [given, taken] = [nodesOf(nodes), nodesOf(old)]
  const changed = demandsOf(lent(taken), lent(given)).map(({ pattern }) => pattern)
  const needed = vip[0] === was ? changed : [...taken, ...given].map(({ segments }) => segments)
  if (!needed.every((pattern) => holds(editor, pattern))) return undefined

  const stolen = stolenBy(editor, { before, after })
  return stolen.length === 0 ? undefined : { before, after, stolen }
})

law('nobody gains by losing a role what neither they nor its taker has', (chance) => {
  const editor = standingOf(smallHoldings(chance))
  const before = smallHoldings(chance)
  const { vip: [, ...taken] = [0], ...roles } = before.roles ?? {}
  const after = { ...before, roles }
  const denials = nodesOf(taken).filter(({ allows }) => !allows)
  const gained = uncoveredBy(standingOf(after), denials)
  if (!gained.every((place) => holds(editor, place))) return undefined

  const stolen = stolenBy(editor, { before, after })
  return stolen.length === 0 ? undefined : { before, after, stolen }
})

/** Lists what a player may do after a change that neither they nor the editor could do before. */
function stolenBy(editor: Standing, change: { before: Holdings; after: Holdings }) {
  const [was, is] = [standingOf(change.before), standingOf(change.after)]
  return smallWorld.filter((path) => may(is, path) && !may(was, path) && !may(editor, path))
}

function nodesOf(texts: readonly string[] = []): Node[] {
  return texts.map(parseNode).filter((node) => node !== undefined)
}

function may(standing: Standing, path: readonly string[]): boolean {
  return decideByNodes(standing, path).allowed
}

/** Every permission of up to four words in a small language; no node has the word `z`. */
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

function smallNode(chance: Chance): Node {
  const words = [
    chance.pick(['a', 'b', '*']),
    ...chance.some(2, () => chance.pick(['a', 'b', '*'])),
  ]
  return parseNode(`${chance.pick(['', '', '-'])}${words.join('.')}`) ?? assert.fail()
}

/** Makes the random holdings of a player who is not a superuser. */
function smallHoldings(chance: Chance): Holdings {
  return { ...someHoldings(chance, (of) => smallNode(of).text), superuser: false }
}
