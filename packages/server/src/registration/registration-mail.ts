import type { Locale } from '@portal/contract'
import type { Mail } from '../mail/mail.ts'
import { mailToPlayer, type Occasion } from '../mail/mail-to-player.ts'

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
      subject: `${about.code} is your code for ${about.siteName}`,
      paragraphs: [
        'Enter this code on the site to confirm your address. It expires in one hour.',
        ends
          ? `If you did not create an account, ignore this mail: without the code the account is deleted after ${days('en')}.`
          : 'If you did not create an account, ignore this mail.',
      ],
    },
    ru: {
      subject: `${about.code} — ваш код для ${about.siteName}`,
      paragraphs: [
        'Введите этот код на сайте, чтобы подтвердить адрес. Он действует один час.',
        ends
          ? `Если вы не создавали аккаунт, просто проигнорируйте это письмо: без кода аккаунт будет удалён через ${days('ru')}.`
          : 'Если вы не создавали аккаунт, просто проигнорируйте это письмо.',
      ],
    },
  })
}

/** Brings the code that confirms an account's new address, to that address. */
export function newAddressMail(about: WithCode & { to: string }): Mail {
  return mailToPlayer('new-address', about, {
    en: {
      subject: `${about.code} is your code for ${about.siteName}`,
      paragraphs: [
        'Enter this code on the site to make this the address of your account. It expires in one hour.',
        'If you did not ask for this, ignore this mail.',
      ],
    },
    ru: {
      subject: `${about.code} — ваш код для ${about.siteName}`,
      paragraphs: [
        'Введите этот код на сайте, чтобы сделать этот адрес адресом вашего аккаунта. Он действует один час.',
        'Если вы этого не просили, просто проигнорируйте это письмо.',
      ],
    },
  })
}

/** Tells the old address that the account is about to get a new one. */
export function addressChangeMail(about: Occasion, address: string): Mail {
  return mailToPlayer('address-change', about, {
    en: {
      subject: `Change of address: ${about.siteName}`,
      paragraphs: [
        `The address of your account is about to change to ${address}. It changes once somebody enters the code we sent there.`,
        'If this was not you, change your password right away: somebody knows it.',
      ],
    },
    ru: {
      subject: `Смена адреса: ${about.siteName}`,
      paragraphs: [
        `Адрес вашего аккаунта скоро сменится на ${address}. Это произойдёт, когда введут код, отправленный туда.`,
        'Если это были не вы, сейчас же смените пароль: его кто-то знает.',
      ],
    },
  })
}

/** Writes a number of days in words: `14 days`, `14 дней`. */
function inDays(count: number, locale: Locale): string {
  const format = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locale, format).format(count)
}
