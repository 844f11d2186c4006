import assert from 'node:assert/strict'
import { PAGE_SIZE } from '@portal/contract'
import type { Page } from 'playwright-core'
import { MINUTE } from '../../server/src/platform/clock.ts'
import { callbackOf, KEY, openEasyDonateApi } from '../../server/test/purchases/easydonate-shop.ts'
import { addRank, grantsOf, openTebex, SECRET } from '../../server/test/purchases/tebex-shop.ts'
import { pageTest } from './page-test.ts'
import { PASSWORD } from './site-in-browser.ts'

pageTest('an owner sets EasyDonate up, and its next payment gives the rank', async (given) => {
  const { site } = given
  await addRank(site, 'vip')
  const steve = await site.player('Steve')
  await using api = await openEasyDonateApi(site)
  api.add({ id: 1001 })
  const { page } = await given.owner()
  await page.goto('/panel/purchases')
  const shop = page.getByRole('region', { name: 'EasyDonate' })

  await shop.getByLabel('Receive purchases from EasyDonate').check()
  await shop.getByLabel('Shop key').fill(KEY)
  await shop.getByRole('button', { name: 'Save EasyDonate' }).click()
  await shop.getByText('Secret stored').waitFor()
  const url = await shop.getByLabel('URL for EasyDonate').textContent()
  await shop.getByLabel('Product ID').fill('1')
  await shop.getByLabel('Gives').selectOption({ label: 'VIP' })
  await shop.getByLabel('Days').fill('30')
  await shop.getByRole('button', { name: 'Save the product' }).click()
  await shop.getByText('1 → VIP, 30 days').waitFor()
  const paid = await site.browser().post(new URL(url ?? '').pathname, callbackOf(1001))
  await page.reload()
  await page.getByText('EasyDonate · product 1 × 1 · payment 1001').waitFor()

  assert.equal(paid.status, 200)
  assert.equal((await page.content()).includes(KEY), false)
  const grants = await grantsOf(site, steve.id)
  assert.deepEqual(
    grants.map(({ group, author }) => [group, author]),
    [['vip', 'purchase:easydonate']],
  )
})

pageTest(
  'an old session changes a shop and its products after re-authentication',
  async (given) => {
    const { site } = given
    const { page } = await given.owner()
    await page.goto('/panel/purchases')
    const tebex = page.getByRole('region', { name: 'Tebex' })
    await tebex.getByLabel('Receive purchases from Tebex').check()
    await tebex.getByLabel('Webhook secret').fill(SECRET)
    site.wait(11 * MINUTE)

    await tebex.getByRole('button', { name: 'Save Tebex' }).click()
    await question(page).waitFor()
    await page.keyboard.press('Escape')
    await tebex.getByRole('alert').getByText('Please enter your password again.').waitFor()
    const kept = await tebex.getByLabel('Webhook secret').inputValue()
    const unchanged = await site.app.db.selectFrom('purchase_source').selectAll().execute()
    await tebex.getByRole('button', { name: 'Save Tebex' }).click()
    await confirm(page)
    await tebex.getByText('Secret stored').waitFor()
    site.wait(11 * MINUTE)
    await tebex.getByLabel('Product ID').fill('1')
    await tebex.getByLabel('Gives').selectOption('nothing')
    await tebex.getByRole('button', { name: 'Save the product' }).click()
    await confirm(page)
    await tebex.getByText('1 → nothing').waitFor()
    site.wait(11 * MINUTE)
    await tebex.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await confirm(page)
    await tebex.getByText('No products yet.').waitFor()

    assert.equal(kept, SECRET)
    assert.deepEqual(unchanged, [])
  },
)

pageTest('giving one held purchase keeps the loaded pages of the list', async (given) => {
  const { site } = given
  await site.player('Steve')
  const tebex = await openTebex(site, { 1: { kind: 'nothing' } })
  const ids = Array.from({ length: PAGE_SIZE + 5 }, (_, at) => at + 1)
  const products = ids.map((id) => ({ id }))
  await tebex.pay({ payment: 'tbx-1', customer: 'Stev', products: products.slice(0, 5) })
  site.wait(1)
  await tebex.pay({ payment: 'tbx-2', customer: 'Stev', products: products.slice(5) })
  const { page } = await given.owner()
  await page.goto('/panel/purchases')
  const items = page.getByRole('region', { name: 'Purchases' }).getByRole('listitem')

  await items.first().waitFor()
  const first = await items.allTextContents()
  await page.getByRole('button', { name: 'Show more' }).click()
  await items.last().getByText('payment tbx-1').waitFor()
  const all = await items.allTextContents()
  await items.last().getByRole('button', { name: 'Give to…' }).click()
  await page.getByLabel('Name or UUID of the player').fill('Steve')
  await page.getByRole('button', { name: 'Give', exact: true }).click()
  await items.last().getByText('Given', { exact: true }).waitFor()

  const newestFirst = ids.toReversed()
  assert.deepEqual(first.map(productIn), newestFirst.slice(0, PAGE_SIZE))
  assert.deepEqual(all.map(productIn), newestFirst)
  assert.equal(await items.count(), ids.length)
  assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)
})

const productIn = (text: string) => Number(/product (\d+) ×/.exec(text)?.[1])

const question = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })

async function confirm(page: Page): Promise<void> {
  await question(page).locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await question(page).waitFor({ state: 'detached' })
}
