import type { Locale, MailKind } from '@portal/contract'
import type { Player } from '../players/player.ts'
import { type Mail, renderMail } from './mail.ts'
import type { MailBranding } from './mail-content.ts'

export type MailOccasion = {
  player: Pick<Player, 'username' | 'locale'>
  site: MailBranding
  to: string
  code?: string
  url?: string
}

export type Localized = {
  subject: string
  paragraphs: readonly string[]
  after?: readonly string[]
  button?: string
}

const greetings = {
  en: (username: string) => `Hi ${username},`,
  ru: (username: string) => `Здравствуйте, ${username}.`,
} as const satisfies Record<Locale, (username: string) => string>

export function mailToPlayer(
  kind: MailKind,
  about: MailOccasion,
  words: Record<Locale, Localized>,
): Mail {
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
