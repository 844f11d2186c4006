import type { PermissionId } from '@portal/contract'

/**
 * The permissions of UnicoreCMS that have an equivalent on this site. An equivalent allows no more than the original,
 * so that an import grants nothing extra.
 */
const NAMES: Readonly<Record<string, PermissionId>> = {
  'player.skin.upload': 'player.skin.upload',
  'player.skin.hd': 'player.skin.hd',
  'player.cloak.upload': 'player.cape.upload',
  'player.cloak.hd': 'player.cape.hd',
  'panel.access': 'panel.access',
  'panel.users.read': 'panel.players.read',
  'panel.users.ban': 'panel.players.ban',
  'panel.users.field.activated': 'panel.players.activate',
  'panel.users.twofactor.reset': 'panel.players.2fa',
  'panel.users.donate': 'panel.players.groups',
  // names of older versions
  'user.cabinet.skin': 'player.skin.upload',
  'user.cabinet.skin.hd': 'player.skin.hd',
  'user.cabinet.cloak': 'player.cape.upload',
  'user.cabinet.cloak.hd': 'player.cape.hd',
  'admin.dashboard': 'panel.access',
  'admin.users.read': 'panel.players.read',
  'admin.users.ban': 'panel.players.ban',
  'admin.users.update.activation': 'panel.players.activate',
  'admin.users.donate': 'panel.players.groups',
}

const DANGEROUS = 'panel.users.twofactor.reset'
/** Patterns with more wildcards are ignored: they are not realistic, and slow to match. */
const MAX_WILDCARDS = 4
const [OLD_BUILD, BUILD] = ['laminara.build.', 'launcher.build.']

/** The nodes of this site to which a list was translated, and the entries of the list that have no equivalent. */
export type TranslatedNodes = { nodes: string[]; unknown: string[] }

/**
 * Translates a list of permissions of UnicoreCMS. Entries are separated by commas; `!` denies, `*` matches any text. A
 * wildcard does not grant the permission that UnicoreCMS marks as `danger`.
 */
export function translateNodes(stored: string): TranslatedNodes {
  const nodes = new Set<string>()
  const unknown: string[] = []
  for (const text of stored.split(',').map((one) => one.trim())) {
    if (text === '') continue
    const denies = text.startsWith('!')
    const found = namesOf(denies ? text.slice(1) : text, denies)
    for (const name of found) nodes.add(denies ? `-${name}` : name)
    if (found.length === 0) unknown.push(text)
  }
  return { nodes: [...nodes].sort(), unknown }
}

function namesOf(pattern: string, denies: boolean): string[] {
  if (!pattern.includes('*')) {
    if (pattern.startsWith(OLD_BUILD)) return [BUILD + pattern.slice(OLD_BUILD.length)]
    return Object.hasOwn(NAMES, pattern) ? [NAMES[pattern] ?? ''] : []
  }
  if (pattern.split('*').length > MAX_WILDCARDS) return []
  const isMatched = matcherOf(pattern)
  const found = Object.entries(NAMES)
    .filter(([name]) => isMatched(name) && (denies || name !== DANGEROUS))
    .map(([, name]) => name)
  return isMatched(`${OLD_BUILD}any`) ? [...found, `${BUILD}*`] : found
}

/** Returns a function that matches names with a pattern. `panel.*` also matches `panel`. */
function matcherOf(pattern: string): (name: string) => boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[^\w]/g, '\\$&'))
  const whole = new RegExp(`^${parts.join('.*')}$`)
  return (name) => whole.test(name) || `${name}.*` === pattern
}
