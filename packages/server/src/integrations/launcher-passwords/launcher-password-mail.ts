import type { Mail } from '../../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../../mail/mail-to-player.ts'

type MailFacts = MailOccasion & { url: string }

const OPEN_BUTTON = { en: 'Open the site', ru: 'Открыть сайт' }

export function launcherPasswordMail(about: MailFacts & { name: string }): Mail {
  const { name } = about
  const { siteName } = about.site
  return mailToPlayer('launcher-password', about, {
    en: {
      subject: `New launcher password: ${siteName}`,
      paragraphs: [
        `The launcher password “${name}” was created for your account. Anyone who has it can play under your name, without a 2FA code. It does not open the site.`,
        'If this was you, no action is needed. If not, change your password and sign out all other devices: that also revokes this launcher password.',
      ],
      button: OPEN_BUTTON.en,
    },
    ru: {
      subject: `Создан пароль для лаунчера: ${siteName}`,
      paragraphs: [
        `Для вашего аккаунта создан пароль для лаунчера «${name}». С ним можно играть под вашим ником, код не понадобится. На сайт с ним не войти.`,
        'Если это вы, ничего делать не нужно. Если нет, смените пароль и выйдите на остальных устройствах: тогда и этот пароль перестанет действовать.',
      ],
      button: OPEN_BUTTON.ru,
    },
  })
}

export function launcherPasswordsRevokedMail(about: MailFacts): Mail {
  const { siteName } = about.site
  return mailToPlayer('launcher-password', about, {
    en: {
      subject: `Your launcher passwords were revoked: ${siteName}`,
      paragraphs: [
        'An administrator has ended your game sessions and revoked your launcher passwords. You can create a new one on the “Security” page.',
        'If you did not request this, contact the site’s administrators.',
      ],
      button: OPEN_BUTTON.en,
    },
    ru: {
      subject: `Пароли для лаунчера отозваны: ${siteName}`,
      paragraphs: [
        'Администратор завершил ваши игровые сессии и отозвал пароли для лаунчера. Новый пароль можно создать на странице «Безопасность».',
        'Если вы об этом не просили, напишите администрации сайта.',
      ],
      button: OPEN_BUTTON.ru,
    },
  })
}
