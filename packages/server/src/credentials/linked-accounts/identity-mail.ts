import type { Mail } from '../../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../../mail/mail-to-player.ts'

type AboutIdentity = MailOccasion & {
  url: string
  /** `service` is the name of the provider; `name` is the name of the account there, which may be empty. */
  service: string
  name: string
}

const OPEN = { en: 'Open the site', ru: 'Открыть сайт' }

export function identityMail(about: AboutIdentity & { linked: boolean }): Mail {
  const { linked, service, name } = about
  const { siteName } = about.site
  const en = name === '' ? service : `“${name}” (${service})`
  const ru = name === '' ? service : `«${name}» (${service})`
  return mailToPlayer('identity', about, {
    en: {
      subject: `${service} was ${linked ? 'linked to your account' : 'unlinked'}: ${siteName}`,
      paragraphs: [
        linked
          ? `The account ${en} was linked to yours. Anyone signed in there can sign in here without your password.`
          : `The account ${en} was unlinked from yours. It can no longer be used to sign in.`,
        linked
          ? 'If this was you, no action is needed. If not, remove the link on the “Security” page and change your password.'
          : 'If this was you, no action is needed. If not, change your password and sign out everywhere.',
      ],
      button: OPEN.en,
    },
    ru: {
      subject: `${service}: ${linked ? 'аккаунт привязан' : 'аккаунт отвязан'} — ${siteName}`,
      paragraphs: [
        linked
          ? `К вашему аккаунту привязан ${ru}. Через него можно войти на сайт без вашего пароля.`
          : `От вашего аккаунта отвязан ${ru}. Войти через него больше нельзя.`,
        linked
          ? 'Если это вы, ничего делать не нужно. Если нет, отвяжите его на странице «Безопасность» и смените пароль.'
          : 'Если это вы, ничего делать не нужно. Если нет, смените пароль и завершите все сессии.',
      ],
      button: OPEN.ru,
    },
  })
}

export function identitiesRemovedMail(about: MailOccasion & { url: string }): Mail {
  const { siteName } = about.site
  return mailToPlayer('identity', about, {
    en: {
      subject: `Your linked accounts were removed: ${siteName}`,
      paragraphs: [
        'An administrator has unlinked all external accounts from yours. Sign in with your password; you can link accounts again at any time.',
        'If you did not request this, contact the site’s administrators.',
      ],
      button: OPEN.en,
    },
    ru: {
      subject: `Привязанные аккаунты отвязаны: ${siteName}`,
      paragraphs: [
        'Администратор отвязал от вашего аккаунта аккаунты других сервисов. Войдите по паролю; привязать их снова можно в любой момент.',
        'Если вы об этом не просили, напишите администрации сайта.',
      ],
      button: OPEN.ru,
    },
  })
}
