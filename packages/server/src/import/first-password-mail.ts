import type { Mail } from '../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../mail/mail-to-player.ts'

/** The mail with a link for choosing a password, for a player who was imported without one. */
export function firstPasswordMail(about: MailOccasion & { url: string }): Mail {
  const { siteName } = about.site
  return mailToPlayer('reset', about, {
    en: {
      subject: `Choose your password for ${siteName}`,
      paragraphs: [
        `Your account was moved to the new site of ${siteName}. Your old password was not moved.`,
        'This button opens the page where you choose a new password:',
      ],
      after: ['It works once, within 7 days.'],
      button: 'Choose a password',
    },
    ru: {
      subject: `Задайте пароль: ${siteName}`,
      paragraphs: [
        `Ваш аккаунт перенесён на новый сайт проекта ${siteName}. Прежний пароль не перенесён.`,
        'Задать новый пароль можно по этой кнопке:',
      ],
      after: ['Она сработает один раз, в течение 7 дней.'],
      button: 'Задать пароль',
    },
  })
}
