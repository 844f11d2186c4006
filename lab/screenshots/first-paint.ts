import { globalSetup, globalTeardown } from '../../packages/server/test/support/start-postgres.ts'
import { firstPage, furnish } from '../../packages/web/test/shown-pages.ts'
import { closeBrowser, type Story, withSite } from '../../packages/web/test/site-in-browser.ts'

/** A slow line of the third generation: 400 kbit/s, and 400 ms until an answer begins. */
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
    if ('first-contentful-paint' in found) done(found)
  }).observe({ type: 'paint', buffered: true })
})`

/** Measures when a visitor with an empty cache sees the first colour and the first text, in ms. */
async function measure({ visitor }: Story, path: string): Promise<Record<string, number>> {
  const { page, context } = await visitor({ viewport: { width: 360, height: 740 } })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_3G)
  const startedAt = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  const paints = await page.evaluate<Record<string, number>>(PAINTS)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const whole = performance.now() - startedAt
  await context.close()
  return { ...paints, 'the page itself': whole }
}

async function measureAll(): Promise<void> {
  await withSite({}, async (given) => {
    await firstPage(given.site)
    await furnish(given.site)
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

await globalSetup() // creates the empty site that the pages are drawn from
await measureAll().finally(closeBrowser).finally(globalTeardown)
