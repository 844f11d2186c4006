import type { Profile } from '../player/profile.ts'
import type { AccessSettings } from '../settings/settings.ts'

/**
 * Whether the permission, one of the build's groups or one of its roles (in any case) opens the build. Never while the
 * player is banned (docs/launcher.md#responses).
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
