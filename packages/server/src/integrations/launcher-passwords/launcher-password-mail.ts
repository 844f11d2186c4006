import type { Mail } from '../../mail/mail.ts'
import { mailToPlayer, type Occasion } from '../../mail/mail-to-player.ts'

type About = Occasion & { url: string }

const OPEN = { en: 'Open the site', ru: 'Открыть сайт' }

/** Tells a player that a launcher password was made for their account. */
export function launcherPasswordMail(about: About & { name: string }): Mail {
  const { name } = about
  const { siteName } = about.site
  return mailToPlayer('launcher-password', about, {
    en: {
      subject: `A launcher password was made: ${siteName}`,
      paragraphs: [
        `The launcher password “${name}” was made for your account. Whoever has it can play under your name, without a code. It does not sign in to the site.`,
        'If it was you, there is nothing to do. If not, change your password and sign out everywhere else: that revokes it as well.',
      ],
      button: OPEN.en,
    },
    ru: {
      subject: `Создан пароль для лаунчера: ${siteName}`,
      paragraphs: [
        `Для вашего аккаунта создан пароль для лаунчера «${name}». С ним можно играть под вашим именем, код не понадобится. На сайт с ним не войти.`,
        'Если это вы, ничего делать не нужно. Если нет, смените пароль и выйдите на остальных устройствах: тогда и этот пароль перестанет действовать.',
      ],
      button: OPEN.ru,
    },
  })
}

/** Tells a player that an administrator has revoked their launcher passwords. */
export function launcherPasswordsRevokedMail(about: About): Mail {
  const { siteName } = about.site
  return mailToPlayer('launcher-password', about, {
    en: {
      subject: `Your launcher passwords were revoked: ${siteName}`,
      paragraphs: [
        'An administrator has signed you out of the game and revoked your launcher passwords. Make a new one on the page “Security” when you need it.',
        'If you did not ask for it, write to the site’s administrators.',
      ],
      button: OPEN.en,
    },
    ru: {
      subject: `Пароли для лаунчера отозваны: ${siteName}`,
      paragraphs: [
        'Администратор завершил ваши игровые сессии и отозвал пароли для лаунчера. Новый пароль можно создать на странице «Безопасность».',
        'Если вы об этом не просили, напишите администрации сайта.',
      ],
      button: OPEN.ru,
    },
  })
}
