import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes the font of titles with Latin and Cyrillic letters only: `packages/web/public/assets/tektur-700-1.woff2`.
 * The font rarely changes, so its packages are no dependencies. Install them for one run:
 *
 *     npm install --no-save subset-font@2.9.0 @expo-google-fonts/tektur@0.4.2
 *     node scripts/build/subset-font.js
 *
 * The name ends in a version, because browsers keep files below `assets/` for a year.
 */
const SOURCE = 'node_modules/@expo-google-fonts/tektur'
const INTO = join(import.meta.dirname, '../../packages/web/public/assets')

/** The ranges of characters: Latin-1, Russian, Ukrainian, Belarusian, dashes, quotes, the ruble and the number sign. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x401, 0x401],
  [0x404, 0x404],
  [0x406, 0x407],
  [0x40e, 0x40e],
  [0x410, 0x44f],
  [0x451, 0x451],
  [0x454, 0x454],
  [0x456, 0x457],
  [0x45e, 0x45e],
  [0x490, 0x491],
  [0x2010, 0x2015],
  [0x2018, 0x201e],
  [0x2026, 0x2026],
  [0x20bd, 0x20bd],
  [0x2116, 0x2116],
]

const { default: subsetFont } = await import('subset-font')
const letters = RANGES.flatMap(([first = 0, last = 0]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
).join('')
const font = readFileSync(join(SOURCE, '700Bold/Tektur_700Bold.ttf'))
const subset = await subsetFont(font, letters, { targetFormat: 'woff2' })
writeFileSync(join(INTO, 'tektur-700-1.woff2'), subset)
copyFileSync(join(SOURCE, 'LICENSE_FONT'), join(INTO, 'tektur-license.txt'))
console.log(`${subset.length} bytes`)
