import type { PlayerQuery, SiteClient } from '../site/site-client.ts'
import type { BanCache } from './ban-cache.ts'
import { canonicalUuid, type PlayerSelector, type Profile } from './profile.ts'
import type { ProfileCache } from './profile-cache.ts'
import { singleFlight } from './single-flight.ts'

export type Players = ReturnType<typeof openPlayers>

/**
 * Finds players. Concurrent lookups of one player share a request. Unknown players are not cached, because they may
 * register at any moment.
 */
export function openPlayers(client: SiteClient, cache: ProfileCache, bans: BanCache) {
  const requests = singleFlight<Profile | undefined>()
  let sequences = 0
  let epoch = 0
  /** The sequence number at the last reported change. Requests with a lower number may have read an older state. */
  let lastChange = 0

  function nextTurn(): number {
    sequences += 1
    return sequences
  }

  function recordBan(profile: Profile, sequence: number): void {
    const keys = [profile.uuid, profile.username]
    if (profile.banned) bans.markBanned(keys, sequence)
    else bans.markNotBanned(keys, sequence)
  }

  async function fetchProfile(query: PlayerQuery, name: string): Promise<Profile | undefined> {
    const known = cache.known(query)
    const etag = known?.etag?.query === name ? known.etag.value : undefined
    const [sequence, began] = [nextTurn(), epoch]
    const renewal = known && etag !== undefined ? { profile: known.profile, etag } : undefined

    const response = await client.findPlayer(query, renewal)
    if (!response) {
      cache.forget(query)
      return undefined
    }
    recordBan(response.profile, sequence)
    if (began === epoch && sequence > lastChange) {
      const tag = response.etag === undefined ? undefined : { query: name, value: response.etag }
      cache.keep({ profile: response.profile, sequence, etag: tag })
    }
    return response.profile
  }

  return {
    /**
     * Finds a player, in the cache unless `bypassCache` is set.
     * @returns undefined if the site has no such player
     * @throws SiteError if the site is unavailable
     */
    async find(
      player: PlayerSelector,
      { bypassCache = false }: { bypassCache?: boolean } = {},
    ): Promise<Profile | undefined> {
      const query = queryOf(player)
      if (!query) return undefined
      const fresh = bypassCache ? undefined : cache.fresh(query)
      if (fresh) return fresh

      const name = nameOf(query)
      return requests.share(name, () => fetchProfile(query, name))
    },

    nextTurn,

    recordSignIn(profile: Profile, sequence: number): void {
      recordBan(profile, sequence)
      if (sequence > lastChange) cache.keep({ profile, sequence })
    },

    recordBlocked(login: string, sequence: number): void {
      const known = cache.known({ username: login })
      bans.markBanned(known ? [login, known.profile.uuid] : [login], sequence)
      cache.forget({ username: login })
    },

    lastSeenBanned: (player: PlayerSelector): boolean =>
      bans.has([canonicalUuid(player.uuid), player.username]),

    /** Makes the cached profile of a player stale. Call it when the site reports a change of the player. */
    recordChange(uuid: string): void {
      lastChange = nextTurn()
      requests.clear()
      cache.expire(uuid)
    },

    forget(): number {
      epoch += 1
      requests.clear()
      return cache.clear()
    },
  }
}

function queryOf({ uuid, username }: PlayerSelector): PlayerQuery | undefined {
  const known = canonicalUuid(uuid)
  if (known) return { uuid: known }
  return username ? { username } : undefined
}

/** Returns one key for all notations of the same lookup. */
function nameOf(query: PlayerQuery): string {
  return 'uuid' in query ? `uuid ${query.uuid}` : `name ${query.username.toLowerCase()}`
}
