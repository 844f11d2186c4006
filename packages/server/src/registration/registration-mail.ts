import { type Mail, renderMail } from '../platform/mail/mail.ts'
import type { Player } from '../player/player.ts'

type Occasion = { player: Player; siteName: string; code: string }

/** The code that confirms the address of a new account (contract, Events). */
export function activationMail({ player, siteName, code }: Occasion): Mail {
  const words = {
    en: {
      subject: `${code} is your code for ${siteName}`,
      paragraphs: [
        `Hello, ${player.username}!`,
        'Enter this code on the site to confirm your address. It counts for one hour.',
        'If you did not make an account, ignore this mail.',
      ],
    },
    ru: {
      subject: `${code} — ваш код для ${siteName}`,
      paragraphs: [
        `Здравствуйте, ${player.username}!`,
        'Введите этот код на сайте, чтобы подтвердить адрес. Он действует один час.',
        'Если вы не создавали аккаунт, просто не отвечайте на это письмо.',
      ],
    },
  } as const
  return renderMail({
    kind: 'activation',
    to: player.email,
    locale: player.locale,
    siteName,
    code,
    ...words[player.locale],
  })
}

/** The code that confirms a new address of an account; it goes to that address. */
export function newAddressMail({ player, siteName, code }: Occasion, address: string): Mail {
  const words = {
    en: {
      subject: `${code} is your code for ${siteName}`,
      paragraphs: [
        `Hello, ${player.username}!`,
        'Enter this code on the site to make this the address of your account. It counts for one hour.',
        'If you did not ask for it, ignore this mail.',
      ],
    },
    ru: {
      subject: `${code} — ваш код для ${siteName}`,
      paragraphs: [
        `Здравствуйте, ${player.username}!`,
        'Введите этот код на сайте, чтобы сделать этот адрес адресом вашего аккаунта. Он действует один час.',
        'Если вы этого не просили, просто не отвечайте на это письмо.',
      ],
    },
  } as const
  return renderMail({
    kind: 'new-address',
    to: address,
    locale: player.locale,
    siteName,
    code,
    ...words[player.locale],
  })
}

/** Tells the old address that the account is to get another one. */
export function addressChangeMail(
  { player, siteName }: Omit<Occasion, 'code'>,
  address: string,
): Mail {
  const words = {
    en: {
      subject: `Change of address: ${siteName}`,
      paragraphs: [
        `Hello, ${player.username}!`,
        `Your account is about to get a new address: ${address}. It changes once the code we sent there is entered.`,
        'If it was not you, change your password now: somebody knows it.',
      ],
    },
    ru: {
      subject: `Смена адреса: ${siteName}`,
      paragraphs: [
        `Здравствуйте, ${player.username}!`,
        `У вашего аккаунта скоро будет новый адрес: ${address}. Он сменится, когда введут код, отправленный туда.`,
        'Если это были не вы, сейчас же смените пароль: его кто-то знает.',
      ],
    },
  } as const
  return renderMail({
    kind: 'address-change',
    to: player.email,
    locale: player.locale,
    siteName,
    ...words[player.locale],
  })
}
