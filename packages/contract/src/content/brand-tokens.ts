import { edgeColor, hoverColor, inkOn, readableColor } from './readable-color.ts'

type Tokens = Readonly<Record<string, string>>

/**
 * Returns the owner's colors as CSS variables (packages/web/src/styles/tokens.css). Filled surfaces have the exact
 * color in both themes; only text and lines are shifted until they are readable. An empty color leaves the default.
 */
export function brandTokens(chosen: { accentColor: string; secondColor: string }): {
  light: Tokens
  dark: Tokens
} {
  const accent = accentTokens(chosen.accentColor)
  const second = secondTokens(chosen.secondColor)
  return { light: { ...accent.light, ...second }, dark: { ...accent.dark, ...second } }
}

function accentTokens(color: string): { light: Tokens; dark: Tokens } {
  if (!color) return { light: {}, dark: {} }
  const [text, edge] = [readableColor(color), edgeColor(color)]
  const fill = {
    '--accent-fill': color,
    '--accent-ink': inkOn(color),
    '--accent-hover': hoverColor(color),
    '--accent-soft': 'color-mix(in srgb, var(--accent) 12%, var(--surface))',
  }
  return {
    light: { '--accent': text.light, ...fill, '--accent-edge': edge.light },
    dark: { '--accent': text.dark, ...fill, '--accent-edge': edge.dark },
  }
}

function secondTokens(color: string): Tokens {
  return color ? { '--second': color, '--second-ink': inkOn(color) } : {}
}
