import type { Locale } from '@portal/contract'
import type { Mail } from '../../mail/mail.ts'
import {
  mailToPlayer,
  type Occasion,
  readableInstant,
  type Words,
} from '../../mail/mail-to-player.ts'
import { openingTexts } from '../superuser-mail-texts.ts'

/**
 * A change that opens the site to somebody. `whom` names a player, whose uuid is `id`, or a thing, whose page of
 * the panel may be `path`.
 */
export type Opening =
  | { kind: AboutPlayer; whom: string; id: string }
  | { kind: AboutThing; whom: string }
  | {
      kind: 'bundle-opened' | 'page-demanded' | 'setting-changed' | 'import-started'
      whom: string
      path: string
    }

type AboutPlayer =
  | 'superuser-made'
  | 'rights-given'
  | 'two-factor-removed'
  | 'passkeys-removed'
  | 'identities-removed'

type AboutThing = 'key-made' | 'key-open' | 'provider-made' | 'provider-changed'

/** Who made the change (null for the owner's command line), from which address, and when. */
export type Deed = { actorName: string | null; ip: string | null; at: number }

/** Where a mail goes, and where its button finds the panel. */
type ToSuperuser = Omit<Occasion, 'url'> & { publicUrl: string }

/** Tells a superuser about such a change, with a button to the page of the panel that shows what was changed. */
export function openingMail(about: ToSuperuser, opening: Opening, deed: Deed): Mail {
  const { kind, whom } = opening
  const { path, button } = placeOf(opening)
  const words = (locale: Locale): Words => {
    const { subject, what, advice } = openingTexts[kind][locale](whom)
    const paragraphs = [`${what} ${doneBy[locale](deed)}`, advice]
    return { subject: `${subject}: ${about.site.siteName}`, paragraphs, button: button[locale] }
  }
  const url = `${about.publicUrl}${path}`
  return mailToPlayer(kind, { ...about, url }, { en: words('en'), ru: words('ru') })
}

type Place = { path: string; button: Record<Locale, string> }

function placeOf(opening: Opening): Place {
  if ('id' in opening) {
    const button = { en: 'Open the player’s page', ru: 'Открыть страницу игрока' }
    return { path: `/panel/players/${opening.id}`, button }
  }
  if ('path' in opening) {
    const button = { en: 'Open it in the panel', ru: 'Открыть в панели' }
    return { path: opening.path, button }
  }
  return places[opening.kind]
}

const KEYS: Place = {
  path: '/panel/keys',
  button: { en: 'Open the API keys', ru: 'Открыть ключи API' },
}
const PROVIDERS: Place = {
  path: '/panel/providers',
  button: { en: 'Open the sign-in services', ru: 'Открыть сервисы для входа' },
}

const places: Record<AboutThing, Place> = {
  'key-made': KEYS,
  'key-open': KEYS,
  'provider-made': PROVIDERS,
  'provider-changed': PROVIDERS,
}

/** Tells a superuser that somebody tries passwords or codes at accounts with rights in the panel. */
export function staffGuessedMail(
  about: ToSuperuser,
  names: readonly string[],
  tries: number,
): Mail {
  const whom = names.join(', ')
  const { siteName } = about.site
  const url = `${about.publicUrl}/panel/audit?action=login.missed`
  return mailToPlayer(
    'staff-guessed',
    { ...about, url },
    {
      en: {
        subject: `Somebody is trying to sign in as staff: ${siteName}`,
        paragraphs: [
          `In the last hour ${tries} sign-ins to accounts with rights in the panel failed: ${whom}.`,
          'Nobody got in by them. Two-factor authentication keeps out even those who guess a password; the audit log has the addresses.',
        ],
        button: 'Open the audit log',
      },
      ru: {
        subject: `Кто-то пытается войти за администрацию: ${siteName}`,
        paragraphs: [
          `Неудачных попыток войти в аккаунты с правами в панели за последний час: ${tries}. Аккаунты: ${whom}.`,
          'Эти попытки не удались. С двухфакторной защитой не войдёт и тот, кто угадает пароль; адреса видны в журнале.',
        ],
        button: 'Открыть журнал',
      },
    },
  )
}

const doneBy = {
  en: ({ actorName, ip, at }: Deed) =>
    actorName === null
      ? `It was done at the server's command line, ${readableInstant(at, 'en')}.`
      : `It was done by ${actorName} from the address ${ip}, ${readableInstant(at, 'en')}.`,
  ru: ({ actorName, ip, at }: Deed) =>
    actorName === null
      ? `Это сделано из командной строки сервера, ${readableInstant(at, 'ru')}.`
      : `Это сделал игрок ${actorName} с адреса ${ip}, ${readableInstant(at, 'ru')}.`,
} as const satisfies Record<Locale, (deed: Deed) => string>
