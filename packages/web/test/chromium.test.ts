import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { newFolder } from '../../server/test/support/server-process.ts'

const CHROMIUM = new URL('./chromium.ts', import.meta.url).href

const LAUNCH = `
  const { launchChromium } = await import('${CHROMIUM}')
  const browser = await launchChromium()
  const page = await browser.newPage()
  console.log(await page.evaluate('6 * 7'))
  await browser.close()`

test('test files that start at the same time on a new machine all get a complete browser', async () => {
  using folder = newFolder()
  const env = { ...process.env, TEST_CACHE: folder.path }
  const launch = () => promisify(execFile)(process.execPath, ['--eval', LAUNCH], { env })

  const launched = await Promise.all([launch(), launch()])

  assert.deepEqual(
    launched.map(({ stdout }) => stdout),
    ['42\n', '42\n'],
  )
})
