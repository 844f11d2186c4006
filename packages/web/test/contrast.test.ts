import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { pageTest } from './page-test.ts'
import { loaded, type Story } from './site-in-browser.ts'

/** Pairs of ink and ground with their least contrast: text 4.5 (WCAG 2.2, 1.4.3), edges 3 (1.4.11). */
const PAIRS: readonly (readonly [ink: string, ground: string, least: number])[] = [
  ...['paper', 'surface', 'sunken'].flatMap(
    (ground) =>
      [
        ['ink', ground, 4.5],
        ['ink-soft', ground, 4.5],
        ['accent', ground, 4.5],
        ['danger', ground, 4.5],
      ] as const,
  ),
  ['accent-ink', 'accent', 4.5],
  ['accent', 'accent-soft', 4.5],
  ['danger-ink', 'danger', 4.5],
  ['danger', 'danger-soft', 4.5],
  ['warn', 'warn-soft', 4.5],
  ['good', 'good-soft', 4.5],
  ['ink', 'accent-soft', 4.5],
  ['ink', 'danger-soft', 4.5],
  ['ink', 'warn-soft', 4.5],
  ['ink', 'good-soft', 4.5],
  ['line-strong', 'paper', 3],
  ['line-strong', 'surface', 3],
]

/** Light, dark and medium colours, and the hues whose perceived and computed brightness differ most. */
const ACCENTS = ['', '#ffffff', '#000000', '#808080', '#ffe000', '#00ff66', '#ff2d9b', '#2020ff']

for (const colorScheme of ['light', 'dark'] as const) {
  pageTest(
    `text is readable with any colour that the owner picks (${colorScheme})`,
    async (given) => {
      const { page } = await given.visitor({ colorScheme })
      const faint: Record<string, string[]> = {}

      const seen = new Set<string>()
      for (const accent of ACCENTS) {
        await paint(given, accent)
        await page.goto('/login')
        await loaded(page)
        seen.add((await colorOf(page, 'accent')).join())
        const found = await faintPairs(page)
        if (found.length > 0) faint[accent] = found
      }

      assert.deepEqual(faint, {})
      assert.ok(seen.size >= 5, `the colours are not used: ${[...seen]}`) // greys may come out alike
    },
  )
}

async function paint({ site }: Story, accent: string): Promise<void> {
  const change = { name: 'accentColor', text: accent } as const
  await changeSetting(site.app, { actor: 'command', ip: null }, change)
}

async function faintPairs(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [ink, ground, least] of PAIRS) {
    const contrast = contrastOf(await colorOf(page, ink), await colorOf(page, ground))
    if (contrast < least) found.push(`${ink} on ${ground}: ${contrast.toFixed(2)}`)
  }
  return found
}

/** The colour of a variable as the browser paints it: red, green and blue from 0 to 255. */
async function colorOf(page: Page, name: string): Promise<number[]> {
  return page.evaluate(
    `(() => {
      const brush = new OffscreenCanvas(1, 1).getContext('2d')
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'var(--${name})'
      brush.fillStyle = getComputedStyle(probe).color
      probe.remove()
      brush.fillRect(0, 0, 1, 1)
      return [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3)
    })()`,
  )
}

/** The contrast ratio of WCAG 2.2. */
function contrastOf(a: readonly number[], b: readonly number[]): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
