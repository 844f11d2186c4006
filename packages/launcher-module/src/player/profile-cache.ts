import { internLists } from './interned-lists.ts'
import type { Profile } from './profile.ts'

/** Maximum number of profiles; the least recently used is evicted. */
const MAX_PROFILES = 10_000

export type CachedProfile = {
  profile: Profile
  /** The number of the request. The profile of a later request is kept even if its response arrives first. */
  sequence: number
  /** An ETag is valid only for the query whose response contained it. */
  etag?: { query: string; value: string } | undefined
}

export type ProfileCache = ReturnType<typeof openProfileCache>

/**
 * Caches profiles by UUID and by name in any case. `ttl` is in milliseconds; `now` must be a monotonic clock. A profile
 * older than `ttl` is stale but can be revalidated.
 */
export function openProfileCache(ttl: number, now: () => number, size = MAX_PROFILES) {
  const entries = new Map<string, CachedProfile & { freshUntil: number }>()
  const uuids = new Map<string, string>()
  const intern = internLists()

  function lookUp({ uuid, username }: { uuid?: string; username?: string }) {
    return entries.get(uuid ?? uuids.get(nameKey(username)) ?? '')
  }

  /** Removes a profile, and the entry of its name unless another profile has the name by now. */
  function drop(uuid: string): void {
    const known = entries.get(uuid)
    entries.delete(uuid)
    const name = nameKey(known?.profile.username)
    if (uuids.get(name) === uuid) uuids.delete(name)
  }

  return {
    fresh(player: { uuid?: string; username?: string }): Profile | undefined {
      const known = lookUp(player)
      if (!known || now() >= known.freshUntil) return undefined
      entries.delete(known.profile.uuid) // so that it moves to the end
      entries.set(known.profile.uuid, known)
      return known.profile
    },

    known: (player: { uuid?: string; username?: string }): CachedProfile | undefined =>
      lookUp(player),

    keep(answer: CachedProfile): void {
      const { uuid, username } = answer.profile
      if (ttl === 0 || (entries.get(uuid)?.sequence ?? 0) > answer.sequence) return

      drop(uuid)
      const { roles, groups, permissions } = answer.profile
      const lists = {
        roles: intern(roles),
        groups: intern(groups),
        permissions: intern(permissions),
      }
      const profile = { ...answer.profile, ...lists }
      entries.set(uuid, { ...answer, profile, freshUntil: now() + ttl })
      uuids.set(nameKey(username), uuid)
      const [oldest] = entries.keys()
      if (entries.size > size && oldest !== undefined) drop(oldest)
    },

    /** Makes a profile stale; the next lookup renews it by its ETag. */
    expire(uuid: string): void {
      const known = entries.get(uuid)
      if (known) known.freshUntil = now()
    },

    forget(player: { uuid?: string; username?: string }): void {
      const known = lookUp(player)
      if (known) drop(known.profile.uuid)
    },

    clear(): number {
      const count = entries.size
      entries.clear()
      uuids.clear()
      return count
    },
  }
}

function nameKey(username: string | undefined): string {
  return (username ?? '').toLowerCase()
}
