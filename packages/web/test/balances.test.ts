import assert from 'node:assert/strict'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import type { Site } from '../../server/test/support/site.ts'
import { pageTest } from './page-test.ts'
import { signIn } from './site-in-browser.ts'

const set = (site: Site, name: Parameters<typeof changeSetting>[2]['name'], text: string) =>
  changeSetting(site.app, { actor: 'command', ip: null }, { name, text })

pageTest('balances have the owner’s names and signs, and a link to top up', async (given) => {
  const { site, owner, visitor } = given
  const steve = await site.player('Steve')
  const { page } = await owner()

  await page.goto('/panel/settings')
  const card = page.getByRole('region', { name: 'Money and bonuses' })
  await card.getByLabel('First balance, in English').fill('Rubles')
  await card.getByLabel('Sign of the first balance').fill('₽')
  await card.getByLabel('Second balance, in English').fill('Gems')
  await card.getByLabel('Where players top up').fill('https://shop.example/')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
  const player = await visitor()
  await signIn(player.page, steve.username)

  const money = player.page.locator('section').filter({ hasText: 'Balance' })
  await money.getByText('Rubles').waitFor()
  await money.getByText('0.00\u00a0₽').waitFor()
  await money.getByText('Gems').waitFor()
  const link = money.getByRole('link', { name: 'Top up' })
  assert.equal(await link.getAttribute('href'), 'https://shop.example/')
})

pageTest('an owner without a shop hides the balances', async ({ site, visitor }) => {
  const steve = await site.player('Steve')
  await set(site, 'showBalances', 'off')
  const { page } = await visitor()

  await signIn(page, steve.username)
  await page.getByRole('heading', { name: 'Access' }).waitFor()

  assert.equal(await page.getByRole('heading', { name: 'Balance' }).count(), 0)
})
