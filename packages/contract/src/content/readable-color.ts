/**
 * Returns a color for text and lines that is readable in the light theme, and one for the dark theme: the chosen color,
 * darkened or lightened as little as possible.
 */
export function readableColor(chosen: string): { light: string; dark: string } {
  return {
    light: hexOf(shifted(rgbOf(chosen), WHITE, BLACK)),
    dark: hexOf(shifted(rgbOf(chosen), DARK_BACKGROUND, WHITE)),
  }
}

/** Returns the color of text on a surface that is filled with `color`: white, or else nearly black. */
export function inkOn(color: string): string {
  const ground = rgbOf(color)
  if (contrast(WHITE, ground) >= MIN_TEXT_CONTRAST) return hexOf(WHITE)
  const tinted = mix(ground, BLACK, 0.86)
  return hexOf(contrast(tinted, ground) >= MIN_TEXT_CONTRAST ? tinted : BLACK)
}

/**
 * Returns the fill of a hovered button: `color`, moved slightly away from the color of its text, or toward it if moving
 * away makes no visible difference.
 */
export function hoverColor(color: string): string {
  const ground = rgbOf(color)
  const isDark = inkOn(color) === hexOf(WHITE)
  const away = hexOf(mix(ground, isDark ? BLACK : WHITE, 0.14))
  if (contrast(rgbOf(away), ground) >= VISIBLE_CHANGE) return away
  return hexOf(mix(ground, isDark ? WHITE : BLACK, 0.14))
}

/**
 * Returns the border of a surface that is filled with `color`, for each theme: the color itself, or its readable
 * variant if the surface would be hard to see on the background.
 */
export function edgeColor(color: string): { light: string; dark: string } {
  const readable = readableColor(color)
  const stands = (ground: Rgb) => contrast(rgbOf(color), ground) >= MIN_EDGE_CONTRAST
  return {
    light: stands(WHITE) ? color : readable.light,
    dark: stands(DARK_BACKGROUND) ? color : readable.dark,
  }
}

type Rgb = readonly [red: number, green: number, blue: number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** The color of `--surface` in the dark theme. */
const DARK_BACKGROUND: Rgb = [28, 32, 36]
/** Higher than the minimum of WCAG (4.5), so that text is readable on tinted surfaces too (contrast.test.ts). */
const MIN_CONTRAST = 5.6
/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
const MIN_TEXT_CONTRAST = 4.5
/** The text of a button identifies it, so its edge needs less than the contrast of 3 that WCAG 2.2, 1.4.11 requires. */
const MIN_EDGE_CONTRAST = 1.6
const VISIBLE_CHANGE = 1.04

function shifted(color: Rgb, ground: Rgb, towards: Rgb): Rgb {
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = mix(color, towards, part)
    if (contrast(mixed, ground) >= MIN_CONTRAST) return mixed
  }
  return towards
}

function mix(a: Rgb, b: Rgb, part: number): Rgb {
  const at = (from: number, to: number) => Math.round(from + (to - from) * part)
  return [at(a[0], b[0]), at(a[1], b[1]), at(a[2], b[2])]
}

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
