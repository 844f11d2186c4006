import assert from 'node:assert/strict'
import { changeBalance } from '../../server/src/account/balance/change-balance.ts'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import type { Site } from '../../server/test/support/site.ts'
import { pageTest } from './page-test.ts'
import { signInWithoutForm } from './site-in-browser.ts'

const set = (site: Site, name: Parameters<typeof changeSetting>[2]['name'], text: string) =>
  changeSetting(site.app, { actor: 'command', ip: null }, { name, text })

pageTest('balances show the configured names, symbols and top-up link', async (given) => {
  const { site, owner, visitor } = given
  const steve = await site.player('Steve')
  const { page } = await owner()

  await page.goto('/panel/settings/money')
  const card = page.getByRole('region', { name: 'Balances' })
  await card.getByLabel('First balance, in English').fill('Rubles')
  await card.getByLabel('Currency symbol of the first balance').fill('₽')
  await card.getByLabel('Second balance, in English').fill('Gems')
  await card.getByLabel('Top-up link').fill('https://shop.example/')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
  const player = await visitor()
  await signInWithoutForm(player.page, steve.username)

  const money = player.page.locator('section').filter({ hasText: 'Balance' })
  await money.getByText('Rubles').waitFor()
  await money.getByText('0\u00a0₽', { exact: true }).waitFor()
  await money.getByText('Gems').waitFor()
  const link = money.getByRole('link', { name: 'Top up' })
  assert.equal(await link.getAttribute('href'), 'https://shop.example/')
})

const ONE_COIN = { realCents: 100, virtualCents: 0, reason: 'Gift' }

pageTest('a balance is hidden until it is used', async ({ site, visitor }) => {
  await site.player('Steve')
  const { page } = await visitor()

  await signInWithoutForm(page, 'Steve')
  await page.getByRole('heading', { name: 'Security' }).waitFor()
  const unused = await page.getByRole('heading', { name: 'Balance' }).count()
  await set(site, 'topUpUrl', 'https://shop.example/')
  await page.reload()
  await page.getByText('Your balance is empty.').waitFor()

  assert.equal(unused, 0)
})

pageTest('balances can be hidden', async ({ site, visitor }) => {
  const steve = await site.player('Steve')
  await changeBalance(site.app, { actor: 'command', ip: null }, steve.id, ONE_COIN)
  await set(site, 'showBalances', 'off')
  const { page } = await visitor()

  await signInWithoutForm(page, steve.username)
  await page.getByRole('heading', { name: 'Security' }).waitFor()

  assert.equal(await page.getByRole('heading', { name: 'Balance' }).count(), 0)
})
