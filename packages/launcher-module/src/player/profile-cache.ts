import { openSharedLists } from './interned-lists.ts'
import type { Profile } from './profile.ts'

/** How many profiles are kept. The least recently used one goes first. */
const MOST_PROFILES = 10_000

/** What the site said, when, and the ETag with which to ask again. */
export type KnownProfile = {
  profile: Profile
  /** The turn of the request. A later request wins, even if its answer arrives first. */
  turn: number
  /** An ETag is valid only for the question whose answer carried it. */
  etag?: { query: string; value: string } | undefined
}

export type ProfileCache = ReturnType<typeof openProfileCache>

/**
 * Profiles by uuid and by name in any case. `ttl` is in milliseconds; `now` must be a monotonic clock.
 * After `ttl` a profile no longer answers questions, but can still be renewed.
 */
export function openProfileCache(ttl: number, now: () => number, size = MOST_PROFILES) {
  const entries = new Map<string, KnownProfile & { freshUntil: number }>()
  const uuids = new Map<string, string>()
  const share = openSharedLists()

  function lookUp({ uuid, username }: { uuid?: string; username?: string }) {
    return entries.get(uuid ?? uuids.get(nameKey(username)) ?? '')
  }

  /** A name leads to a profile only while the profile has that name. */
  function drop(uuid: string): void {
    const known = entries.get(uuid)
    entries.delete(uuid)
    const name = nameKey(known?.profile.username)
    if (uuids.get(name) === uuid) uuids.delete(name)
  }

  return {
    /** The profile, if it is fresh. */
    fresh(player: { uuid?: string; username?: string }): Profile | undefined {
      const known = lookUp(player)
      if (!known || now() >= known.freshUntil) return undefined
      entries.delete(known.profile.uuid) // so that it moves to the end
      entries.set(known.profile.uuid, known)
      return known.profile
    },

    /** The profile, fresh or not, for a conditional request. */
    known: (player: { uuid?: string; username?: string }): KnownProfile | undefined =>
      lookUp(player),

    /** Stores an answer of the site, unless a later one is known. */
    keep(answer: KnownProfile): void {
      const { uuid, username } = answer.profile
      if (ttl === 0 || (entries.get(uuid)?.turn ?? 0) > answer.turn) return

      drop(uuid)
      const { roles, groups, permissions } = answer.profile
      const lists = { roles: share(roles), groups: share(groups), permissions: share(permissions) }
      const profile = { ...answer.profile, ...lists }
      entries.set(uuid, { ...answer, profile, freshUntil: now() + ttl })
      uuids.set(nameKey(username), uuid)
      const [oldest] = entries.keys()
      if (entries.size > size && oldest !== undefined) drop(oldest)
    },

    /** Forgets a player, so that the next question about them goes to the site. */
    forget(player: { uuid?: string; username?: string }): void {
      const known = lookUp(player)
      if (known) drop(known.profile.uuid)
    },

    /** Forgets everybody. @returns how many profiles there were. */
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
