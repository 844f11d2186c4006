import type { Mail } from '../../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../../mail/mail-to-player.ts'

export function exportMail(about: MailOccasion & { url: string }): Mail {
  return mailToPlayer('export', about, {
    en: {
      subject: `Your data on ${about.site.siteName}`,
      paragraphs: ['This button opens the page where you download everything we keep about you:'],
      after: [
        'It works once, within 24 hours.',
        'If you did not ask for this, someone else is signed in as you: change your password, which also ends this link.',
      ],
      button: 'Download my data',
    },
    ru: {
      subject: `Ваши данные: ${about.site.siteName}`,
      paragraphs: [
        'По этой кнопке откроется страница, где можно скачать всё, что мы о вас храним:',
      ],
      after: [
        'Она сработает один раз, в течение 24 часов.',
        'Не просили об этом? Значит, под вашим ником вошёл кто-то ещё: смените пароль, тогда и эта ссылка перестанет действовать.',
      ],
      button: 'Скачать мои данные',
    },
  })
}
