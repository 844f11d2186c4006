import type { Mail } from '../mail/mail.ts'
import { type MailOccasion, mailToPlayer } from '../mail/mail-to-player.ts'
import { type Client, knownDevice } from '../platform/network/client.ts'
import { readableInstant } from '../platform/text/readable-instant.ts'

type SignInDetails = MailOccasion & { client: Client; at: number; url: string }

export function newDeviceMail(about: SignInDetails): Mail {
  const { player, client, at } = about
  const { siteName } = about.site
  const device = knownDevice(client.agent, player.locale)
  const time = readableInstant(at, player.locale)
  return mailToPlayer('new-device', about, {
    en: {
      subject: `New sign-in to ${siteName}`,
      paragraphs: [
        `Somebody signed in to your account from a new device: ${device}, address ${client.ip}, ${time}.`,
        'If it was you, you do not need to do anything. If not, change your password and sign out everywhere.',
      ],
      button: 'Open the site',
    },
    ru: {
      subject: `Новый вход: ${siteName}`,
      paragraphs: [
        `В ваш аккаунт вошли с нового устройства: ${device}, адрес ${client.ip}, ${time}.`,
        'Если это были вы, ничего делать не нужно. Если нет, смените пароль и завершите все сессии.',
      ],
      button: 'Открыть сайт',
    },
  })
}

/**
 * Warns a player that another person probably knows the password.
 * @param about.client undefined for a sign-in in a launcher, where only the launcher server is known
 */
export function compromisedPasswordMail(
  about: Omit<SignInDetails, 'client'> & { client?: Client },
): Mail {
  const { player, client, at } = about
  const { siteName } = about.site
  const device = client && knownDevice(client.agent, player.locale)
  const time = readableInstant(at, player.locale)
  return mailToPlayer('password-known', about, {
    en: {
      subject: `Somebody knows your password: ${siteName}`,
      paragraphs: [
        client
          ? `Somebody entered the right password of your account, but not the right code: ${device}, address ${client.ip}, ${time}.`
          : `Somebody entered the right password of your account in the launcher, and many wrong codes, ${time}.`,
        'The sign-in was refused. If it was you, you do not need to do anything. If not, change your password: only the code protects your account now.',
      ],
      button: 'Open the site',
    },
    ru: {
      subject: `Кто-то знает ваш пароль: ${siteName}`,
      paragraphs: [
        client
          ? `Кто-то ввёл верный пароль от вашего аккаунта, но не ввёл верного кода: ${device}, адрес ${client.ip}, ${time}.`
          : `Кто-то ввёл в лаунчере верный пароль от вашего аккаунта и много неверных кодов, ${time}.`,
        'Войти не удалось. Если это были вы, ничего делать не нужно. Если нет, смените пароль: сейчас вас защищает только код.',
      ],
      button: 'Открыть сайт',
    },
  })
}

export function tokenReusedMail(about: SignInDetails): Mail {
  const { player, client, at } = about
  const { siteName } = about.site
  const time = readableInstant(at, player.locale)
  return mailToPlayer('token-reused', about, {
    en: {
      subject: `A session was closed: ${siteName}`,
      paragraphs: [
        `A token of one of your sessions was used a second time, from ${client.ip}, ${time}. It may have been stolen, so the session was closed.`,
        'Please sign in again. If you do not know why this happened, change your password.',
      ],
      button: 'Open the site',
    },
    ru: {
      subject: `Сессия завершена: ${siteName}`,
      paragraphs: [
        `Токен одной из ваших сессий использовали повторно, с адреса ${client.ip}, ${time}. Его могли украсть, поэтому сессия завершена.`,
        'Войдите снова. Если вы не знаете, почему это произошло, смените пароль.',
      ],
      button: 'Открыть сайт',
    },
  })
}
