import type { Profile } from '../player/profile.ts'
import type { AccessSettings } from '../settings/settings.ts'

/**
 * By the permission, or by one of the build's groups or roles in any case, and never while banned
 * (docs/launcher.md#what-it-answers).
 */
export function isBuildAllowed(
  profile: Profile,
  build: string,
  { permission, groups }: Pick<AccessSettings, 'permission' | 'groups'>,
): boolean {
  if (profile.banned) return false
  const needed = permission.replaceAll('%build%', () => build)
  if (permission !== '' && hasAny(profile.permissions, needed)) return true
  const open = groups.get(build) ?? []
  return open.some((name) => hasAny(profile.groups, name) || hasAny(profile.roles, name))
}

function hasAny(names: readonly string[], name: string): boolean {
  const wanted = name.toLowerCase()
  return names.some((held) => held.toLowerCase() === wanted)
}
