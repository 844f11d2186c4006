import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { schemeNames } from '../../server/src/credentials/password-hash/formats/formats.ts'
import { type Violation, violationsOn } from './axe.ts'
import { sharedVisit } from './page-test.ts'
import { drawn } from './site-in-browser.ts'
import { visitAll } from './visit-pages.ts'

/** Words that are the same in every language: names, and content of this site. */
const NAMES = [
  'discord\\.gg|Yggdrasil Connect|client ID|Forum|Tebex|tebex|EasyDonate|Stev|Portal|English|Owner|Alex|Efe|Steve|Newcomer|Minecraft|PNG|QR|UUID|uuid|URL|IP|API|https|HTML|Markdown|HD|2FA',
  'localhost|Firefox|Chrome|Linux|SQLite|SMTP|DNS|UTC|command|survival|skyblock|test|gold|Gold|moderator|Moderators',
  'portal settings set leakCheck off|bad port|cookie|wal|emailConfirmation|launcherBuilds',
  'PIN|VK ID|ID|nelly|Nelly|discord|telegram|google|issuer|Stephen|Google|Apple|Microsoft|Gmail|Brevo|Postmark|JPEG|WebP|Windows|macOS|Discord|Telegram|homeAboutEn|launcherWindows|launcherLinux|telegramUrl|discordUrl',
  'AuthMeReloaded|AuthMe|nLogin|LibreLogin|LimboAuth|OpeNLogin|LoginSecurity|UnicoreCMS|Azuriom|NamelessMC|WordPress|Drasl',
  'DataLife Engine|XenForo|phpBB 3|Blessing Skin|CSV|JSON lines|portal import|Developers|Webhooks|Endpoints',
  'HMCL at home|EML Lib|EML|GravitLauncher|AuroraLauncher|FjordLauncher|Laminara|Yggdrasil|AzAuth|HMCL|XMCL|GML|PCL|Node|portal',
  // Longest first, because one name may be the prefix of another.
  ...schemeNames.toSorted((one, other) => other.length - one.length),
  'homeAboutRu|GMT|Nobody|Ctrl|Season two begins|A|new world|and|fresh ores|rules|Griefing at spawn|Donation|Update|Launcher server|Tebex|tebex|EasyDonate|Developers|Webhooks|Endpoints|Stev',
].join('|')

/** Addresses, permissions and colors, which have punctuation between their letters. */
const CODE = /#\w+|\S*[\w*][.@:/_=*-]\S*[\w*]\S*|\/\w+|(?<=\+)[A-Z]\b/g

/** Returns Latin words that are visible or read by screen readers, except keys and codes. */
async function latinWordsOn(page: Page): Promise<string[]> {
  const texts: string[] = await page.evaluate(`(() => {
    const said = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const inside = walk.currentNode.parentElement
      if (inside.closest('script, style, code, pre, kbd, .mono, td.change') === null) {
        said.push(walk.currentNode.textContent)
      }
    }
    for (const one of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) said.push(one.getAttribute(name) ?? '')
    }
    return said
  })()`)
  const names = new RegExp(`(?<!\\w)(${NAMES})(?!\\w)`, 'g')
  return texts.flatMap(
    (text) =>
      text
        .replace(names, '')
        .replace(CODE, '')
        .match(/[A-Za-z]+/g) ?? [],
  )
}

/** The minimum touch target of Apple and Google in pixels, minus rounding of text. */
const LEAST = 44

/** Controls below the minimum touch target. Links within a sentence do not count. */
const SMALL = `[...document.querySelectorAll('button, select, .link-button, nav a, input:not([type=checkbox], .visually-hidden), label:has([type=radio])')]
  .map((one) => ({ one, box: one.getBoundingClientRect() }))
  .filter(({ box }) => box.width > 0 && (box.height < ${LEAST} || box.width < ${LEAST}))
  .map(({ one, box }) => (one.textContent || one.name || one.className).trim() + ' ' + Math.round(box.width) + '×' + Math.round(box.height))`

/** Labels of fields whose control is not below the label and within the field. */
const STRAY = `[...document.querySelectorAll('.field:not(:has(> .visually-hidden))')]
  .map((field) => [field, field.querySelector('label'), field.querySelector('input, select, textarea')])
  .filter(([field, label, control]) => {
    const [around, above, box] = [field, label, control].map((one) => one.getBoundingClientRect())
    return box.top < above.bottom || box.bottom > around.bottom
  })
  .map(([, label]) => label.textContent)`

const SCREEN = { width: 1280, height: 800 }
const PHONE = { width: 320, height: 640 }

type Seen = {
  statuses: Record<string, number | undefined>
  moved: string[]
  untitled: Record<string, string>
  latin: Record<string, string[]>
  wide: string[]
  small: Record<string, string[]>
  stray: Record<string, string[]>
  light: Record<string, Violation[]>
  dark: Record<string, Violation[]>
}

function nothingSeen(): Seen {
  return {
    statuses: {},
    moved: [],
    untitled: {},
    latin: {},
    wide: [],
    small: {},
    stray: {},
    light: {},
    dark: {},
  }
}

/** Visits every page once: on a phone of a Russian player, and again in the size of a screen for axe. */
const visited = sharedVisit(async (given) => {
  const seen = nothingSeen()
  const options = { locale: 'ru-RU', viewport: PHONE, isMobile: true, hasTouch: true }
  const still = { reducedMotion: 'reduce' } // the theme changes immediately
  await visitAll(given, { ...options, ...still }, async (page, { name, path }, response) => {
    seen.statuses[name] = response?.status()
    if (page.url() !== new URL(path, given.url).href) seen.moved.push(`${path} → ${page.url()}`)
    const title = await page.title()
    if (!isTitle(title, name)) seen.untitled[name] = title
    const words = await latinWordsOn(page)
    if (words.length > 0) seen.latin[name] = words
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
    if (width > PHONE.width) seen.wide.push(`${name}: ${width}`)

    await page.setViewportSize(SCREEN)
    const light = await violationsOn(page)
    if (light.length > 0) seen.light[name] = light
    await page.emulateMedia({ colorScheme: 'dark' })
    await settled(page)
    const dark = await violationsOn(page, ['color-contrast']) // the dark theme differs only in colors
    if (dark.length > 0) seen.dark[name] = dark
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(PHONE)

    const menu = page.locator('[aria-controls=side]')
    if (await menu.isVisible()) await menu.click()
    const small: string[] = await page.evaluate(SMALL)
    if (small.length > 0) seen.small[name] = small
    const stray: string[] = await page.evaluate(STRAY)
    if (stray.length > 0) seen.stray[name] = stray
  })
  return seen
})

/** Waits until no color is between two themes. */
async function settled(page: Page): Promise<void> {
  await drawn(page)
  await page.evaluate(
    `Promise.allSettled(document.getAnimations().map(({ finished }) => finished))`,
  )
}

function isTitle(title: string, name: string): boolean {
  const isHome = /^Portal · (Minecraft server|сервер Minecraft)$/.test(title)
  return name.startsWith('home') ? isHome : /^[А-ЯЁA-Z].+ · Portal$/.test(title)
}

function visitTest(name: string, check: (seen: Seen) => void): void {
  test(name, async () => check(await visited()))
}

visitTest('every page opens by its address', ({ statuses, moved }) => {
  const wrong = Object.entries(statuses).filter(
    ([name, status]) => status !== (name === 'missing' ? 404 : 200),
  )
  assert.deepEqual([wrong, moved], [[], []])
})

visitTest('every page has a title with the name of the site', ({ untitled }) => {
  assert.deepEqual(untitled, {})
})

visitTest('every page is Russian in a Russian browser', ({ latin }) => {
  assert.deepEqual(latin, {})
})

visitTest('every page fits a screen of 320 px', ({ wide, stray }) => {
  assert.deepEqual([wide, stray], [[], {}])
})

visitTest('every control is large enough for a thumb on a phone', ({ small }) => {
  assert.deepEqual(small, {})
})

visitTest('no page has axe violations in the light theme', ({ light }) => {
  assert.deepEqual(light, {})
})

visitTest('no text has too little contrast in the dark theme', ({ dark }) => {
  assert.deepEqual(dark, {})
})
