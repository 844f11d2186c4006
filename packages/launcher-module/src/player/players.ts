import type { PlayerQuery, SiteClient } from '../site/site-client.ts'
import type { BanMemory } from './ban-cache.ts'
import { canonicalUuid, type PlayerQuestion, type Profile } from './profile.ts'
import type { ProfileCache } from './profile-cache.ts'
import { openFlights } from './single-flight.ts'

export type Players = ReturnType<typeof openPlayers>

/**
 * Answers questions about players from memory while the site's answer is fresh. Parallel questions
 * about one player share a request. Unknown players are not remembered, since they may register at
 * any moment.
 */
export function openPlayers(client: SiteClient, cache: ProfileCache, bans: BanMemory) {
  const flights = openFlights<Profile | undefined>()
  let turns = 0
  let epoch = 0

  function nextTurn(): number {
    turns += 1
    return turns
  }

  function note(profile: Profile, turn: number): void {
    const keys = [profile.uuid, profile.username]
    if (profile.banned) bans.noteBanned(keys, turn)
    else bans.noteFree(keys, turn)
  }

  async function ask(query: PlayerQuery, name: string): Promise<Profile | undefined> {
    const known = cache.known(query)
    const etag = known?.etag?.query === name ? known.etag.value : undefined
    const [turn, began] = [nextTurn(), epoch]
    const renewal = known && etag !== undefined ? { profile: known.profile, etag } : undefined

    const answer = await client.findPlayer(query, renewal)
    if (!answer) {
      cache.forget(query)
      return undefined
    }
    note(answer.profile, turn)
    if (began === epoch) {
      const tag = answer.etag === undefined ? undefined : { query: name, value: answer.etag }
      cache.keep({ profile: answer.profile, turn, etag: tag })
    }
    return answer.profile
  }

  return {
    /**
     * Finds a profile; undefined if the site has no player with that uuid or name. `anew` asks the site
     * even if the answer is in memory.
     *
     * @throws SiteError if the site gives no answer.
     */
    async find(
      player: PlayerQuestion,
      { anew = false }: { anew?: boolean } = {},
    ): Promise<Profile | undefined> {
      const query = queryOf(player)
      if (!query) return undefined
      const fresh = anew ? undefined : cache.fresh(query)
      if (fresh) return fresh

      const name = nameOf(query)
      return flights.join(name, () => ask(query, name))
    },

    /** The turn of a sign-in that is about to be sent. */
    nextTurn,

    /** Remembers the profile that a sign-in returned. */
    noteSignIn(profile: Profile, turn: number): void {
      note(profile, turn)
      cache.keep({ profile, turn })
    },

    /** Remembers that a sign-in was refused because the player is banned. */
    noteBlocked(login: string, turn: number): void {
      const known = cache.known({ username: login })
      bans.noteBanned(known ? [login, known.profile.uuid] : [login], turn)
      cache.forget({ username: login })
    },

    lastSeenBanned: (player: PlayerQuestion): boolean =>
      bans.has([canonicalUuid(player.uuid), player.username]),

    /** Forgets all profiles, but no bans. @returns how many profiles there were. */
    forget(): number {
      epoch += 1
      flights.clear()
      return cache.clear()
    },
  }
}

function queryOf({ uuid, username }: PlayerQuestion): PlayerQuery | undefined {
  const known = canonicalUuid(uuid)
  if (known) return { uuid: known }
  return username ? { username } : undefined
}

/** The same name for all ways to ask the same question. */
function nameOf(query: PlayerQuery): string {
  return 'uuid' in query ? `uuid ${query.uuid}` : `name ${query.username.toLowerCase()}`
}
