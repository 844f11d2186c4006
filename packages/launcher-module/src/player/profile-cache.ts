import type { Profile } from './profile.ts'
import { openSharedLists } from './shared-lists.ts'

/** How many profiles are kept; the one asked for longest ago goes first. */
const MOST_PROFILES = 10_000

/** What the site said, when it was asked, and what it takes to ask cheaply again. */
export type KnownProfile = {
  profile: Profile
  /** The turn of the request; a later one knows better, whichever arrives last. */
  turn: number
  /** An ETag holds for the question it came with. */
  etag?: { query: string; value: string } | undefined
}

export type ProfileCache = ReturnType<typeof openProfileCache>

/**
 * Profiles by uuid and, without regard to case, by name. `ttl` is in milliseconds; `now` has to be a
 * clock that nobody sets. After `ttl` a profile answers no questions, but can still be renewed.
 */
export function openProfileCache(ttl: number, now: () => number, size = MOST_PROFILES) {
  const entries = new Map<string, KnownProfile & { freshUntil: number }>()
  const uuids = new Map<string, string>()
  const share = openSharedLists()

  function lookUp({ uuid, username }: { uuid?: string; username?: string }) {
    return entries.get(uuid ?? uuids.get(nameKey(username)) ?? '')
  }

  /** A name leads to a profile only as long as the profile bears it. */
  function drop(uuid: string): void {
    const known = entries.get(uuid)
    entries.delete(uuid)
    const name = nameKey(known?.profile.username)
    if (uuids.get(name) === uuid) uuids.delete(name)
  }

  return {
    /** The profile while it is fresh. */
    fresh(player: { uuid?: string; username?: string }): Profile | undefined {
      const known = lookUp(player)
      if (!known || now() >= known.freshUntil) return undefined
      entries.delete(known.profile.uuid) // and to the end of the line
      entries.set(known.profile.uuid, known)
      return known.profile
    },

    /** The profile, fresh or not, for asking whether it is still so. */
    known: (player: { uuid?: string; username?: string }): KnownProfile | undefined =>
      lookUp(player),

    /** Keeps an answer of the site, unless a later one is known. */
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

    /** Forgets a player, so that the next question about him goes to the site. */
    forget(player: { uuid?: string; username?: string }): void {
      const known = lookUp(player)
      if (known) drop(known.profile.uuid)
    },

    /** Forgets everybody. @returns how many they were. */
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
