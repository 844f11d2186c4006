import type { Locale, Settings } from '@portal/contract'
import type { MailKind } from './kinds.ts'

/** What mails show of the site. */
export type MailLook = Pick<Settings, 'siteName' | 'accentColor' | 'replyTo'>

/** The content of a mail. The address of the button is also shown in full. */
export type Letter = {
  kind: MailKind
  to: string
  locale: Locale
  site: MailLook
  subject: string
  /** What comes before the code or the button, and what comes after it. */
  paragraphs: readonly string[]
  after?: readonly string[]
  /** A code to type; it is shown large. */
  code?: string
  button?: { label: string; url: string }
}
