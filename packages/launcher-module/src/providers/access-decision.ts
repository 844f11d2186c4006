import type { Profile } from '../player/profile.ts'
import type { AccessSettings } from '../settings/settings.ts'

/**
 * Whether a player may enter a build: by the permission, or by one of the build's groups or roles, and
 * never while banned (docs/launcher.md#what-it-answers). Names are compared in any case, as the site
 * does.
 */
export function mayEnter(
  profile: Profile,
  build: string,
  { permission, groups }: Pick<AccessSettings, 'permission' | 'groups'>,
): boolean {
  if (profile.banned) return false
  const needed = permission.replaceAll('%build%', () => build)
  if (permission !== '' && holds(profile.permissions, needed)) return true
  const open = groups.get(build) ?? []
  return open.some((name) => holds(profile.groups, name) || holds(profile.roles, name))
}

function holds(names: readonly string[], name: string): boolean {
  const wanted = name.toLowerCase()
  return names.some((held) => held.toLowerCase() === wanted)
}
