import type { Locale } from '@portal/contract'
import type { Mail } from '../mail/mail.ts'
import { mailToPlayer, type Occasion, readableInstant, type Words } from '../mail/mail-to-player.ts'

/** A change that opens the site to somebody. `whom` names a player, whose uuid is `id`, an API key or a service. */
export type Opening =
  | { kind: AboutPlayer; whom: string; id: string }
  | { kind: 'key-made' | 'key-open' | 'provider-made' | 'provider-changed'; whom: string }

type AboutPlayer =
  | 'superuser-made'
  | 'two-factor-removed'
  | 'passkeys-removed'
  | 'identities-removed'

/** Who made the change (null for the owner's command line), from which address, and when. */
export type Deed = { actorName: string | null; ip: string | null; at: number }

/** Where a mail goes, and where its button finds the panel. */
type ToSuperuser = Omit<Occasion, 'url'> & { publicUrl: string }

/** Tells a superuser about such a change, with a button to the page of the panel that shows what was changed. */
export function openingMail(about: ToSuperuser, opening: Opening, deed: Deed): Mail {
  const { kind, whom } = opening
  const { path, button } = placeOf(opening)
  const words = (locale: Locale): Words => {
    const { subject, what, advice } = texts[kind][locale](whom)
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
  return opening.kind === 'key-made' || opening.kind === 'key-open'
    ? { path: '/panel/keys', button: { en: 'Open the API keys', ru: 'Открыть ключи API' } }
    : {
        path: '/panel/providers',
        button: { en: 'Open the sign-in services', ru: 'Открыть сервисы для входа' },
      }
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

type Text = (whom: string) => { subject: string; what: string; advice: string }

const texts = {
  'superuser-made': {
    en: (whom) => ({
      subject: 'A new superuser',
      what: `${whom} was made a superuser and can do everything on the site.`,
      advice:
        'If this was not intended, undo it on the player’s page in the panel and change the password of whoever did it.',
    }),
    ru: (whom) => ({
      subject: 'Новый суперпользователь',
      what: `Игрок ${whom} стал суперпользователем и может делать на сайте всё.`,
      advice:
        'Если так не задумано, отмените это на странице игрока в панели и смените пароль того, кто это сделал.',
    }),
  },
  'two-factor-removed': {
    en: (whom) => ({
      subject: `Two-factor authentication of ${whom} was removed`,
      what: `Signing in to the account ${whom} no longer requires a code from the app.`,
      advice: `If ${whom} does not know of it, somebody may be trying to take over the account.`,
    }),
    ru: (whom) => ({
      subject: `Двухфакторная защита игрока ${whom} снята`,
      what: `Для входа в аккаунт ${whom} больше не нужен код из приложения.`,
      advice: `Если ${whom} об этом не знает, возможно, кто-то пытается завладеть аккаунтом.`,
    }),
  },
  'passkeys-removed': {
    en: (whom) => ({
      subject: `The passkeys of ${whom} were removed`,
      what: `The account ${whom} has no passkeys any more.`,
      advice: `If ${whom} did not ask for it, somebody may be trying to take over the account.`,
    }),
    ru: (whom) => ({
      subject: `Ключи доступа игрока ${whom} удалены`,
      what: `У аккаунта ${whom} больше нет ключей доступа.`,
      advice: `Если от ${whom} такой просьбы не было, возможно, кто-то пытается завладеть аккаунтом.`,
    }),
  },
  'identities-removed': {
    en: (whom) => ({
      subject: `The linked accounts of ${whom} were removed`,
      what: `The account ${whom} is no longer linked to any other service.`,
      advice: `If ${whom} did not ask for it, somebody may be trying to take over the account.`,
    }),
    ru: (whom) => ({
      subject: `Привязанные аккаунты игрока ${whom} отвязаны`,
      what: `К аккаунту ${whom} больше не привязаны аккаунты других сервисов.`,
      advice: `Если от ${whom} такой просьбы не было, возможно, кто-то пытается завладеть аккаунтом.`,
    }),
  },
  'provider-made': {
    en: (whom) => ({
      subject: 'A new way to sign in',
      what: `Players can link accounts of “${whom}” and sign in with them.`,
      advice: 'If this was not intended, remove the service in the panel.',
    }),
    ru: (whom) => ({
      subject: 'Новый способ входа',
      what: `Игроки могут привязать аккаунт сервиса «${whom}» и входить через него.`,
      advice: 'Если так не задумано, удалите этот сервис в панели.',
    }),
  },
  'provider-changed': {
    en: (whom) => ({
      subject: `Signing in with ${whom} was changed`,
      what: `The keys of the service “${whom}”, or whether the site trusts it, were changed.`,
      advice:
        'If this was not intended, switch the service off in the panel: whoever knows its keys may be able to sign in as somebody else.',
    }),
    ru: (whom) => ({
      subject: `Вход через ${whom} изменён`,
      what: `Изменены ключи сервиса «${whom}» или доверие к нему.`,
      advice:
        'Если так не задумано, выключите этот сервис в панели: с его ключами, возможно, удастся войти под чужим именем.',
    }),
  },
  'key-made': {
    en: (whom) => ({
      subject: 'A new API key',
      what: `The API key “${whom}” was created.`,
      advice: 'If this was not intended, revoke the key in the panel.',
    }),
    ru: (whom) => ({
      subject: 'Новый ключ API',
      what: `Создан ключ API «${whom}».`,
      advice: 'Если так не задумано, отзовите ключ в панели.',
    }),
  },
  'key-open': {
    en: (whom) => ({
      subject: 'An API key works from any address',
      what: `The API key “${whom}” can be used from any address by anyone who obtains it.`,
      advice: 'If this was not intended, revoke the key in the panel.',
    }),
    ru: (whom) => ({
      subject: 'Ключ API действует с любого адреса',
      what: `Ключу API «${whom}» доверяют с любого адреса: кто его узнает, тот им и воспользуется.`,
      advice: 'Если так не задумано, отзовите ключ в панели.',
    }),
  },
} as const satisfies Record<Opening['kind'], Record<Locale, Text>>
