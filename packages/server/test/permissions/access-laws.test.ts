import { decide } from '@portal/contract/decide'
import { segmentsOf } from '@portal/contract/node'
import { toStanding } from '../../src/permissions/effective/find-effective-permissions.ts'
import { effectivePermissions } from '../../src/permissions/effective/list-allowed-permissions.ts'
import { registryOf } from '../../src/permissions/permission-registry.ts'
import type { Chance } from '../support/seeded-random.ts'
import { type Holdings, rowsOf, standingOf } from './effective.ts'
import { law, someHoldings } from './random-holdings.ts'

const registry = registryOf(['main', 'Beta.2'])
const registered = [...registry.values()].map(({ id }) => id)
const foreign = ['essentials.fly', 'essentials.kit.vip', 'warp', 'launcher.build', 'player.skin']
const kernel = ['kernel', 'kernel.provider', 'kernel.launcher.provider', 'Kernel.Other']
const asked = [...registered, ...foreign, 'launcher.build.gone', ...kernel]

law('a decision is what the rules say, word for word', (chance) => {
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

law('another denial never allows anything more, whatever tier it is in', (chance) => {
  const holdings = someHoldings(chance, someNode)
  const denial = `-${somePath(chance)}`
  const [before, after] = [holdings, added(chance, holdings, denial)].map(allowedOf)
  const gained = after?.filter((id) => !before?.includes(id))
  return gained?.length ? { holdings, denial, gained } : undefined
})

law('another permission never denies anything, whatever tier it is in', (chance) => {
  const holdings = someHoldings(chance, someNode)
  const given = somePath(chance)
  const [before, after] = [holdings, added(chance, holdings, given)].map(allowedOf)
  const lost = before?.filter((id) => !after?.includes(id))
  return lost?.length ? { holdings, given, lost } : undefined
})

law('the list and the decisions agree on everything, and no list has a pattern', (chance) => {
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

law('nobody has a permission of the kernel', (chance) => {
  const holdings = someHoldings(chance, (of) => (of.happens(0.3) ? of.pick(kernel) : someNode(of)))
  const allowed = kernel.filter((id) => decide(standingOf(holdings), id, registry).allowed)
  return allowed.length === 0 ? undefined : { holdings, allowed }
})

/** Makes a part of a permission that somebody may ask about, with wildcards. */
function somePath(chance: Chance): string {
  const words = segmentsOf(chance.pick([...registered, ...foreign]).toLowerCase())
  const kept = chance.happens(0.4) ? words.slice(0, 1 + chance.upTo(words.length)) : words
  const masked = kept.map((word) => (chance.happens(0.3) ? '*' : word))
  return [...masked, ...(kept.length < words.length ? ['*'] : [])].join('.')
}

function someNode(chance: Chance): string {
  return `${chance.pick(['', '', '-'])}${somePath(chance)}`
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

/** Adds a node to some tier of the holdings. */
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

/** Applies docs/contract.md#who-decides word for word: with regular expressions, and slowly. */
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

/** Separates words with `/`, because the id of a build may contain dots. */
function patternOf(path: string): RegExp {
  const words = segmentsOf(path)
  const isOpen = words.at(-1) === '*'
  const closed = (isOpen ? words.slice(0, -1) : words).map((word) =>
    word === '*' ? '[^/]+' : word.replaceAll('.', '\\.'),
  )
  return new RegExp(`^${[...closed, ...(isOpen ? ['.+'] : [])].join('/')}$`)
}

/** Ranks exact nodes first; after that, one more literal word beats any number of wildcards. */
function rankOf(text: string): number {
  const path = text.replace(/^-/, '').toLowerCase()
  const words = segmentsOf(path)
  const wildcards = words.filter((word) => word === '*').length
  return (wildcards === 0 ? 1e6 : 0) + (words.length - wildcards) * 1e3 - wildcards
}
