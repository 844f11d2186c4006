import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createPlayer } from '../../packages/server/src/account/registration/create-player.ts'
import { HOUR } from '../../packages/server/src/platform/clock.ts'
import { PASSWORD } from '../../packages/server/test/support/site.ts'
import { globalSetup, globalTeardown } from '../../packages/server/test/support/start-postgres.ts'
import { fillSite, firstPage, resetPath } from '../../packages/web/test/shown-pages.ts'
import {
  type BrowserSite,
  closeBrowser,
  loaded,
  signIn,
  signInAs,
  withSite,
} from '../../packages/web/test/site-in-browser.ts'
import { emptyPages, type Picture, states } from './states.ts'

const { values, positionals } = parseArgs({
  options: { into: { type: 'string' } },
  allowPositionals: true,
})
const FOLDER = values.into ?? join(import.meta.dirname, '../../pictures')

const SIZES = [
  { width: 360, height: 740, isMobile: true, hasTouch: true },
  { width: 1280, height: 800, isMobile: false, hasTouch: false },
] as const
const SCHEMES = ['light', 'dark'] as const
const LANGUAGES = ['en', 'ru'] as const

/**
 * Takes pictures of every page and state for review, at two widths, in both themes and languages:
 * `pictures/<page>-<width>-<scheme>-<language>.png`. Arguments select pages whose names contain one of
 * them; `--into=<folder>` adds the pictures to another folder.
 */
async function takePictures(wanted: readonly string[]): Promise<void> {
  if (!values.into) rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  await withSite({}, async (given) => {
    await takeAll(given, [await firstPage(given.site)], wanted)
    await createPlayer(given.site.app, {
      username: 'Owner',
      email: 'owner@example.org',
      password: PASSWORD,
      superuser: true,
      activated: true,
    })
    await takeAll(given, emptyPages, wanted)
  })
  await withSite({}, async (given) => {
    const pages: Picture[] = await fillSite(given.site)
    const drawn = [...pages, ...(await states(given.site))]
    await takeAll(
      given,
      drawn.map((page) => asked(given, page)),
      wanted,
    )
  })
}

/**
 * Returns the page to open. For each picture of the reset page, requests a new link, because links expire before the
 * run ends.
 */
function asked({ site }: BrowserSite, page: Picture): Picture {
  return page.name === 'reset' ? { ...page, path: () => resetPath(site) } : page
}

async function takeAll(
  given: BrowserSite,
  all: readonly Picture[],
  wanted: readonly string[],
): Promise<void> {
  const pictures = all.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
  )
  for (const who of new Set(pictures.map(({ as }) => as))) {
    const shown = pictures.filter(({ as }) => as === who)
    for (const colorScheme of SCHEMES) {
      for (const size of SIZES) await take(given, shown, { who, colorScheme, size })
    }
  }
}

type Look = { who: Picture['as']; colorScheme: 'light' | 'dark'; size: (typeof SIZES)[number] }

async function take(given: BrowserSite, pictures: readonly Picture[], look: Look): Promise<void> {
  const { who, colorScheme, size } = look
  const { isMobile, hasTouch, ...viewport } = size
  given.site.wait(HOUR) // to stay below the limits, as all visitors share one address
  const { page, context } = await given.visitor({
    colorScheme,
    viewport,
    isMobile,
    hasTouch,
    reducedMotion: 'reduce',
  })
  if (who === 'visitor' || who === 'unconfirmed' || who === 'nobody' || who === 'owner')
    await signInAs(page, who)
  else await signIn(page, who)
  for (const language of LANGUAGES) {
    await page.evaluate(`localStorage.setItem('portal-language', '${language}')`)
    for (const { name, path, act } of pictures) {
      await page.goto(typeof path === 'string' ? path : await path())
      await loaded(page)
      await act?.(page)
      const file = `${name}-${size.width}-${colorScheme}-${language}.png`
      await page.evaluate('scrollTo(0, 0)')
      const over = await page.getByRole('dialog').isVisible() // a dialog covers the screen, not the page
      await page.screenshot({ path: join(FOLDER, file), fullPage: !over })
      await page.unrouteAll()
    }
  }
  await context.close()
}

await globalSetup() // creates the empty site that tests begin with
await takePictures(positionals).finally(closeBrowser).finally(globalTeardown)
