import type { Mail } from '../../mail/mail.ts'
import { mailToPlayer, type Occasion } from '../../mail/mail-to-player.ts'

type AboutIdentity = Occasion & {
  url: string
  /** What the owner calls the service, and what that calls the account; the latter may be empty. */
  service: string
  name: string
}

const OPEN = { en: 'Open the site', ru: 'Открыть сайт' }

/** Tells a player that an account elsewhere was linked to theirs, or that its link was removed. */
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
          ? `The account ${en} was linked to yours. Whoever is signed in there can sign in here without your password.`
          : `The link to the account ${en} was removed. Nobody signs in by it any more.`,
        linked
          ? 'If it was you, there is nothing to do. If not, remove the link on the page “Security” and change your password.'
          : 'If it was you, there is nothing to do. If not, change your password and sign out everywhere.',
      ],
      button: OPEN.en,
    },
    ru: {
      subject: `${service}: ${linked ? 'аккаунт привязан' : 'аккаунт отвязан'} — ${siteName}`,
      paragraphs: [
        linked
          ? `К вашему аккаунту привязан ${ru}. Кто вошёл там, сможет войти и здесь без вашего пароля.`
          : `От вашего аккаунта отвязан ${ru}. Войти через него больше нельзя.`,
        linked
          ? 'Если это вы, ничего делать не нужно. Если нет, отвяжите его на странице «Безопасность» и смените пароль.'
          : 'Если это вы, ничего делать не нужно. Если нет, смените пароль и завершите все сессии.',
      ],
      button: OPEN.ru,
    },
  })
}

/** Tells a player that an administrator has removed the links to their accounts elsewhere. */
export function identitiesRemovedMail(about: Occasion & { url: string }): Mail {
  const { siteName } = about.site
  return mailToPlayer('identity', about, {
    en: {
      subject: `Your linked accounts were removed: ${siteName}`,
      paragraphs: [
        'An administrator has removed the links between your account and accounts of other services. Sign in with your password, and link them anew if you like.',
        'If you did not ask for it, write to the site’s administrators.',
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
