import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../../packages/web/test/chromium.ts'
import { freePort } from '../../scripts/test/free-port.ts'
import { accounts } from './accounts.ts'
import { contents } from './content/content.ts'
import { drawAll } from './draw-all.ts'
import { openGameServers } from './game-servers.ts'
import { fillFolder, openDemo } from './open-demo.ts'

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false }, into: { type: 'string' } },
  allowPositionals: true,
})
const ROOT = join(import.meta.dirname, '../..')
const INTO = values.into ?? join(ROOT, 'docs/pictures')
const MAX_BYTES = 150_000
const SIZE = { width: 1280, height: 826 }
const SHARPNESS = 1.5
const SCHEMES = ['light', 'dark'] as const

type Account = { username: string; password: string }
type Picture = {
  name: string
  path: string
  as?: Account
  act?: (page: Page) => Promise<unknown>
  height?: number
}

const pictures: readonly Picture[] = [
  { name: 'home', path: '/', height: 1115 },
  {
    name: 'account',
    path: '/account/skin',
    as: accounts.player,
    async act(page) {
      const figure = page.locator('canvas[role=slider]').first()
      await figure.focus()
      for (let turn = 0; turn < 2; turn += 1) await figure.press('ArrowRight')
      await figure.blur()
    },
  },
  { name: 'panel', path: '/panel/players', as: accounts.owner },
]

/** Takes the pictures of the README from the demo, in light and dark: `docs/pictures/<page>-<scheme>.webp`. */
async function takePictures(): Promise<void> {
  await using open = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'portal-pictures-'))
  open.defer(() => rmSync(folder, { recursive: true, force: true }))
  const options = { folder, locale: 'en', port: await freePort(), fresh: false } as const
  await fillFolder(options)
  const servers = openGameServers(contents.en)
  open.defer(() => servers.close())
  const site = await openDemo(options)
  open.defer(() => site.close())
  await site.listen()
  const browser = await launchChromium()
  open.defer(() => browser.close())

  mkdirSync(INTO, { recursive: true })
  for (const colorScheme of SCHEMES) {
    for (const picture of pictures) {
      const context = await browser.newContext({
        baseURL: site.url,
        locale: 'en-GB',
        viewport: { ...SIZE, ...(picture.height && { height: picture.height }) },
        deviceScaleFactor: SHARPNESS,
        colorScheme,
        reducedMotion: 'reduce',
      })
      const bytes = await take(context, picture)
      await context.close()
      const file = `${picture.name}-${colorScheme}.webp`
      if (bytes.length > MAX_BYTES) throw new Error(`${file} has ${bytes.length} bytes`)
      writeFileSync(join(INTO, file), bytes)
      console.log(`${file}: ${Math.ceil(bytes.length / 1000)} KB`)
    }
  }
}

async function take(context: BrowserContext, { path, as, act }: Picture): Promise<Buffer> {
  const page = await context.newPage()
  if (as) await signIn(page, as)
  for (let visit = 0; visit < 2; visit += 1) {
    await page.goto(path) // the second visit has the status of the game servers
    await page.waitForLoadState('networkidle')
  }
  await page.evaluate("document.documentElement.style.scrollbarGutter = 'auto'")
  await page.evaluate("document.documentElement.style.scrollbarWidth = 'none'")
  await act?.(page)
  const tools = await context.newCDPSession(page)
  const { data } = await tools.send('Page.captureScreenshot', { format: 'webp', quality: 88 })
  return Buffer.from(data, 'base64')
}

async function signIn(page: Page, { username, password }: Account): Promise<void> {
  await page.goto('/login')
  await page.locator('[name=username]').fill(username)
  await page.locator('[name=password]').fill(password)
  await page.locator('main [type=submit]').first().click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

if (values.all) await drawAll(values.into ?? join(ROOT, 'pictures'), positionals)
else await takePictures()
