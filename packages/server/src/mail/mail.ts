import type { Locale } from '@portal/contract'
import type { MailKind } from './kinds.ts'

/** A mail as it is sent. `kind` is for the outbox, never for the reader. */
export type Mail = { kind: MailKind; to: string; subject: string; text: string; html: string }

/** The content of a mail. The address of the button is also shown in full. */
export type Letter = {
  kind: MailKind
  to: string
  locale: Locale
  siteName: string
  subject: string
  paragraphs: readonly string[]
  /** A code to type; it is shown large. */
  code?: string
  button?: { label: string; url: string }
}

const footers = {
  en: (siteName: string) => `This mail was sent by ${siteName}. It cannot be answered.`,
  ru: (siteName: string) => `Это письмо отправил сайт ${siteName}. Отвечать на него не нужно.`,
} as const satisfies Record<Locale, (siteName: string) => string>

/** Renders a letter as plain text and as HTML, with the same words in both. */
export function renderMail(letter: Letter): Mail {
  const { kind, to, subject, paragraphs, code, button } = letter
  const footer = footers[letter.locale](letter.siteName)
  const text = [
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `--\n${footer}`,
  ].join('\n\n')
  return { kind, to, subject, text: `${text}\n`, html: renderHtml(letter, footer) }
}

function renderHtml({ locale, subject, paragraphs, code, button }: Letter, footer: string): string {
  const parts = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    code &&
      `<p style="font:700 30px/1.4 monospace;letter-spacing:6px;margin:24px 0">${escapeHtml(code)}</p>`,
    button &&
      `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="background:#2f6f4f;border-radius:8px;color:#fff;display:inline-block;padding:12px 20px;text-decoration:none">${escapeHtml(button.label)}</a></p>
<p style="color:#667;font-size:13px;word-break:break-all">${escapeHtml(button.url)}</p>`,
  ].filter(Boolean)
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="background:#f4f5f4;margin:0;padding:24px;font:16px/1.55 sans-serif;color:#1d2420">
<div style="background:#fff;border-radius:12px;margin:0 auto;max-width:520px;padding:28px">
${parts.join('\n')}
</div>
<p style="color:#667;font-size:13px;text-align:center">${escapeHtml(footer)}</p>
</body></html>
`
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
