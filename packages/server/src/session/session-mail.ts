import type { Locale } from '@portal/contract'
import { type Client, deviceName } from '../platform/client.ts'
import { type Mail, renderMail } from '../platform/mail/mail.ts'
import type { Player } from '../player/player.ts'

type Occasion = { player: Player; client: Client; at: number; siteName: string; url: string }

/** Tells a player that somebody signed in from a device he never used (contract, Events). */
export function newDeviceMail({ player, client, at, siteName, url }: Occasion): Mail {
  const device = deviceName(client.agent)
  const time = readableInstant(at, player.locale)
  const words = {
    en: {
      subject: `New sign-in to ${siteName}`,
      paragraphs: [
        `Hello, ${player.username}!`,
        `Somebody signed in to your account from a new device: ${device}, address ${client.ip}, ${time}.`,
        'If it was you, there is nothing to do. If not, change your password and close all sessions.',
      ],
      button: { label: 'Open the site', url },
    },
    ru: {
      subject: `Новый вход: ${siteName}`,
      paragraphs: [
        `Здравствуйте, ${player.username}!`,
        `В ваш аккаунт вошли с нового устройства: ${device}, адрес ${client.ip}, ${time}.`,
        'Если это были вы, ничего делать не нужно. Если нет, смените пароль и закройте все сессии.',
      ],
      button: { label: 'Открыть сайт', url },
    },
  } as const
  return renderMail({
    kind: 'new-device',
    to: player.email,
    locale: player.locale,
    siteName,
    ...words[player.locale],
  })
}

/** Tells a player that a session was closed because its old refresh token came back. */
export function tokenReusedMail({ player, client, at, siteName, url }: Occasion): Mail {
  const time = readableInstant(at, player.locale)
  const words = {
    en: {
      subject: `A session was closed: ${siteName}`,
      paragraphs: [
        `Hello, ${player.username}!`,
        `A key of one of your sessions was used a second time, from ${client.ip}, ${time}. It may have been stolen, so that session was closed.`,
        'Please sign in again. If you do not know why this happened, change your password.',
      ],
      button: { label: 'Open the site', url },
    },
    ru: {
      subject: `Сессия закрыта: ${siteName}`,
      paragraphs: [
        `Здравствуйте, ${player.username}!`,
        `Ключ одной из ваших сессий использовали второй раз, с адреса ${client.ip}, ${time}. Его могли украсть, поэтому сессия закрыта.`,
        'Войдите снова. Если вы не знаете, почему это произошло, смените пароль.',
      ],
      button: { label: 'Открыть сайт', url },
    },
  } as const
  return renderMail({
    kind: 'token-reused',
    to: player.email,
    locale: player.locale,
    siteName,
    ...words[player.locale],
  })
}

/** In UTC, and says so: where the reader is, nobody knows. */
function readableInstant(at: number, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(at)} UTC`
}
