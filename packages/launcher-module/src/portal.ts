import { type Language, languageOf } from './language.ts'
import { openBanCache } from './player/ban-cache.ts'
import { openPlayers } from './player/players.ts'
import type { PlayerSelector, Profile } from './player/profile.ts'
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
import { type EventListener, listenToEvents } from './site/event-listener.ts'
import { openPlayerLanguage } from './site/player-language.ts'
import { openSiteClient } from './site/site-client.ts'
import type { SiteFailure } from './site/site-failure.ts'

export type PortalOptions = {
  /** The operator's language; by default the language of the environment variable `LANG`. */
  language?: Language
  /** Called after each request, with the failure or undefined. */
  watch?: (trouble: SiteFailure | undefined) => void
  /** Called with a line for the operator about problems that no response reports. */
  warn?: (line: string) => void
  /** A monotonic clock in milliseconds; by default the clock of the process. */
  now?: () => number
}

export type Portal = ReturnType<typeof openPortal>

/**
 * Opens a portal, which sends no request until one is needed, and does not keep the process alive.
 * @param given unchecked settings, here and for each provider
 * @throws SettingError that names each invalid field
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
  const players = openPlayers(client, openProfileCache(settings.cacheTtl, now), openBanCache())
  const signIn = openSignIn({ client, players, now, language: spoken })
  const skin = openSkin(players)
  let listener: EventListener | undefined

  function forget(): number {
    signIn.forget()
    return players.forget()
  }

  return {
    url: settings.url,
    language,
    playerLanguage: spoken.current,
    learnPlayerLanguage: spoken.learn,

    ping: client.ping,

    /**
     * Finds a profile, in the cache unless `bypassCache` is set.
     * @returns undefined if the site has no such player
     * @throws SiteError if the site is unavailable
     */
    findPlayer: (
      player: PlayerSelector,
      how?: { bypassCache?: boolean },
    ): Promise<Profile | undefined> => players.find(player, how),

    lastSeenBanned: players.lastSeenBanned,

    /**
     * Returns the sign-in provider. Like the other providers, it checks its settings.
     * @throws SettingError
     */
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

    forget,

    /**
     * Follows the site's events until `close`, so that a change of a player takes effect immediately instead of when
     * the profile is renewed. Calls after the first do nothing.
     */
    listen(): void {
      listener ??= listenToEvents(settings, {
        onGap: forget,
        onEvent: ({ type, player }) => {
          if (/^(session|news|purchase)\./.test(type)) return // changes no part of a profile
          if (player === undefined)
            forget() // a role, a rank or the settings: may change many players
          else {
            players.recordChange(player)
            signIn.recordChange(player)
          }
        },
      })
    },

    close() {
      listener?.close()
      client.close()
    },
  }
}
