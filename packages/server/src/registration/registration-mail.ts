import type { Locale } from '@portal/contract'
import type { Mail } from '../mail/mail.ts'
import { mailToPlayer, type Occasion } from '../mail/mail-to-player.ts'

type WithCode = Occasion & { code: string }

/** The code that confirms the address of a new account, and what becomes of one without it. */
export function activationMail(about: WithCode & { unconfirmedDays: number }): Mail {
  const days = (locale: Locale) => inDays(about.unconfirmedDays, locale)
  const ends = about.unconfirmedDays > 0
  return mailToPlayer('activation', about, {
    en: {
      subject: `${about.code} is your code for ${about.siteName}`,
      paragraphs: [
        'Enter this code on the site to confirm your address. It counts for one hour.',
        ends
          ? `If you did not make an account, ignore this mail: without the code the account ends after ${days('en')}.`
          : 'If you did not make an account, ignore this mail.',
      ],
    },
    ru: {
      subject: `${about.code} — ваш код для ${about.siteName}`,
      paragraphs: [
        'Введите этот код на сайте, чтобы подтвердить адрес. Он действует один час.',
        ends
          ? `Если вы не создавали аккаунт, просто не отвечайте на это письмо: без кода аккаунт исчезнет через ${days('ru')}.`
          : 'Если вы не создавали аккаунт, просто не отвечайте на это письмо.',
      ],
    },
  })
}

/** The code that confirms a new address of an account; it goes to that address. */
export function newAddressMail(about: WithCode & { to: string }): Mail {
  return mailToPlayer('new-address', about, {
    en: {
      subject: `${about.code} is your code for ${about.siteName}`,
      paragraphs: [
        'Enter this code on the site to make this the address of your account. It counts for one hour.',
        'If you did not ask for it, ignore this mail.',
      ],
    },
    ru: {
      subject: `${about.code} — ваш код для ${about.siteName}`,
      paragraphs: [
        'Введите этот код на сайте, чтобы сделать этот адрес адресом вашего аккаунта. Он действует один час.',
        'Если вы этого не просили, просто не отвечайте на это письмо.',
      ],
    },
  })
}

/** Tells the old address that the account is to get another one. */
export function addressChangeMail(about: Occasion, address: string): Mail {
  return mailToPlayer('address-change', about, {
    en: {
      subject: `Change of address: ${about.siteName}`,
      paragraphs: [
        `Your account is about to get a new address: ${address}. It changes once the code we sent there is entered.`,
        'If it was not you, change your password now: somebody knows it.',
      ],
    },
    ru: {
      subject: `Смена адреса: ${about.siteName}`,
      paragraphs: [
        `У вашего аккаунта скоро будет новый адрес: ${address}. Он сменится, когда введут код, отправленный туда.`,
        'Если это были не вы, сейчас же смените пароль: его кто-то знает.',
      ],
    },
  })
}

/** `14 days`, `14 дней`. */
function inDays(count: number, locale: Locale): string {
  const format = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(locale, format).format(count)
}
