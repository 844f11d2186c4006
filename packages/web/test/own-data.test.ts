import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { createPlayer } from '../../server/src/account/registration/create-player.ts'
import { MINUTE } from '../../server/src/platform/clock.ts'
import { unzip } from '../../server/test/account/export/unzip.ts'
import { pageTest } from './page-test.ts'
import { type BrowserSite, PASSWORD, signInWithoutForm } from './site-in-browser.ts'

async function made({ site }: BrowserSite, username: string, email: string | null): Promise<void> {
  const rest = { email, password: PASSWORD, superuser: false, activated: true }
  await createPlayer(site.app, { username, ...rest })
}

/** Clicks a button that downloads a ZIP file, and returns its entries. */
async function downloaded(page: Page, button: string): Promise<Map<string, Buffer>> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await download
  assert.equal(file.suggestedFilename(), 'Steve-2030-01-01.zip')
  return unzip(readFileSync(await file.path()))
}

pageTest('a player downloads the data by a mailed link, which works once', async (given) => {
  await made(given, 'Steve', 'steve@example.org')
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/profile')
  await page.getByText('We send a link to steve@example.org').waitFor()
  given.site.wait(11 * MINUTE)

  await page.getByRole('button', { name: 'Send me the link' }).click()
  const proof = page.getByRole('dialog')
  await proof.locator('[name=password]').fill(PASSWORD)
  await proof.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('We sent a link to steve@example.org.').waitFor()
  const mail = (await given.site.mails()).at(-1)
  const path = /\/export\?hash=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const { page: phone } = await given.visitor()
  await phone.goto(path)
  const files = await downloaded(phone, 'Download my data')
  await phone.getByRole('heading', { name: 'Your data is downloaded' }).waitFor()
  await phone.getByText('Steve-2030-01-01.zip is in your downloads.').waitFor()
  await phone.goto(path)
  await phone.getByRole('button', { name: 'Download my data' }).click()
  await phone.locator('h1:focus').getByText('This link no longer works').waitFor()

  assert.deepEqual([...files.keys()], ['README.txt', 'data.json'])
  assert.match(files.get('README.txt')?.toString() ?? '', /^Your data on Portal\r\n/)
})

pageTest('a player without an e-mail downloads the data immediately', async (given) => {
  await made(given, 'Steve', null)
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/profile')

  const files = await downloaded(page, 'Download my data')

  await page.getByText('Steve-2030-01-01.zip is in your downloads.').waitFor()
  const data = JSON.parse(files.get('data.json')?.toString() ?? '')
  assert.equal(data.account[0].name, 'Steve')
  assert.deepEqual(await given.site.mails(), [])
})
