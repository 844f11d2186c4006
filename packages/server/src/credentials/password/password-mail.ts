import type { RemovedAccess } from '@portal/contract'
import type { Mail } from '../../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../../mail/mail-to-player.ts'
import { describeRemoved } from './describe-removed.ts'

type WithLink = MailOccasion & { url: string }

export function resetMail(about: WithLink): Mail {
  return mailToPlayer('reset', about, {
    en: {
      subject: `New password for ${about.site.siteName}`,
      paragraphs: ['This button opens the page where you choose a new password:'],
      after: [
        'It works once, within an hour.',
        'Did not ask for it? You do not need to do anything: your password stays the same.',
      ],
      button: 'Choose a new password',
    },
    ru: {
      subject: `Новый пароль: ${about.site.siteName}`,
      paragraphs: ['Задать новый пароль можно по этой кнопке:'],
      after: [
        'Она сработает один раз, в течение часа.',
        'Не просили об этом? Ничего делать не нужно: пароль останется прежним.',
      ],
      button: 'Задать новый пароль',
    },
  })
}

export function passwordChangedMail(about: WithLink & { removed: RemovedAccess }): Mail {
  const removed = describeRemoved(about.removed)
  return mailToPlayer('password-changed', about, {
    en: {
      subject: `Your password was changed: ${about.site.siteName}`,
      paragraphs: [
        'The password of your account was changed.',
        ...removed.en,
        'If this was you, no action is needed. If not, choose a new password immediately with “Forgot your password?”.',
      ],
      button: 'Open the site',
    },
    ru: {
      subject: `Пароль изменён: ${about.site.siteName}`,
      paragraphs: [
        'Пароль вашего аккаунта изменён.',
        ...removed.ru,
        'Если это вы, ничего делать не нужно. Если нет, сразу задайте новый через «Забыли пароль?».',
      ],
      button: 'Открыть сайт',
    },
  })
}
