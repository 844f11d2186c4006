import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide, decideByNodes } from '../src/access/decide.ts'
import { effectivePermissions } from '../src/access/effective-permissions.ts'
import { toStanding } from '../src/access/find-standing.ts'
import { givenBy, holds, uncoveredBy } from '../src/access/giving.ts'
import { matches, type Node, parseNode, segmentsOf } from '../src/access/node.ts'
import { overlap } from '../src/access/pattern.ts'
import { registryOf } from '../src/access/registry.ts'
import type { Standing } from '../src/access/standing.ts'
import { type Chance, openChance } from './chance.ts'
import { type Holdings, rowsOf, standingOf } from './standings.ts'

/*
 * Laws that hold whatever is given to whom, tried on seeded nonsense. The seed is printed with a
 * failure; the same seed makes the same players.
 */

const SEED = Number(process.env.ACCESS_SEED ?? 20301)
const CASES = 3000

const registry = registryOf(['main', 'Beta.2'])
const registered = [...registry.values()].map(({ id }) => id)
const foreign = ['essentials.fly', 'essentials.kit.vip', 'warp', 'launcher.build', 'player.skin']
const kernel = ['kernel', 'kernel.provider', 'kernel.launcher.provider', 'Kernel.Other']
const asked = [...registered, ...foreign, 'launcher.build.gone', ...kernel]

/** One law, tried on many players; what is returned is what breaks it. */
function law(name: string, broken: (chance: Chance) => unknown): void {
  test(name, () => {
    const chance = openChance(SEED)
    for (let count = 0; count < CASES; count += 1) {
      const offence = broken(chance)
      if (offence) assert.fail(`case ${count} of ACCESS_SEED=${SEED}: ${JSON.stringify(offence)}`)
    }
  })
}

law('a decision is what the rules say, read word for word', (chance) => {
  const holdings = someHoldings(chance, someNode)
  const standing = standingOf(holdings)
  const permission = chance.pick(asked)
  const { allowed } = decide(standing, permission, registry)
  return allowed === byTheBook(holdings, permission) ? undefined : { holdings, permission, allowed }
})

law('the order in which things were given never matters', (chance) => {
  const holdings = someHoldings(chance, someNode)
  const other = mixed(chance, holdings)
  const [permission, player] = [
    chance.pick(asked),
    { id: 'steve', activatedAt: 1, superuserAt: null },
  ]
  const decisions = [holdings, other].map((held) =>
    decide(toStanding(player, chance.shuffled(rowsOf(held))), permission, registry),
  )
  return isSame(decisions[0], decisions[1]) ? undefined : { holdings, permission, decisions }
})

law('one denial more never allows anything more, whichever tier it is in', (chance) => {
  const holdings = someHoldings(chance, someNode)
  const denial = `-${somePath(chance)}`
  const [before, after] = [holdings, added(chance, holdings, denial)].map(allowedOf)
  const gained = after?.filter((id) => !before?.includes(id))
  return gained?.length ? { holdings, denial, gained } : undefined
})

law('one permission more never denies anything, whichever tier it is in', (chance) => {
  const holdings = someHoldings(chance, someNode)
  const given = somePath(chance)
  const [before, after] = [holdings, added(chance, holdings, given)].map(allowedOf)
  const lost = before?.filter((id) => !after?.includes(id))
  return lost?.length ? { holdings, given, lost } : undefined
})

law('the list and the decisions agree on everything, and no list has a pattern in it', (chance) => {
  const holdings = someHoldings(chance, someNode)
  const standing = standingOf(holdings)
  const list = effectivePermissions(standing, registry)
  const decided = registered.filter((id) => decide(standing, id, registry).allowed)
  const others = list.filter((id) => !registered.includes(id))
  const odd = list.filter((id) => /[*!]|^-|^kernel/.test(id))
  const unfounded = others.filter((id) => !decide(standing, id, registry).allowed)
  const isOrdered = isSame(list, [...new Set(list)].sort())
  const isWhole = isSame(
    decided.sort(),
    list.filter((id) => registered.includes(id)),
  )
  return isOrdered && isWhole && odd.length + unfounded.length === 0
    ? undefined
    : { holdings, list, decided, odd, unfounded }
})

law('nobody may do anything of the kernel', (chance) => {
  const holdings = someHoldings(chance, (of) => (of.happens(0.3) ? of.pick(kernel) : someNode(of)))
  const allowed = kernel.filter((id) => decide(standingOf(holdings), id, registry).allowed)
  return allowed.length === 0 ? undefined : { holdings, allowed }
})

law('what two patterns have in common is what both match', (chance) => {
  const [a, b] = [smallNode(chance), smallNode(chance)]
  const common = overlap(a.segments, b.segments)
  const both = common && parseNode(common.join('.'))
  const wrong = smallWorld.filter(
    (path) => (matches(a, path) && matches(b, path)) !== Boolean(both && matches(both, path)),
  )
  return wrong.length === 0 ? undefined : { a: a.text, b: b.text, common, wrong }
})

law('an editor holds a pattern when there is nothing in it that he may not', (chance) => {
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

law('nobody can be given what neither he nor the giver has', (chance) => {
  const editor = standingOf(smallHoldings(chance))
  const before = smallHoldings(chance)
  const after = { ...before, personal: chance.some(4, () => smallNode(chance).text) }
  const given = givenBy(nodesOf(before.personal), nodesOf(after.personal))
  if (!given.every((node) => holds(editor, node.segments))) return undefined

  const stolen = stolenBy(editor, { before, after })
  return stolen.length === 0 ? undefined : { before, after, stolen }
})

law('nobody gains by a role what neither he nor its editor has', (chance) => {
  const editor = standingOf(smallHoldings(chance))
  const before = smallHoldings(chance)
  const [was, ...old] = before.roles?.vip ?? [0]
  const nodes = [...old.slice(chance.upTo(2)), ...chance.some(2, () => smallNode(chance).text)]
  const vip = [chance.pick([was, chance.upTo(4)]), ...nodes] as const
  const after = { ...before, roles: { ...before.roles, vip } }
  const [given, taken] = [nodesOf(nodes), nodesOf(old)]
  const needed = vip[0] === was ? givenBy(taken, given) : [...taken, ...given]
  if (!needed.every((node) => holds(editor, node.segments))) return undefined

  const stolen = stolenBy(editor, { before, after })
  return stolen.length === 0 ? undefined : { before, after, stolen }
})

law('nobody gains by losing a role what neither he nor its taker has', (chance) => {
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

/** What a player may do after a change that neither he nor its editor could do before. */
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

/** Every permission of up to four words of a small language; `z` is a word that no node has. */
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

/** Part of a permission that somebody may ask about, with wildcards in it. */
function somePath(chance: Chance): string {
  const words = segmentsOf(chance.pick([...registered, ...foreign]).toLowerCase())
  const kept = chance.happens(0.4) ? words.slice(0, 1 + chance.upTo(words.length)) : words
  const masked = kept.map((word) => (chance.happens(0.3) ? '*' : word))
  return [...masked, ...(kept.length < words.length ? ['*'] : [])].join('.')
}

function someNode(chance: Chance): string {
  return `${chance.pick(['', '', '-'])}${somePath(chance)}`
}

/** A player without the superuser's mark. */
function smallHoldings(chance: Chance): Holdings {
  return { ...someHoldings(chance, (of) => smallNode(of).text), superuser: false }
}

function someHoldings(chance: Chance, make: (chance: Chance) => string): Holdings {
  const nodes = (most: number) => chance.some(most, () => make(chance))
  return {
    ...(chance.happens(0.1) && { superuser: true }),
    ...(chance.happens(0.1) && { banned: nodes(2) }),
    ...(chance.happens(0.1) && { unactivated: nodes(2) }),
    personal: nodes(3),
    donate: nodes(2),
    groups: { gold: nodes(2), iron: nodes(2) },
    roles: {
      vip: [chance.upTo(3), ...nodes(3)],
      mod: [chance.upTo(3), ...nodes(3)],
      admin: [chance.upTo(3), ...nodes(3)],
    },
    default: nodes(3),
  }
}

function mixed(chance: Chance, holdings: Holdings): Holdings {
  const { groups = {}, roles = {} } = holdings
  return {
    ...holdings,
    personal: chance.shuffled(holdings.personal ?? []),
    donate: chance.shuffled(holdings.donate ?? []),
    default: chance.shuffled(holdings.default ?? []),
    groups: Object.fromEntries(
      Object.entries(groups).map(([id, nodes]) => [id, chance.shuffled(nodes)]),
    ),
    roles: Object.fromEntries(
      Object.entries(roles).map(([id, [priority, ...nodes]]) => [
        id,
        [priority, ...chance.shuffled(nodes)] as const,
      ]),
    ),
  }
}

/** The same with one node more in some tier. */
function added(chance: Chance, holdings: Holdings, node: string): Holdings {
  const { groups = {}, roles = {} } = holdings
  const place = chance.pick(['banned', 'personal', 'donate', 'default', 'groups', 'roles'] as const)
  if (place === 'groups')
    return { ...holdings, groups: { ...groups, iron: [...(groups.iron ?? []), node] } }
  if (place !== 'roles') return { ...holdings, [place]: [...(holdings[place] ?? []), node] }
  const [priority, ...nodes] = roles.vip ?? [0]
  return { ...holdings, roles: { ...roles, vip: [priority, ...nodes, node] } }
}

function allowedOf(holdings: Holdings): string[] {
  const standing = standingOf(holdings)
  return asked.filter((id) => decide(standing, id, registry).allowed)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** permissions, as they are written: with regular expressions, and slowly. */
function byTheBook(holdings: Holdings, permission: string): boolean {
  const id = permission.toLowerCase()
  const isKnown = registered.some((known) => known.toLowerCase() === id)
  if (/^kernel(\.|$)/.test(id)) return false
  if (id.startsWith('launcher.build.') && !isKnown) return false

  const { banned, unactivated, superuser, personal = [], donate = [], groups = {} } = holdings
  const denials = [...(banned ?? []), ...(unactivated ?? [])].filter((text) => text.startsWith('-'))
  const byPriority = Object.values(holdings.roles ?? {})
  const priorities = [...new Set(byPriority.map(([priority]) => priority))].sort((a, b) => b - a)
  const said = verdict(denials, id)
  if (said !== undefined) return said
  if (superuser && isKnown) return true
  const tiers = [
    personal,
    [...donate, ...Object.values(groups).flat()],
    ...priorities.map((wanted) =>
      byPriority.filter(([priority]) => priority === wanted).flatMap(([, ...nodes]) => nodes),
    ),
    holdings.default ?? [],
  ]
  return tiers.map((tier) => verdict(tier, id)).find((word) => word !== undefined) ?? false
}

function verdict(texts: readonly string[], id: string): boolean | undefined {
  const ranked = texts
    .filter((text) =>
      patternOf(text.replace(/^-/, '').toLowerCase()).test(segmentsOf(id).join('/')),
    )
    .sort((a, b) => rankOf(b) - rankOf(a) || (a.startsWith('-') ? -1 : 1))
  return ranked[0] === undefined ? undefined : !ranked[0].startsWith('-')
}

/** Words are held apart by `/`, because the id of a build may have dots of its own. */
function patternOf(path: string): RegExp {
  const words = segmentsOf(path)
  const isOpen = words.at(-1) === '*'
  const closed = (isOpen ? words.slice(0, -1) : words).map((word) =>
    word === '*' ? '[^/]+' : word.replaceAll('.', '\\.'),
  )
  return new RegExp(`^${[...closed, ...(isOpen ? ['.+'] : [])].join('/')}$`)
}

/** Exact ones above all, then a literal word more counts over any number of wildcards. */
function rankOf(text: string): number {
  const path = text.replace(/^-/, '').toLowerCase()
  const words = segmentsOf(path)
  const wildcards = words.filter((word) => word === '*').length
  return (wildcards === 0 ? 1e6 : 0) + (words.length - wildcards) * 1e3 - wildcards
}
