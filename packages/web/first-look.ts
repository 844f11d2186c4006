import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const STYLES = ['tokens.css', 'first-look.css'].map((name) =>
  join(import.meta.dirname, 'src/styles', name),
)

/**
 * Lets the document be painted before anything else has arrived: what the first look needs of the styles
 * stands in it, and the other styles are named at its end, where no browser waits for them to paint what
 * is above.
 */
export function firstLook(): Plugin {
  return {
    name: 'first-look',
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
          .replace('<!-- first look -->', `<style>${small(css)}</style>`)
          .replace('</body>', `${later.join('')}</body>`)
      },
    },
  }
}

/** Without comments and without spaces that mean nothing. */
function small(css: string): string {
  return css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim()
}
