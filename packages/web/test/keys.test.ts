import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { written } from '../../server/test/integrations/api-keys/key-notes.ts'
import { bearer } from '../../server/test/support/browser.ts'
import { pageTest } from './page-test.ts'
import { type BrowserSite, copyField, PASSWORD } from './site-in-browser.ts'

/** Creates a key in the panel. @returns a function that sends requests of a launcher server with the key. */
async function createKey(page: Page, { url }: BrowserSite, addresses: string) {
  await page.goto('/panel/keys')
  await page.getByLabel('Name', { exact: true }).fill('Launcher') // on a site without keys the form is open
  await page.getByLabel('Trusted addresses').fill(addresses)
  await page.getByRole('button', { name: 'Create a key' }).click()
  const key = (await page.getByLabel('Key', { exact: true }).textContent()) ?? ''
  const headers = { authorization: `Api-Key ${key}` }
  return async () => (await fetch(`${url}/auth/launcher/ping`, { headers })).status
}

/** The keys as the API returns them. */
async function keysOf({ site }: BrowserSite) {
  const { body } = await site.browser().logIn('Owner', PASSWORD)
  return (await site.browser().get('/admin/api-keys', bearer(body.accessToken))).body.items
}

pageTest('one click makes a key trust the address that was refused', async (given) => {
  const { page } = await given.owner()
  const trust = page.getByRole('button', { name: 'Trust 127.0.0.1' })

  await page.goto('/panel/keys')
  await page.getByLabel('Name', { exact: true }).waitFor()
  assert.equal(await page.getByText('Another launcher integration').count(), 0) // this permission opens no endpoint
  await page.getByLabel('Trusted addresses').fill('203.0.113.7,nonsense')
  await page.getByLabel('Name', { exact: true }).fill('Launcher')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByText('This is neither an IP address nor a network').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('No keys yet').waitFor()
  const ping = await createKey(page, given, '203.0.113.7')
  const refused = await ping()
  await page.getByText('Last refused').first().waitFor()
  await page.getByText('Adds only this address: 127.0.0.1/32').first().waitFor()
  await trust.first().click()
  await page.getByRole('status').getByText('127.0.0.1/32 is now trusted.').waitFor()
  await page.getByRole('definition').filter({ hasText: '127.0.0.1' }).waitFor()
  const accepted = await ping()
  await page.getByText('Connected').waitFor()
  await page.reload()
  await page.getByText(/Last used .* from 127\.0\.0\.1/).waitFor()

  assert.deepEqual([refused, accepted, await trust.count()], [403, 200, 0])
})

pageTest('addresses and permissions of a key can be changed in the panel', async (given) => {
  const { page } = await given.owner()
  const ping = await createKey(page, given, '203.0.113.7')
  await ping()
  await written(given.site)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Trust 127.0.0.1' }).waitFor()

  await page.getByRole('button', { name: 'Change the key Launcher' }).click()
  await page.getByLabel('Launcher server: sign-in, profile, news').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Choose at least one.').waitFor()
  await page.getByLabel('Launcher server: sign-in, profile, news').check()
  await page.getByLabel('Trusted addresses').fill('127.0.0.0/8')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. The change takes effect with the next request.').waitFor()
  await page.getByRole('definition').filter({ hasText: '127.0.0.0/8' }).waitFor()

  const [{ name, addresses }] = await keysOf(given)
  assert.deepEqual([name, addresses, await ping()], ['Launcher', ['127.0.0.0/8'], 200])
  assert.equal(await page.getByRole('button', { name: 'Trust 127.0.0.1' }).count(), 0)
})

pageTest('the form of a key takes the focus and returns it when the form closes', async (given) => {
  const { page } = await given.owner()
  await createKey(page, given, '203.0.113.7')
  await page.getByRole('button', { name: 'I have copied it' }).click()
  const change = page.getByRole('button', { name: 'Change the key Launcher' })

  await change.press('Enter')
  await page.locator('li form input:focus').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.locator('li button:focus').waitFor()

  assert.equal(
    await change.evaluate((button) => button === button.ownerDocument.activeElement),
    true,
  )
})

pageTest('leaving the page warns if the new key was not copied', async (given) => {
  const { page, context } = await given.owner()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await createKey(page, given, '203.0.113.7')
  const question = page.getByRole('dialog', { name: 'Leave without the key?' })

  await page.getByRole('link', { name: 'Audit log' }).click()
  await question.getByText('It will not be shown again').waitFor()
  await question.getByRole('button', { name: 'Stay' }).click()
  const stayed = new URL(page.url()).pathname
  await copyField(page)
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.waitForURL('**/panel/audit')

  assert.equal(stayed, '/panel/keys')
  assert.equal(await question.count(), 0)
})
