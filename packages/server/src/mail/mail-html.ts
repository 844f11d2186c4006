import { edgeColor, inkOn } from '@portal/contract'
import type { MailContent } from './mail-content.ts'

/** The default accent color, copied from packages/web/src/styles/tokens.css, which mails cannot load. */
const DEFAULT_COLOR = '#1f6f5c'

export const LOGO_ID = 'logo@portal'

/**
 * Renders a mail as HTML. Colors are also inline: mail clients without `<style>` show only the light ones.
 * @param footer the line that names the sender
 */
export function renderHtml(content: MailContent, footer: string): string {
  const { locale, site, subject, paragraphs, after = [], code, button } = content
  const fill = site.accentColor || DEFAULT_COLOR
  const filled = `background:${fill};color:${inkOn(fill)}`
  const edge = edgeColor(fill)
  const parts = [
    ...paragraphs.map(paragraph),
    code && codeBlock(code),
    button && buttonBlock(button, `${filled};border:1px solid ${edge.light}`),
    ...after.map(paragraph),
  ].filter(Boolean)
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #121517 !important; color: #e8ebed !important; }
.card { background: #1c2024 !important; }
.soft { color: #a3adb4 !important; }
.code { background: #121517 !important; color: #e8ebed !important; }
.button { border-color: ${edge.dark} !important; }
}
</style></head>
<body class="page" style="background:#f3f5f4;color:#1d2420;font:16px/1.55 system-ui,sans-serif;margin:0;padding:24px 12px">
<div class="card" style="background:#ffffff;border-radius:12px;margin:0 auto;max-width:520px;padding:24px">
<p style="font-size:17px;font-weight:700;margin:0 0 20px"><span class="mark" aria-hidden="true" style="${filled};border-radius:8px;display:inline-block;height:32px;line-height:32px;margin-right:10px;text-align:center;vertical-align:middle;width:32px">${escapeHtml(initialOf(site.siteName))}</span>${escapeHtml(site.siteName)}</p>
${parts.join('\n')}
</div>
<p class="soft" style="color:#59645e;font-size:13px;margin:16px auto 0;max-width:520px;text-align:center">${escapeHtml(footer)}</p>
</body></html>
`
}

/** Replaces the drawn mark in a rendered mail by the picture with the content ID `LOGO_ID`. */
export function markWithLogo(html: string): string {
  return html.replace(
    /<span class="mark"[^>]*>[^<]*<\/span>/,
    `<img src="cid:${LOGO_ID}" alt="" height="32" style="height:32px;margin-right:10px;max-width:120px;vertical-align:middle">`,
  )
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
}

/** Renders a code as one word, so that a double click or a long press selects all of it. */
function codeBlock(code: string): string {
  return `<p class="code" style="background:#f3f5f4;border-radius:8px;color:#1d2420;font:700 32px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:5px;margin:20px 0;padding:14px 8px 14px 13px;text-align:center;-webkit-user-select:all;user-select:all">${escapeHtml(code)}</p>`
}

function buttonBlock({ label, url }: { label: string; url: string }, filled: string): string {
  const href = escapeHtml(url)
  return `<p style="margin:20px 0 12px"><a class="button" href="${href}" style="${filled};border-radius:8px;display:inline-block;font-weight:600;padding:12px 20px;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="soft" style="color:#59645e;font-size:13px;margin:0 0 16px;word-break:break-all">${href}</p>`
}

function initialOf(name: string): string {
  return (Array.from(name)[0] ?? '').toUpperCase()
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
