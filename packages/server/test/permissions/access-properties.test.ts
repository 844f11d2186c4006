import { decide } from '@portal/contract/decide'
import { segmentsOf } from '@portal/contract/node'
import { toEffectivePermissions } from '../../src/permissions/effective/find-effective-permissions.ts'
import { listAllowedPermissions } from '../../src/permissions/effective/list-allowed-permissions.ts'
import { registryOf } from '../../src/permissions/permission-registry.ts'
import type { SeededRandom } from '../support/seeded-random.ts'
import { effectivePermissionsOf, type Holdings, rowsOf } from './effective.ts'
import { law, randomHoldings } from './random-holdings.ts'

const registry = registryOf(['main', 'Beta.2'])
const registered = [...registry.values()].map(({ id }) => id)
const foreign = ['essentials.fly', 'essentials.kit.vip', 'warp', 'launcher.build', 'player.skin']
const kernel = ['kernel', 'kernel.provider', 'kernel.launcher.provider', 'Kernel.Other']
const asked = [...registered, ...foreign, 'launcher.build.gone', ...kernel]

law('every decision equals that of an independent implementation of the rules', (chance) => {
  const holdings = randomHoldings(chance, someNode)
  const permissions = effectivePermissionsOf(holdings)
  const permission = chance.pick(asked)
  const { allowed } = decide(permissions, permission, registry)
  return allowed === byTheBook(holdings, permission) ? undefined : { holdings, permission, allowed }
})

law('the order in which nodes were given does not affect a decision', (chance) => {
  const holdings = randomHoldings(chance, someNode)
  const other = mixed(chance, holdings)
  const [permission, player] = [
    chance.pick(asked),
    { id: 'steve', activatedAt: 1, superuserAt: null },
  ]
  const decisions = [holdings, other].map((held) =>
    decide(toEffectivePermissions(player, chance.shuffled(rowsOf(held))), permission, registry),
  )
  return isSame(decisions[0], decisions[1]) ? undefined : { holdings, permission, decisions }
})

law('adding a denial to any tier never allows a permission', (chance) => {
  const holdings = randomHoldings(chance, someNode)
  const denial = `-${somePath(chance)}`
  const [before, after] = [holdings, added(chance, holdings, denial)].map(allowedOf)
  const gained = after?.filter((id) => !before?.includes(id))
  return gained?.length ? { holdings, denial, gained } : undefined
})

law('adding an allowing node to any tier never denies a permission', (chance) => {
  const holdings = randomHoldings(chance, someNode)
  const given = somePath(chance)
  const [before, after] = [holdings, added(chance, holdings, given)].map(allowedOf)
  const lost = before?.filter((id) => !after?.includes(id))
  return lost?.length ? { holdings, given, lost } : undefined
})

law('the permission list agrees with the decisions and contains no patterns', (chance) => {
  const holdings = randomHoldings(chance, someNode)
  const permissions = effectivePermissionsOf(holdings)
  const list = listAllowedPermissions(permissions, registry)
  const decided = registered.filter((id) => decide(permissions, id, registry).allowed)
  const others = list.filter((id) => !registered.includes(id))
  const odd = list.filter((id) => /[*!]|^-|^kernel/.test(id))
  const unfounded = others.filter((id) => !decide(permissions, id, registry).allowed)
  const isOrdered = isSame(list, [...new Set(list)].sort())
  const isWhole = isSame(
    decided.sort(),
    list.filter((id) => registered.includes(id)),
  )
  return isOrdered && isWhole && odd.length + unfounded.length === 0
    ? undefined
    : { holdings, list, decided, odd, unfounded }
})

law('a player never has a kernel permission', (chance) => {
  const holdings = randomHoldings(chance, (of) =>
    of.happens(0.3) ? of.pick(kernel) : someNode(of),
  )
  const allowed = kernel.filter(
    (id) => decide(effectivePermissionsOf(holdings), id, registry).allowed,
  )
  return allowed.length === 0 ? undefined : { holdings, allowed }
})

/** Makes a random prefix of a known permission, with random wildcards. */
function somePath(chance: SeededRandom): string {
  const words = segmentsOf(chance.pick([...registered, ...foreign]).toLowerCase())
  const kept = chance.happens(0.4) ? words.slice(0, 1 + chance.upTo(words.length)) : words
  const masked = kept.map((word) => (chance.happens(0.3) ? '*' : word))
  return [...masked, ...(kept.length < words.length ? ['*'] : [])].join('.')
}

function someNode(chance: SeededRandom): string {
  return `${chance.pick(['', '', '-'])}${somePath(chance)}`
}

function mixed(chance: SeededRandom, holdings: Holdings): Holdings {
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

/** Adds a node to a random tier of the holdings. */
function added(chance: SeededRandom, holdings: Holdings, node: string): Holdings {
  const { groups = {}, roles = {} } = holdings
  const place = chance.pick(['banned', 'personal', 'donate', 'default', 'groups', 'roles'] as const)
  if (place === 'groups')
    return { ...holdings, groups: { ...groups, iron: [...(groups.iron ?? []), node] } }
  if (place !== 'roles') return { ...holdings, [place]: [...(holdings[place] ?? []), node] }
  const [priority, ...nodes] = roles.vip ?? [0]
  return { ...holdings, roles: { ...roles, vip: [priority, ...nodes, node] } }
}

function allowedOf(holdings: Holdings): string[] {
  const permissions = effectivePermissionsOf(holdings)
  return asked.filter((id) => decide(permissions, id, registry).allowed)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Applies docs/contract.md#who-decides literally, by regular expressions. */
function byTheBook(holdings: Holdings, permission: string): boolean {
  const id = permission.toLowerCase()
  const isKnown = registered.some((known) => known.toLowerCase() === id)
  if (/^kernel(\.|$)/.test(id)) return false
  if (id.startsWith('launcher.build.') && !isKnown) return false

  const { banned, unactivated, superuser, personal = [], donate = [], groups = {} } = holdings
  const denials = [...(banned ?? []), ...(unactivated ?? [])].filter((text) => text.startsWith('-'))
  const byPriority = Object.values(holdings.roles ?? {})
  const priorities = [...new Set(byPriority.map(([priority]) => priority))].sort((a, b) => b - a)
  const denial = verdict(denials, id)
  if (denial !== undefined) return denial
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

/**
 * Returns a regular expression for the permissions that a node matches. Their segments are joined by `/`, because the
 * ID of a build may contain dots.
 */
function patternOf(path: string): RegExp {
  const words = segmentsOf(path)
  const isOpen = words.at(-1) === '*'
  const closed = (isOpen ? words.slice(0, -1) : words).map((word) =>
    word === '*' ? '[^/]+' : word.replaceAll('.', '\\.'),
  )
  return new RegExp(`^${[...closed, ...(isOpen ? ['.+'] : [])].join('/')}$`)
}

/**
 * Returns the specificity of a node. Exact nodes are highest; otherwise one more literal segment outweighs any number
 * of wildcards.
 */
function rankOf(text: string): number {
  const path = text.replace(/^-/, '').toLowerCase()
  const words = segmentsOf(path)
  const wildcards = words.filter((word) => word === '*').length
  return (wildcards === 0 ? 1e6 : 0) + (words.length - wildcards) * 1e3 - wildcards
}
