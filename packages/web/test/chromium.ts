import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const CARRIED = import.meta.resolve('@sparticuz/chromium')

/** A name of this machine that browsers do not treat as a secure context on plain http. */
export const PLAIN_HOST = 'plain.test'
const RESOLVE = `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`

/**
 * Without a graphics card the processor paints every frame, and painting through the emulated card is three
 * times slower. The emulated card is only for WebGL, which the figure needs.
 */
const PAINTED_PLAINLY = ['--disable-gpu-compositing', '--disable-gpu-rasterization']

const OURS = [RESOLVE, ...PAINTED_PLAINLY]

export async function launchChromium(): Promise<Browser> {
  const installed = [process.env.CHROMIUM ?? '', ...INSTALLED].find((path) => existsSync(path))
  if (installed) {
    return chromium.launch({ executablePath: installed, args: ['--no-sandbox', ...OURS] })
  }
  const { default: carried } = await import('@sparticuz/chromium')
  // The package is made for a single page in one process; the tests open several tabs.
  const args = carried.args.filter((arg) => !['--single-process', '--no-zygote'].includes(arg))
  return chromium.launch({ executablePath: await unpacked(), args: [...args, ...OURS] })
}

/**
 * Unpacks the packaged browser unless it is unpacked already. Test files may do this concurrently, so each unpacks into
 * its own directory, and the first one moves it into place. A child process does it, because a program that is open for
 * writing cannot be started.
 */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', CARRIED), 'utf8'))
  const place = join(
    process.env.TEST_CACHE ?? tmpdir(),
    `portal-chromium-${version}-${userInfo().uid}`,
  )
  const program = join(place, 'chromium')
  if (existsSync(program)) return program
  const aside = mkdtempSync(`${place}-`)
  const unpack = `import('${CARRIED}').then(({ default: carried }) => carried.executablePath())`
  const env = { ...process.env, TMPDIR: aside } // the package always unpacks into the temporary directory
  await promisify(execFile)(process.execPath, ['--eval', unpack], { env })
  try {
    renameSync(aside, place)
  } catch (error) {
    rmSync(aside, { recursive: true })
    if (!existsSync(program)) throw error
  }
  return program
}
