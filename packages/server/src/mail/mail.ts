import type { Locale } from '@portal/contract'
import type { MailKind } from './kinds.ts'
import type { Letter, MailLook } from './mail-content.ts'
import { renderHtml } from './mail-html.ts'

/** A mail as it is sent. `kind` is for the outbox, never for the reader. */
export type Mail = { kind: MailKind; to: string; subject: string; text: string; html: string }

const footers = {
  en: ({ siteName, replyTo }: MailLook) =>
    replyTo
      ? `${siteName} sent you this mail. Any questions? Just answer it.`
      : `${siteName} sent you this mail. Nobody reads replies to it.`,
  ru: ({ siteName, replyTo }: MailLook) =>
    replyTo
      ? `Это письмо отправил сайт ${siteName}. Есть вопросы? Просто ответьте на него.`
      : `Это письмо отправил сайт ${siteName}. Ответы на него никто не читает.`,
} as const satisfies Record<Locale, (site: MailLook) => string>

/** Renders a letter as plain text and as HTML, with the same words in both. */
export function renderMail(letter: Letter): Mail {
  const { kind, to, subject, paragraphs, after = [], code, button } = letter
  const footer = footers[letter.locale](letter.site)
  const text = [
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...after,
    `-- \n${footer}`,
  ].join('\n\n')
  return { kind, to, subject, text: `${text}\n`, html: renderHtml(letter, footer) }
}
