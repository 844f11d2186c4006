import type { Mail } from '../mail/mail.ts'
import { mailToPlayer, type Occasion } from '../mail/mail-to-player.ts'

type WithLink = Occasion & { url: string }

/** Brings a player the link to choose a new password (docs/contract.md#reset). */
export function resetMail(about: WithLink): Mail {
  return mailToPlayer('reset', about, {
    en: {
      subject: `New password for ${about.siteName}`,
      paragraphs: [
        'Open this link to choose a new password. It works once and expires in one hour.',
        'If you did not ask for this, ignore this mail: your password stays the same.',
      ],
      button: 'Choose a new password',
    },
    ru: {
      subject: `Новый пароль: ${about.siteName}`,
      paragraphs: [
        'Откройте эту ссылку, чтобы задать новый пароль. Она действует один раз и один час.',
        'Если вы этого не просили, просто проигнорируйте это письмо: пароль останется прежним.',
      ],
      button: 'Задать новый пароль',
    },
  })
}

/** Tells a player that their password was changed. */
export function passwordChangedMail(about: WithLink): Mail {
  return mailToPlayer('password-changed', about, {
    en: {
      subject: `Your password was changed: ${about.siteName}`,
      paragraphs: [
        'The password of your account was changed.',
        'If this was not you, choose a new one right away with "Forgot password".',
      ],
      button: 'Open the site',
    },
    ru: {
      subject: `Пароль изменён: ${about.siteName}`,
      paragraphs: [
        'Пароль вашего аккаунта изменён.',
        'Если это были не вы, сейчас же задайте новый через «Забыли пароль».',
      ],
      button: 'Открыть сайт',
    },
  })
}
