import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { HOUR } from '../packages/server/src/platform/clock.ts'
import { firstPage, furnish, type ShownPage } from '../packages/web/test/shown-pages.ts'
import {
  closeBrowser,
  loaded,
  type Story,
  signInAs,
  withSite,
} from '../packages/web/test/site-in-browser.ts'

const FOLDER = join(import.meta.dirname, '../pictures')

const WIDTHS = [360, 1280]
const SCHEMES = ['light', 'dark'] as const
const LANGUAGES = ['en', 'ru'] as const

/**
 * Pictures of every page at two widths, by day and by night, in both languages, for people to look
 * at: `pictures/<page>-<width>-<scheme>-<language>.png`. A word picks the pages whose names have it.
 */
async function takePictures(wanted: string): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER)
  await withSite({}, async (given) => {
    await takeAll(given, [await firstPage(given.site)], wanted)
    await takeAll(given, await furnish(given.site), wanted)
  })
}

async function takeAll(given: Story, all: readonly ShownPage[], wanted: string): Promise<void> {
  const pages = all.filter(({ name }) => name.includes(wanted))
  for (const who of ['visitor', 'newcomer', 'owner'] as const) {
    const shown = pages.filter(({ as }) => as === who)
    for (const colorScheme of SCHEMES) {
      for (const language of LANGUAGES) await take(given, shown, { who, colorScheme, language })
    }
  }
}

type Look = { who: ShownPage['as']; colorScheme: 'light' | 'dark'; language: 'en' | 'ru' }

async function take(given: Story, pages: readonly ShownPage[], look: Look): Promise<void> {
  const { who, colorScheme, language } = look
  if (pages.length === 0) return
  given.site.wait(HOUR) // the site thinks that all of this is one visitor, in a hurry
  const { page, context } = await given.visitor({ colorScheme, reducedMotion: 'reduce' })
  await signInAs(page, who)
  await page.evaluate(`localStorage.setItem('portal-language', '${language}')`)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    for (const { name, path } of pages) {
      await page.goto(path)
      await loaded(page)
      const file = `${name}-${width}-${colorScheme}-${language}.png`
      await page.screenshot({ path: join(FOLDER, file), fullPage: true })
    }
  }
  await context.close()
}

await takePictures(process.argv[2] ?? '').finally(closeBrowser)
