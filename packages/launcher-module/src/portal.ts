import { type Language, languageOf } from './language.ts'
import { openBanMemory } from './player/ban-cache.ts'
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
  /** The owner's language; by default that of the environment variable `LANG`. */
  language?: Language
  /** Called after each request to the site, with the trouble or undefined. */
  watch?: (trouble: SiteTrouble | undefined) => void
  /** Called with a line for the owner about problems that no answer reports. */
  warn?: (line: string) => void
  /** A monotonic clock in milliseconds; by default that of the process. */
  now?: () => number
}

export type Portal = ReturnType<typeof openPortal>

/**
 * Opens a client of the site for a launcher server. Its providers share one memory of players. It
 * sends no request until one is needed, and does not keep the process alive.
 *
 * @param given unchecked settings, here and for each provider.
 * @throws SettingError that names each invalid field.
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
    /** The owner's language. */
    language,
    /** The players' language, as far as the site has told it. */
    playerLanguage: spoken.current,
    /** Asks the site for the players' language before the first sign-in. Never rejects. */
    learnPlayerLanguage: spoken.learn,

    /** Asks the site for its name and version. @throws SiteError if it gives no answer. */
    ping: client.ping,

    /** Finds a profile; `anew` asks the site even if the answer is in memory. @throws SiteError */
    findPlayer: (player: PlayerQuestion, how?: { anew?: boolean }): Promise<Profile | undefined> =>
      players.find(player, how),

    /** Whether the player was banned when the site was last asked about them. */
    lastSeenBanned: players.lastSeenBanned,

    /** @throws SettingError, like the other providers. */
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

    /** Forgets all profiles and sign-ins. @returns how many profiles there were. */
    forget(): number {
      signIn.forget()
      return players.forget()
    },

    /** Closes kept-alive connections. */
    close: client.close,
  }
}
