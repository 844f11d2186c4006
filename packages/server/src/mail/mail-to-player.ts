import type { Locale } from '@portal/contract'
import { remembering } from '../platform/cache/memoize.ts'
import type { Player } from '../players/player.ts'
import type { MailKind } from './kinds.ts'
import { type Mail, renderMail } from './mail.ts'
import type { MailLook } from './mail-content.ts'

/** What a mail is about, and where it goes; `url` is where the button leads. */
export type Occasion = {
  player: Pick<Player, 'username' | 'locale'>
  site: MailLook
  to: string
  code?: string
  url?: string
}

/** The text of a mail; `button` is the label of its link. */
export type Words = {
  subject: string
  paragraphs: readonly string[]
  /** What follows the code or the button. */
  after?: readonly string[]
  button?: string
}

const greetings = {
  en: (username: string) => `Hi ${username},`,
  ru: (username: string) => `Здравствуйте, ${username}.`,
} as const satisfies Record<Locale, (username: string) => string>

/** Writes a mail in the player's language. */
export function mailToPlayer(kind: MailKind, about: Occasion, words: Record<Locale, Words>): Mail {
  const { player, site, to, code, url } = about
  const { locale } = player
  const { subject, paragraphs, after, button } = words[locale]
  return renderMail({
    kind,
    to,
    locale,
    site,
    subject,
    paragraphs: [greetings[locale](player.username), ...paragraphs],
    ...(after && { after }),
    ...(code !== undefined && { code }),
    ...(button !== undefined && url !== undefined && { button: { label: button, url } }),
  })
}

/** Writes an instant in UTC, and says so, because the reader's time zone is unknown. */
export function readableInstant(at: number, locale: Locale): string {
  return `${formatOf(locale).format(at)} UTC`
}

/** Making a format takes 20 times as long as using it. */
const formatOf = remembering(
  10,
  (locale) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
)
