import type { Locale } from '@portal/contract'
import type { Mail } from '../../mail/mail.ts'
import { mailToPlayer, type Occasion } from '../../mail/mail-to-player.ts'

type WithCode = Occasion & { code: string }

/**
 * Brings the code that confirms the address of a new account, and says when the account ends
 * without it.
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
          ? `Did not create an account? There is nothing to do: without the code it is deleted after ${days('en')}.`
          : 'Did not create an account? There is nothing to do.',
      ],
    },
    ru: {
      subject: `${about.code} — ваш код для ${about.site.siteName}`,
      paragraphs: ['Вот код, чтобы подтвердить вашу почту:'],
      after: [
        'Введите его на сайте в течение часа.',
        ends
          ? `Не создавали аккаунт? Ничего делать не нужно: без кода он исчезнет через ${days('ru')}.`
          : 'Не создавали аккаунт? Ничего делать не нужно.',
      ],
    },
  })
}

/** Brings the code that confirms an account's new address, to that address. */
export function newAddressMail(about: WithCode): Mail {
  return mailToPlayer('new-address', about, {
    en: {
      subject: `${about.code} is your code for ${about.site.siteName}`,
      paragraphs: ['Here is the code that makes this the e-mail address of your account:'],
      after: [
        'Enter it on the site within an hour.',
        'Did not ask for it? There is nothing to do: your e-mail address stays the same.',
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

/** Tells the old address that the account is about to get a new one. */
export function addressChangeMail(about: Occasion & { url: string }, address: string): Mail {
  return mailToPlayer('address-change', about, {
    en: {
      subject: `Your e-mail address is about to change: ${about.site.siteName}`,
      paragraphs: [
        `Somebody asked to change the e-mail address of your account to ${address}. It changes once the code we sent there is entered.`,
        'If it was you, there is nothing to do. If not, change your password right away: somebody knows it.',
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

/** Writes a number of days in words: `14 days`, `14 дней`. */
function inDays(count: number, locale: Locale): string {
  const format = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locale, format).format(count)
}
