import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const CARRIED = import.meta.resolve('@sparticuz/chromium')

/** A headless Chromium: an installed one (or `CHROMIUM`), else the one a package carries. */
export async function launchChromium(): Promise<Browser> {
  const installed = [process.env.CHROMIUM ?? '', ...INSTALLED].find((path) => existsSync(path))
  if (installed) {
    return chromium.launch({ executablePath: installed, args: ['--no-sandbox'] })
  }
  const { default: carried } = await import('@sparticuz/chromium')
  // Made for one page in one process; here several tabs come and go.
  const args = carried.args.filter((arg) => !['--single-process', '--no-zygote'].includes(arg))
  return chromium.launch({ executablePath: await unpacked(), args })
}

/**
 * Unpacks what the package carries, unless it is there already. Several files of tests ask at once:
 * each unpacks aside, in a process that has let go of the program when it ends (one that is still
 * being written cannot be started), and the first puts all of it in its place.
 */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', CARRIED), 'utf8'))
  const place = join(tmpdir(), `portal-chromium-${version}-${userInfo().uid}`)
  const program = join(place, 'chromium')
  if (existsSync(program)) return program
  const aside = mkdtempSync(`${place}-`)
  const unpack = `import('${CARRIED}').then(({ default: carried }) => carried.executablePath())`
  const env = { ...process.env, TMPDIR: aside } // the package knows no other place
  await promisify(execFile)(process.execPath, ['--eval', unpack], { env })
  try {
    renameSync(aside, place)
  } catch (error) {
    rmSync(aside, { recursive: true })
    if (!existsSync(program)) throw error
  }
  return program
}
