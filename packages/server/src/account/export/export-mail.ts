import type { Mail } from '../../mail/mail.ts'
import { mailToPlayer, type Occasion } from '../../mail/mail-to-player.ts'

/** Brings a player the link to their data (docs/contract.md#export). */
export function exportMail(about: Occasion & { url: string }): Mail {
  return mailToPlayer('export', about, {
    en: {
      subject: `Your data on ${about.site.siteName}`,
      paragraphs: ['This button opens the page where you download everything we keep about you:'],
      after: [
        'It works once, within 24 hours.',
        'Did not ask for it? Then somebody else is signed in as you: change your password, which ends this link as well.',
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
        'Не просили об этом? Значит, под вашим именем вошёл кто-то ещё: смените пароль, тогда и эта ссылка перестанет действовать.',
      ],
      button: 'Скачать мои данные',
    },
  })
}
