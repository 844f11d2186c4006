import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A headless Chromium: an installed one (or `CHROMIUM`), else the one a package carries. */
export async function launchChromium(): Promise<Browser> {
  const installed = [process.env.CHROMIUM ?? '', ...INSTALLED].find((path) => existsSync(path))
  if (installed) {
    return chromium.launch({ executablePath: installed, args: ['--no-sandbox'] })
  }
  const { default: carried } = await import('@sparticuz/chromium')
  // Made for one page in one process; here several tabs come and go.
  const args = carried.args.filter((arg) => !['--single-process', '--no-zygote'].includes(arg))
  return chromium.launch({ executablePath: await carried.executablePath(), args })
}
