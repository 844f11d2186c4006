/** Shifts the owner's colour until text in it, and on it, can be read (WCAG 2.2, 1.4.3). */
export function readableColor(chosen: string): { byDay: string; byNight: string } {
  return {
    byDay: hexOf(shifted(rgbOf(chosen), WHITE, BLACK)),
    byNight: hexOf(shifted(rgbOf(chosen), NIGHT, WHITE)),
  }
}

type Rgb = readonly [red: number, green: number, blue: number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** The colour of `--surface` by night. */
const NIGHT: Rgb = [28, 32, 36]
/** Enough above 4.5 to be readable on tinted surfaces too (contrast.test.ts). */
const READABLE = 5.6

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
