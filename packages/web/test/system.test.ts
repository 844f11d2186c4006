import assert from 'node:assert/strict'
import { upsertFinding } from '../../server/src/admin/overview/finding-store.ts'
import { HOUR } from '../../server/src/platform/clock.ts'
import { pageTest } from './page-test.ts'

pageTest('the system page lists problems first and removes solved problems', async (given) => {
  const { site, owner } = given
  await upsertFinding(site.app.db, { name: 'proxy.untrusted', detail: '10.0.0.1', at: site.now() })
  const { page } = await owner()

  await page.goto('/panel')
  await page.getByRole('link', { name: 'System', exact: true }).click()
  await page.getByText('The proxy 10.0.0.1 forwards requests').waitFor()
  await page.getByText('Set TRUST_PROXY=10.0.0.1 and restart the site.').waitFor()
  const states = await page.locator('.checks .tag').allTextContents()
  await site.app.db.deleteFrom('finding').execute()
  site.wait(HOUR)
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('The proxy 10.0.0.1').waitFor({ state: 'detached' })
  await page.getByText(/checks passed$/).click()
  await page.getByText('No proxy has been seen in front of the site.').waitFor()

  const ranks = states.map((text) => ['Failed', 'Warning', 'Unknown', 'OK'].indexOf(text.trim()))
  assert.deepEqual(ranks, ranks.toSorted())
  assert.equal(ranks[0], 0)
  assert.equal(await page.getByText('The proxy 10.0.0.1').count(), 0)
})

pageTest('the system page shows the reader’s address as the site sees it', async (given) => {
  const { page } = await given.owner({ locale: 'ru-RU' })

  await page.goto('/panel/system')

  await page.getByText(/провер(ка|ки|ок) пройден/).click()
  await page.getByRole('heading', { name: 'Прокси и адреса игроков' }).waitFor()
  await page.getByText('127.0.0.1', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Проверить снова' }).waitFor()
})

pageTest('a system page that failed to load offers a retry', async ({ owner, excuse }) => {
  excuse(/ERR_FAILED|Failed to load resource/)
  const { page } = await owner()
  await page.route('**/admin/system', (route) => route.abort())
  await page.goto('/panel/system')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()

  await page.unroute('**/admin/system')
  await again.click()

  await page.getByText(/checks passed$/).click()
  await page.getByRole('heading', { name: 'Database', exact: true }).waitFor()
})
