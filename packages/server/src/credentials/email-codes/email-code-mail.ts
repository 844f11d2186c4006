import type { Locale } from '@portal/contract'
import type { Mail } from '../../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../../mail/mail-to-player.ts'

type WithCode = MailOccasion & { code: string }

/**
 * The mail with the code that confirms an address. It also names the day on which the account is deleted if the code is
 * not used.
 */
export function activationMail(about: WithCode & { unconfirmedDays: number }): Mail {
  const days = (locale: Locale) => inDays(about.unconfirmedDays, locale)
  const ends = about.unconfirmedDays > 0
  return mailToPlayer('activation', about, {
    en: {
      subject: `${about.code} is your code for ${about.site.siteName}`,
      paragraphs: ['Here is the code that confirms your e-mail address:'],
      after: [
        'Enter it on the site within an hour.',
        ends
          ? `Did not create an account? You do not need to do anything: without the code the account is deleted after ${days('en')}.`
          : 'Did not create an account? You do not need to do anything.',
      ],
    },
    ru: {
      subject: `${about.code} — ваш код для ${about.site.siteName}`,
      paragraphs: ['Вот код, чтобы подтвердить вашу почту:'],
      after: [
        'Введите его на сайте в течение часа.',
        ends
          ? `Не создавали аккаунт? Ничего делать не нужно: без кода аккаунт исчезнет через ${days('ru')}.`
          : 'Не создавали аккаунт? Ничего делать не нужно.',
      ],
    },
  })
}

export function newAddressMail(about: WithCode): Mail {
  return mailToPlayer('new-address', about, {
    en: {
      subject: `${about.code} is your code for ${about.site.siteName}`,
      paragraphs: ['Here is the code that makes this the e-mail address of your account:'],
      after: [
        'Enter it on the site within an hour.',
        'Did not ask for it? You do not need to do anything: your e-mail address stays the same.',
      ],
    },
    ru: {
      subject: `${about.code} — ваш код для ${about.site.siteName}`,
      paragraphs: ['Вот код, чтобы привязать эту почту к вашему аккаунту:'],
      after: [
        'Введите его на сайте в течение часа.',
        'Не просили об этом? Ничего делать не нужно: почта останется прежней.',
      ],
    },
  })
}

export function addressChangeMail(about: MailOccasion & { url: string }, address: string): Mail {
  return mailToPlayer('address-change', about, {
    en: {
      subject: `Your e-mail address is about to change: ${about.site.siteName}`,
      paragraphs: [
        `A change of your account’s e-mail address to ${address} was requested. It takes effect once the code we sent there is entered.`,
        'If this was you, no action is needed. If not, change your password immediately: another person knows it.',
      ],
      button: 'Open the site',
    },
    ru: {
      subject: `Смена почты: ${about.site.siteName}`,
      paragraphs: [
        `Почту вашего аккаунта хотят сменить на ${address}. Это произойдёт, как только введут код, отправленный туда.`,
        'Если это вы, ничего делать не нужно. Если нет, сразу смените пароль: его кто-то знает.',
      ],
      button: 'Открыть сайт',
    },
  })
}

function inDays(count: number, locale: Locale): string {
  const format = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locale, format).format(count)
}
