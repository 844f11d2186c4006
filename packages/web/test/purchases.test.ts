import assert from 'node:assert/strict'
import { DAY, SECOND } from '../../server/src/platform/clock.ts'
import {
  addRank,
  balanceOf,
  grantsOf,
  openTebex,
  paymentOf,
  SECRET,
} from '../../server/test/purchases/tebex-shop.ts'
import { pageTest } from './page-test.ts'

pageTest(
  'an owner turns a shop on, maps a product and gives a held purchase to a player',
  async (given) => {
    const { site } = given
    await addRank(site, 'vip')
    const steve = await site.player('Steve')
    const { page } = await given.owner()
    const response = await page.goto('/panel/purchases')
    const tebex = page.getByRole('region', { name: 'Tebex' })

    await tebex.getByLabel('Receive purchases from Tebex').check()
    await tebex.getByLabel('Webhook secret').fill(SECRET)
    await tebex.getByRole('button', { name: 'Save Tebex' }).click()
    await tebex.getByText('Secret stored').waitFor()
    const url = await tebex.getByLabel('URL for Tebex').textContent()
    await tebex.getByLabel('Product ID').fill('1')
    await tebex.getByLabel('Gives').selectOption({ label: 'VIP' })
    await tebex.getByLabel('Days').fill('30')
    await tebex.getByRole('button', { name: 'Save the product' }).click()
    await tebex.getByText('1 → VIP, 30 days').waitFor()
    const shop = await openTebex(site)
    await shop.pay({ customer: 'Stev' })
    await page.reload()
    await page.getByLabel('Purchases to show').selectOption('held')
    await page.getByText('No player has this name.').waitFor()
    await page.getByRole('button', { name: 'Give to…: payment tbx-1' }).click()
    await page.getByLabel('Name or UUID of the player').fill('Steve')
    await page.getByRole('button', { name: 'Give', exact: true }).click()
    await page.getByText('Payment tbx-1 was given to Steve.').waitFor()
    await page.getByText('No purchases.').waitFor()

    assert.equal(response?.status(), 200)
    assert.equal(new URL(url ?? '').pathname, shop.path)
    assert.equal((await page.content()).includes(SECRET), false)
    const grants = await grantsOf(site, steve.id)
    assert.deepEqual(
      grants.map(({ group, author }) => [group, author]),
      [['vip', 'purchase:tebex']],
    )
  },
)

pageTest('the held purchases of a product are given with one button', async (given) => {
  const { site } = given
  const shop = await openTebex(site)
  const { id } = await site.player('Steve')
  await site.player('Alex')
  await shop.pay({ payment: 'tbx-1', customer: 'Steve' })
  await shop.pay({ payment: 'tbx-2', customer: 'Alex' })
  await shop.pay({ payment: 'tbx-3', customer: 'Newcomer' })
  const { page } = await given.owner()
  await page.goto('/panel/purchases')
  const tebex = page.getByRole('region', { name: 'Tebex' })
  const list = page.getByRole('region', { name: 'Purchases', exact: true })

  await tebex.getByLabel('Product ID').fill('1')
  await tebex.getByLabel('Gives').selectOption('virtual')
  await tebex.getByLabel('Amount').fill('2.50')
  await tebex.getByRole('button', { name: 'Save the product' }).click()
  await tebex.getByRole('button', { name: 'Give 2 held purchases: product 1' }).click()
  await page.getByText('Given: 2. Still held: 0.').waitFor()
  await list.getByText('Given', { exact: true }).nth(1).waitFor()

  assert.equal(await tebex.getByRole('button', { name: /^Give / }).count(), 0)
  assert.equal((await balanceOf(site, id)).virtual, 250)
})

pageTest('one button gives what a won dispute could not give back', async (given) => {
  const { site } = given
  const shop = await openTebex(site, { 1: { kind: 'group', group: 'vip', days: 30 } })
  const { id } = await site.player('Steve')
  await shop.pay()
  site.wait(10 * DAY)
  await shop.send('payment.dispute.opened', paymentOf())
  await site.app.db.deleteFrom('bundle').execute()
  await addRank(site, 'gold')
  site.wait(SECOND)
  await shop.send('payment.dispute.won', paymentOf())
  const { page } = await given.owner()
  await page.goto('/panel/purchases')
  const tebex = page.getByRole('region', { name: 'Tebex' })
  const list = page.getByRole('region', { name: 'Purchases', exact: true })

  await list.getByText('vip, 20 days').waitFor()
  await list.getByText('The rank is deleted or has rights in the panel.').waitFor()
  await tebex.getByLabel('Product ID').fill('1')
  await tebex.getByLabel('Gives').selectOption({ label: 'GOLD' })
  await tebex.getByLabel('Days').fill('30')
  await tebex.getByRole('button', { name: 'Save the product' }).click()
  await tebex.getByRole('button', { name: 'Give 1 held purchase: product 1' }).click()
  await page.getByText('Given: 1. Still held: 0.').waitFor()

  const grants = await grantsOf(site, id)
  assert.deepEqual(
    grants.filter(({ takenAt }) => takenAt === null).map(({ group, endsAt }) => [group, endsAt]),
    [['gold', site.now() + 20 * DAY]],
  )
})

pageTest('removing a product of a shop requires a confirmation', async (given) => {
  const { site } = given
  await openTebex(site, { 1: { kind: 'virtual', cents: 250 } })
  const { page } = await given.owner()
  await page.goto('/panel/purchases')
  const tebex = page.getByRole('region', { name: 'Tebex' })

  await tebex.getByText('1 → Bonuses: 2.50').waitFor()
  await tebex.getByLabel('Product ID').fill('2')
  await tebex.getByLabel('Gives').selectOption('virtual')
  await tebex.getByLabel('Amount').fill('many')
  await tebex.getByRole('button', { name: 'Save the product' }).click()
  const error = (await tebex.getByRole('alert').textContent()) ?? ''
  await tebex.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Remove product 1 of Tebex?').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await tebex.getByText('No products yet.').waitFor()

  assert.notEqual(error.trim(), '')
  assert.deepEqual(await site.app.db.selectFrom('purchase_product').selectAll().execute(), [])
})
