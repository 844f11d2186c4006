import type { Locale, MailKind } from '@portal/contract'
import type { MailBranding, MailContent } from './mail-content.ts'
import { renderHtml } from './mail-html.ts'

export type Mail = { kind: MailKind; to: string; subject: string; text: string; html: string }

const footers = {
  en: ({ siteName, replyTo }: MailBranding) =>
    replyTo
      ? `${siteName} sent you this mail. Any questions? Just answer it.`
      : `${siteName} sent you this mail. Nobody reads replies to it.`,
  ru: ({ siteName, replyTo }: MailBranding) =>
    replyTo
      ? `Это письмо отправил сайт ${siteName}. Есть вопросы? Просто ответьте на него.`
      : `Это письмо отправил сайт ${siteName}. Ответы на него никто не читает.`,
} as const satisfies Record<Locale, (site: MailBranding) => string>

export function renderMail(content: MailContent): Mail {
  const { kind, to, subject, paragraphs, after = [], code, button } = content
  const footer = footers[content.locale](content.site)
  const text = [
    ...paragraphs,
    ...(code ? [`    ${code}`] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...after,
    `-- \n${footer}`,
  ].join('\n\n')
  return { kind, to, subject, text: `${text}\n`, html: renderHtml(content, footer) }
}
