import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const STYLES = ['tokens.css', 'critical.css'].map((name) =>
  join(import.meta.dirname, 'src/styles', name),
)

/**
 * Lets the browser paint the document before any other file arrives: inlines the styles of the first paint
 * and links the other styles at the end, where they do not block the content above. The picture of the site,
 * which the server names in the document, arrives before the scripts.
 */
export function criticalCss(): Plugin {
  return {
    name: 'critical-css',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const css = STYLES.map((file) => readFileSync(file, 'utf8')).join('')
        const later: string[] = []
        const rest = html.replace(/\s*<link rel="stylesheet"[^>]*>/g, (link) => {
          later.push(link.trim())
          return ''
        })
        return rest
          .replace('<!-- critical css -->', `<style>${small(css)}</style>`)
          .replaceAll(
            /<(script type="module"|link rel="modulepreload")/g,
            '<$1 fetchpriority="low"',
          )
          .replace('</body>', `${later.join('')}</body>`)
      },
    },
  }
}

/** Removes comments and insignificant spaces. */
function small(css: string): string {
  return css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim()
}
