import { createHash } from 'node:crypto'
import type { Locale, Words } from '@portal/contract'
import type { App } from '../../app.ts'
import { localeOf } from '../../http/locale.ts'
import { readBuiltPages } from '../../http/pages/built-pages.ts'
import { themeCss } from '../../http/pages/theme.ts'
import { escapedXml } from '../../platform/text/escape-xml.ts'
import type { Context } from './library.ts'

export type SitePage = {
  title: Words
  body(locale: Locale, siteName: string): string
  /** The sources for the directive `form-action` of the Content-Security-Policy. */
  formAction?: string
}

export async function sendSitePage(
  { settings: stored }: Pick<App, 'settings'>,
  ctx: Context,
  { title, body, formAction = "'none'" }: SitePage,
): Promise<void> {
  const settings = await stored.read().catch(() => stored.last())
  const locale = localeOf(ctx.req, settings.defaultLanguage)
  const styles = [readBuiltPages()?.style ?? '', themeCss(settings), STYLE]
  const hashes = styles.map(
    (css) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  )
  ctx.res.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src ${hashes.join(' ')}; img-src 'self' https:; font-src 'self'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`,
  )
  const name = escapedXml(settings.siteName)
  ctx.type = 'html'
  ctx.body = `<!doctype html>
<html lang="${locale}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title[locale]} · ${name}</title>
    ${styles.map((css) => `<style>${css}</style>`).join('\n    ')}
  </head>
  <body>
    <div class="layout gate">
      <header class="view"><div class="veil"></div><a class="mark" href="/">${MARK}<span class="name">${name}</span></a></header>
      <div class="door"><main>
        <h1>${title[locale]}</h1>
        ${body(locale, name)}
      </main></div>
    </div>
  </body>
</html>
`
}

/** The site's mark as SVG, the same as in packages/web/src/ui/SiteMark.vue. */
const MARK =
  '<span class="logo"></span><svg viewBox="0 0 32 32" aria-hidden="true"><path fill="var(--mark-gate)" d="M4 32V14a12 12 0 0 1 24 0v18h-6V14a6 6 0 0 0-12 0v18z"/><path fill="var(--second)" d="M13 32V15a3 3 0 0 1 6 0v17z"/></svg>'

const STYLE = `
.mark { text-decoration: none }
.door { padding: 48px 40px; align-items: center; justify-items: center }
main { display: grid; gap: 16px; width: min(100%, 400px) }
h1, p { margin: 0; overflow-wrap: anywhere }
h1 { font: 700 clamp(1.5rem, 1.25rem + 1.2vw, 1.875rem) / 1.2 var(--title) }
a { color: var(--accent) }
button { font: inherit; font-size: 0.9375rem; font-weight: 600; min-height: 44px; padding: 8px 18px; border: 1px solid var(--accent-edge); border-radius: var(--radius-small); background: var(--accent-fill); color: var(--accent-ink); cursor: pointer }
.details { color: var(--ink-soft); font-size: 0.875rem }
@media (max-width: 860px) { .door { padding: 28px 20px; align-items: start } }
`
