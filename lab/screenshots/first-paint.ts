import { withPhonePicture } from '../../packages/contract/src/content/phone-picture.ts'
import { changeSetting } from '../../packages/server/src/admin/settings/change-setting.ts'
import { uploadPicture } from '../../packages/server/src/content/pictures/upload-picture.ts'
import { globalSetup, globalTeardown } from '../../packages/server/test/support/start-postgres.ts'
import { fillSite, firstPage } from '../../packages/web/test/shown-pages.ts'
import {
  type BrowserSite,
  closeBrowser,
  withSite,
} from '../../packages/web/test/site-in-browser.ts'

const BY_OWNER = { actor: 'command', ip: null }
const CPU_SLOWDOWN = 4
/** A slow 3G connection: 400 kbit/s, and 400 ms of latency. */
const SLOW_3G = {
  offline: false,
  latency: 400,
  downloadThroughput: 400_000 / 8,
  uploadThroughput: 400_000 / 8,
}
const ROUNDS = 5
const PATHS = ['/login', '/']

const PAINTS = `new Promise((done) => {
  const found = {}
  new PerformanceObserver((list) => {
    for (const { name, startTime } of list.getEntries()) found[name] = startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) found['largest-contentful-paint'] = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  setTimeout(() => done(found), 1000)
})`

/** A script that draws a picture of at most `most` bytes, as large as one that the panel uploads. */
const DRAW = `(async ({ width, height, most }) => {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  let seed = 7
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647
  for (let block = 0; block < (width * height) / 600; block++) {
    context.fillStyle = 'hsl(' + (80 + random() * 60) + ' 40% ' + (20 + random() * 40) + '%)'
    context.fillRect(random() * width, (0.4 + random() * 0.6) * height, 2 + random() * 14, 2 + random() * 14)
  }
  for (let quality = 0.9; ; quality -= 0.1) {
    const drawn = await canvas.convertToBlob({ type: 'image/webp', quality: Math.max(quality, 0.01) })
    if (drawn.size <= most || quality < 0) return [...new Uint8Array(await drawn.arrayBuffer())]
  }
})`

async function setPicture({ site, visitor }: BrowserSite): Promise<void> {
  const { page, context } = await visitor()
  await page.goto('/login')
  const addresses: string[] = []
  for (const size of [
    { width: 1600, height: 600, most: 70_000 },
    { width: 640, height: 640, most: 18_000 },
  ]) {
    const bytes = await page.evaluate<number[]>(`${DRAW}(${JSON.stringify(size)})`)
    addresses.push((await uploadPicture(site.app, BY_OWNER, Buffer.from(bytes))).url)
    console.log(`${size.width}x${size.height}\t${bytes.length} bytes`)
  }
  await context.close()
  const [wide = '', phone = ''] = addresses
  const text = withPhonePicture(wide, phone)
  await changeSetting(site.app, BY_OWNER, { name: 'homePicture', text })
}

/** Measures when a visitor with an empty cache sees the first color, the first text and the picture, in ms. */
async function measure({ visitor }: BrowserSite, path: string): Promise<Record<string, number>> {
  const { page, context } = await visitor({ viewport: { width: 360, height: 740 } })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_3G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const startedAt = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const whole = performance.now() - startedAt
  await page.waitForLoadState('networkidle')
  const paints = await page.evaluate<Record<string, number>>(PAINTS)
  await context.close()
  return { ...paints, 'the page itself': whole }
}

async function measureAll(): Promise<void> {
  await withSite({}, async (given) => {
    await firstPage(given.site)
    await fillSite(given.site)
    await setPicture(given)
    for (const path of PATHS) {
      const rounds: Record<string, number>[] = []
      for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(given, path))
      for (const name of Object.keys(rounds[0] ?? {})) {
        const times = rounds.map((one) => Math.round(one[name] ?? 0)).sort((a, b) => a - b)
        console.log(`${path}\t${name}\t${times.join(' ')} ms`)
      }
    }
  })
}

await globalSetup() // creates the empty site of the pages
await measureAll().finally(closeBrowser).finally(globalTeardown)
