import type { Locale, MailKind, Settings } from '@portal/contract'

export type MailBranding = Pick<Settings, 'siteName' | 'accentColor' | 'replyTo'>

export type MailContent = {
  kind: MailKind
  to: string
  locale: Locale
  site: MailBranding
  subject: string
  paragraphs: readonly string[]
  after?: readonly string[]
  code?: string
  button?: { label: string; url: string }
}
