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
  const byDay = shifted(rgbOf(accentColor), WHITE, BLACK)
  const byNight = shifted(rgbOf(accentColor), NIGHT, WHITE)
  return `:root { ${logo} ${accentOf(byDay, WHITE)} }
@media (prefers-color-scheme: dark) { :root { ${accentOf(byNight, BLACK)} } }
`
}

type Rgb = readonly [red: number, green: number, blue: number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** The colour of `--surface` by night. */
const NIGHT: Rgb = [28, 32, 36]
/** Enough above 4.5 to be readable on tinted surfaces too (contrast.test.ts). */
const READABLE = 5.6

function accentOf(accent: Rgb, ink: Rgb): string {
  return `--accent: ${hexOf(accent)}; --accent-ink: ${hexOf(ink)}; --accent-soft: color-mix(in srgb, var(--accent) 12%, var(--surface));`
}

/** Shifts a colour towards another one until it can be read on `ground`. */
function shifted(color: Rgb, ground: Rgb, towards: Rgb): Rgb {
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = mix(color, towards, part)
    if (contrast(mixed, ground) >= READABLE) return mixed
  }
  return towards
}

function mix(a: Rgb, b: Rgb, part: number): Rgb {
  const at = (from: number, to: number) => Math.round(from + (to - from) * part)
  return [at(a[0], b[0]), at(a[1], b[1]), at(a[2], b[2])]
}

/** Computes the contrast ratio of WCAG 2.2. */
function contrast(a: Rgb, b: Rgb): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (value: number) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function rgbOf(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function hexOf([red, green, blue]: Rgb): string {
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`
}
