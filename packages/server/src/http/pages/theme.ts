import { readableColor } from '../../platform/text/readable-color.ts'

/**
 * Writes the look that the owner chose as CSS that overrides packages/web/src/styles/tokens.css. By
 * day and by night the colour is shifted until text in it can be read (WCAG 2.2, 1.4.3).
 */
export function themeCss(chosen: { accentColor: string; logoUrl: string }): string {
  const { accentColor, logoUrl } = chosen
  const logo = logoUrl
    ? `--logo: url("${logoUrl}"); --logo-display: block; --mark-display: none;`
    : ''
  if (!accentColor) return logo ? `:root { ${logo} }\n` : ''
  const { byDay, byNight } = readableColor(accentColor)
  return `:root { ${logo} ${accentOf(byDay, '#ffffff')} }
@media (prefers-color-scheme: dark) { :root { ${accentOf(byNight, '#000000')} } }
`
}

function accentOf(accent: string, ink: string): string {
  return `--accent: ${accent}; --accent-ink: ${ink}; --accent-soft: color-mix(in srgb, var(--accent) 12%, var(--surface));`
}
