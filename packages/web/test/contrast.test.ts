import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { pageTest } from './page-test.ts'
import { contrastOf } from './painted-colors.ts'
import { type BrowserSite, loaded } from './site-in-browser.ts'

/**
 * Pairs of foreground and background with their minimum contrast: text 4.5 (WCAG 2.2, 1.4.3), edges 3
 * (1.4.11).
 */
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
  ['accent-ink', 'accent-fill', 4.5],
  ['accent-ink', 'accent-hover', 4.5],
  ['second-ink', 'second', 4.5],
  ['ink-faint', 'surface', 4.5],
  ['ink-faint', 'paper', 4.5],
  ['ink-faint', 'sunken', 4.5],
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

/** Light, dark and medium colors, and the hues whose perceived and computed brightness differ most. */
const ACCENTS = ['', '#ffffff', '#000000', '#808080', '#ffe000', '#00ff66', '#ff2d9b', '#2020ff']

const THEMES = ['light', 'dark'] as const

for (const colorScheme of THEMES) {
  pageTest(`buttons have exactly the owner’s color (${colorScheme})`, async (given) => {
    await paint(given, '#ffe066')
    const { page } = await given.visitor({ colorScheme })

    await page.goto('/login')
    const button = page.getByRole('button', { name: 'Sign in', exact: true })
    await button.waitFor()
    const fill = await button.evaluate((element) =>
      Reflect.get(Reflect.get(globalThis, 'getComputedStyle')(element), 'backgroundColor'),
    )

    assert.equal(fill, 'rgb(255, 224, 102)')
  })
}

pageTest('text has enough contrast with any accent color in both themes', async (given) => {
  const { page } = await given.visitor()
  const faint: Record<string, string[]> = {}
  const accents = { light: new Set<string>(), dark: new Set<string>() }

  for (const accent of ACCENTS) {
    await paint(given, accent)
    await page.goto('/login')
    await loaded(page)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      const colors = await colorsOf(page)
      accents[colorScheme].add(String(colors.accent))
      const found = faintPairs(colors)
      if (found.length > 0) faint[`${accent} ${colorScheme}`] = found
    }
  }

  assert.deepEqual(faint, {})
  for (const seen of Object.values(accents)) {
    assert.ok(seen.size >= 5, `the colors are not used: ${[...seen]}`) // grays may coincide
  }
})

async function paint({ site }: BrowserSite, accent: string): Promise<void> {
  const change = { name: 'accentColor', text: accent } as const
  await changeSetting(site.app, { actor: 'command', ip: null }, change)
}

function faintPairs(colors: Record<string, number[]>): string[] {
  const found: string[] = []
  for (const [ink, ground, least] of PAIRS) {
    const contrast = contrastOf(colors[ink] ?? [], colors[ground] ?? [])
    if (contrast < least) found.push(`${ink} on ${ground}: ${contrast.toFixed(2)}`)
  }
  return found
}

/** Returns the color of each CSS variable as the browser paints it: red, green and blue from 0 to 255. */
async function colorsOf(page: Page): Promise<Record<string, number[]>> {
  const names = [...new Set(PAIRS.flat())]
  return page.evaluate(`(() => {
    const brush = new OffscreenCanvas(1, 1).getContext('2d')
    const probe = document.body.appendChild(document.createElement('i'))
    const colorOf = (name) => {
      probe.style.color = 'var(--' + name + ')'
      brush.fillStyle = getComputedStyle(probe).color
      brush.fillRect(0, 0, 1, 1)
      return [...brush.getImageData(0, 0, 1, 1).data].slice(0, 3)
    }
    const colors = Object.fromEntries(${JSON.stringify(names)}.map((name) => [name, colorOf(name)]))
    probe.remove()
    return colors
  })()`)
}
