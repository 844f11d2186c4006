import { type Language, languageOf } from './language.ts'
import { openBanMemory } from './player/ban-memory.ts'
import { openPlayers } from './player/players.ts'
import type { PlayerQuestion, Profile } from './player/profile.ts'
import { openProfileCache } from './player/profile-cache.ts'
import { openAccess } from './providers/access.ts'
import { openNews } from './providers/news.ts'
import { openSignIn } from './providers/sign-in.ts'
import { openSkin } from './providers/skin.ts'
import {
  readAccessSettings,
  readNewsSettings,
  readNoSettings,
  readSettings,
} from './settings/settings.ts'
import { openPlayerLanguage } from './site/player-language.ts'
import { openSiteClient } from './site/site-client.ts'
import type { SiteTrouble } from './site/site-trouble.ts'

export type PortalOptions = {
  /** What the owner reads; without it the language of the environment's `LANG`. */
  language?: Language
  /** Told how each request to the site ended: well (undefined), or with which trouble. */
  watch?: (trouble: SiteTrouble | undefined) => void
  /** Told in a line what the owner should know and no answer says. */
  warn?: (line: string) => void
  /** Milliseconds of a clock that nobody sets; the process's own. */
  now?: () => number
}

export type Portal = ReturnType<typeof openPortal>

/**
 * The site, as a launcher server uses it. Providers share one memory of players. Nothing is asked
 * before it is needed, and an open portal does not keep the process alive.
 *
 * @param given settings as JSON or a program gave them, here and of each provider.
 * @throws SettingError naming each field that cannot be used.
 */
export function openPortal(given: unknown, options: PortalOptions = {}) {
  const language = options.language ?? languageOf(process.env.LANG)
  const now = options.now ?? (() => performance.now())
  const settings = readSettings(given, language)
  const spoken = openPlayerLanguage({
    chosen: settings.language,
    guess: language,
    now,
    ask: () => client.findLanguage(),
  })
  const client = openSiteClient(settings, spoken.current, options.watch)
  const players = openPlayers(client, openProfileCache(settings.cacheTtl, now), openBanMemory())
  const signIn = openSignIn({ client, players, now, language: spoken })
  const skin = openSkin(players)

  return {
    url: settings.url,
    /** What the owner reads. */
    language,
    /** What players read, as far as the site has told. */
    playerLanguage: spoken.current,
    /** Asks the site for it, for those who want to know before the first sign-in. Never rejects. */
    learnPlayerLanguage: spoken.learn,

    /** Asks the site for its name and version. @throws SiteError when it gives no answer. */
    ping: client.ping,

    /** A player's profile; `anew` asks the site in any case. @throws SiteError */
    findPlayer: (player: PlayerQuestion, how?: { anew?: boolean }): Promise<Profile | undefined> =>
      players.find(player, how),

    /** Whether the site said so when it was last asked about this player. */
    lastSeenBanned: players.lastSeenBanned,

    /** @throws SettingError, as the other providers. */
    signIn(given: unknown = {}) {
      readNoSettings(given, language)
      return signIn
    },
    skin(given: unknown = {}) {
      readNoSettings(given, language)
      return skin
    },
    access: (given: unknown = {}) => openAccess(players, readAccessSettings(given, language)),
    news: (given: unknown = {}) =>
      openNews(client, readNewsSettings(given, language), options.warn),

    /** Empties the memory of profiles and sign-ins. @returns how many profiles there were. */
    forget(): number {
      signIn.forget()
      return players.forget()
    },

    /** Closes the connections that are kept open. */
    close: client.close,
  }
}
