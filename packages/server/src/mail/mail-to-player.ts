import type { Locale } from '@portal/contract'
import type { Player } from '../player/player.ts'
import type { MailKind } from './kinds.ts'
import { type Mail, renderMail } from './mail.ts'

/** What a mail is about. `to` is the player's own address unless told; `url` is the button's. */
export type Occasion = {
  player: Player
  siteName: string
  to?: string
  code?: string
  url?: string
}

/** What a mail says after the greeting; `button` is the label of the link. */
export type Words = { subject: string; paragraphs: readonly string[]; button?: string }

const greetings = {
  en: (username: string) => `Hello, ${username}!`,
  ru: (username: string) => `Здравствуйте, ${username}!`,
} as const satisfies Record<Locale, (username: string) => string>

/** A mail in the player's language. */
export function mailToPlayer(kind: MailKind, about: Occasion, words: Record<Locale, Words>): Mail {
  const { player, siteName, to = player.email, code, url } = about
  const { locale } = player
  const { subject, paragraphs, button } = words[locale]
  return renderMail({
    kind,
    to,
    locale,
    siteName,
    subject,
    paragraphs: [greetings[locale](player.username), ...paragraphs],
    ...(code !== undefined && { code }),
    ...(button !== undefined && url !== undefined && { button: { label: button, url } }),
  })
}

/** In UTC, and says so: where the reader is, nobody knows. */
export function readableInstant(at: number, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return `${format.format(at)} UTC`
}
