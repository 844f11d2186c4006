import type { Locale } from '@portal/contract'
import type { Mail } from '../../mail/mail.ts'
import { type Localized, type MailOccasion, mailToPlayer } from '../../mail/mail-to-player.ts'
import { readableInstant } from '../../platform/text/readable-instant.ts'
import { superuserAlertTexts } from '../superuser-mail-texts.ts'

/**
 * The subject matter of a mail to superusers. `targetName` is the name of a player, whose UUID is `id`, or of an item,
 * whose page in the panel is `path` if it has one.
 */
export type SuperuserAlert =
  | { kind: PlayerAlertKind; targetName: string; id: string }
  | { kind: ItemAlertKind; targetName: string }
  | {
      kind: 'bundle-opened' | 'page-demanded' | 'setting-changed' | 'import-started'
      targetName: string
      path: string
    }

type PlayerAlertKind =
  | 'superuser-made'
  | 'rights-given'
  | 'two-factor-removed'
  | 'passkeys-removed'
  | 'identities-removed'

type ItemAlertKind =
  | 'key-made'
  | 'key-open'
  | 'provider-made'
  | 'provider-changed'
  | 'webhook-changed'
  | 'shop-changed'
  | 'application-changed'
  | 'application-revoked'

/** The author of a change (null for the command line), the address and the time of the change. */
export type ChangeOrigin = { actorName: string | null; ip: string | null; at: number }

type AlertRecipient = Omit<MailOccasion, 'url'> & { publicUrl: string }

export function superuserAlertMail(
  about: AlertRecipient,
  alert: SuperuserAlert,
  origin: ChangeOrigin,
): Mail {
  const { kind, targetName } = alert
  const { path, button } = panelLinkOf(alert)
  const words = (locale: Locale): Localized => {
    const { subject, what, advice } = superuserAlertTexts[kind][locale](targetName)
    const paragraphs = [`${what} ${originText[locale](origin)}`, advice]
    return { subject: `${subject}: ${about.site.siteName}`, paragraphs, button: button[locale] }
  }
  const url = `${about.publicUrl}${path}`
  return mailToPlayer(kind, { ...about, url }, { en: words('en'), ru: words('ru') })
}

type PanelLink = { path: string; button: Record<Locale, string> }

function panelLinkOf(alert: SuperuserAlert): PanelLink {
  if ('id' in alert) {
    const button = { en: 'Open the player’s page', ru: 'Открыть страницу игрока' }
    return { path: `/panel/players/${alert.id}`, button }
  }
  if ('path' in alert) {
    const button = { en: 'Open it in the panel', ru: 'Открыть в панели' }
    return { path: alert.path, button }
  }
  return panelLinks[alert.kind]
}

const KEYS: PanelLink = {
  path: '/panel/keys',
  button: { en: 'Open the API keys', ru: 'Открыть ключи API' },
}
const PROVIDERS: PanelLink = {
  path: '/panel/providers',
  button: { en: 'Open the sign-in services', ru: 'Открыть сервисы для входа' },
}

const APPLICATIONS: PanelLink = {
  path: '/panel/applications',
  button: { en: 'Open the applications', ru: 'Открыть приложения' },
}

const panelLinks: Record<ItemAlertKind, PanelLink> = {
  'key-made': KEYS,
  'key-open': KEYS,
  'provider-made': PROVIDERS,
  'provider-changed': PROVIDERS,
  'webhook-changed': {
    path: '/panel/webhooks',
    button: { en: 'Open the webhooks', ru: 'Открыть вебхуки' },
  },
  'shop-changed': {
    path: '/panel/purchases',
    button: { en: 'Open the purchases', ru: 'Открыть покупки' },
  },
  'application-changed': APPLICATIONS,
  'application-revoked': APPLICATIONS,
}

export function staffGuessedMail(
  about: AlertRecipient,
  names: readonly string[],
  attempts: number,
): Mail {
  const accountNames = names.join(', ')
  const { siteName } = about.site
  const url = `${about.publicUrl}/panel/audit?action=login.missed`
  return mailToPlayer(
    'staff-guessed',
    { ...about, url },
    {
      en: {
        subject: `Somebody is trying to sign in as staff: ${siteName}`,
        paragraphs: [
          `In the last hour ${attempts} sign-ins to accounts with rights in the panel failed: ${accountNames}.`,
          'None of them succeeded. Two-factor authentication also stops an attacker who guesses a password. The audit log has the addresses.',
        ],
        button: 'Open the audit log',
      },
      ru: {
        subject: `Кто-то пытается войти как администрация: ${siteName}`,
        paragraphs: [
          `Неудачных попыток войти в аккаунты с правами в панели за последний час: ${attempts}. Аккаунты: ${accountNames}.`,
          'Никто не вошёл. С двухфакторной защитой не войдёт и тот, кто угадает пароль. IP-адреса видны в журнале.',
        ],
        button: 'Открыть журнал',
      },
    },
  )
}

const originText = {
  en: ({ actorName, ip, at }: ChangeOrigin) =>
    actorName === null
      ? `It was done at the server's command line, ${readableInstant(at, 'en')}.`
      : `It was done by ${actorName} from the address ${ip}, ${readableInstant(at, 'en')}.`,
  ru: ({ actorName, ip, at }: ChangeOrigin) =>
    actorName === null
      ? `Это сделано из командной строки сервера, ${readableInstant(at, 'ru')}.`
      : `Это сделал игрок ${actorName} с адреса ${ip}, ${readableInstant(at, 'ru')}.`,
} as const satisfies Record<Locale, (origin: ChangeOrigin) => string>
