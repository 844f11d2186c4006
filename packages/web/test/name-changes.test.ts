import assert from 'node:assert/strict'
import { DAY } from '../../server/src/platform/clock.ts'
import { namesOf, offerRenames, pay } from '../../server/test/account/names/renamer.ts'
import { PASSWORD } from '../../server/test/support/site.ts'
import { pageTest } from './page-test.ts'
import { type BrowserSite, signInWithoutForm, taken } from './site-in-browser.ts'

async function openProfile({ site, visitor }: BrowserSite) {
  const steve = await site.player('Steve')
  const { page } = await visitor()
  await signInWithoutForm(page, 'Steve')
  const open = async () => {
    await page.goto('/account/profile')
    return page.getByRole('region', { name: 'Name in the game' })
  }
  return { steve, page, open }
}

pageTest('a player sees the price before changing the name', async (given) => {
  await offerRenames(given.site, { renamePrice: '100' })
  const { steve, page, open } = await openProfile(given)
  await pay(given.site, steve.id, 250)
  const card = await open()
  await card.getByText('A change costs 100 (Money). You have 250 (Money).').waitFor()
  await card.getByText('You can change it again in 30 days.').waitFor()
  await card.getByText('Your old name stays reserved for you for 90 days').waitFor()
  await card.getByText('Your in-game items may stay under your old name').waitFor()

  await card.getByLabel('New name').fill('Herobrine')
  await card.getByText('This name is available.').waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change your name to Herobrine?' })
  await dialog.getByText('A change costs 100 (Money).').waitFor()
  await dialog.getByRole('button', { name: 'Change to Herobrine' }).click()

  await page.getByText('Your name is now Herobrine.').waitFor()
  await card.getByText('Your name is Herobrine.').waitFor()
  await card.getByText('You can change your name again on 31 January 2030').waitFor()
  await card.getByText('Steve until 1 January 2030').waitFor()
  await card.getByText('reserved until 1 April 2030').waitFor()
  await page.locator('h2:focus').getByText('Name in the game', { exact: true }).waitFor()
  assert.equal(await card.getByLabel('New name').count(), 0)
  await page.goto('/account')
  await page.getByText('150', { exact: true }).waitFor()
})

pageTest('a player without enough money for a new name sees a top-up link', async (given) => {
  await offerRenames(given.site, { renamePrice: '100' })
  const owner = await given.owner()
  await owner.page.goto('/panel/settings/money')
  await owner.page.getByLabel('Top-up link').fill('https://shop.example/')
  await owner.page.getByRole('button', { name: 'Save' }).click()
  await owner.page.getByText('Saved.').waitFor()
  const { open } = await openProfile(given)

  const card = await open()
  await card.getByText('You have 0 (Money), which is not enough for a change.').waitFor()

  const link = card.getByRole('link', { name: 'Top up' })
  assert.equal(await link.getAttribute('href'), 'https://shop.example/')
  assert.ok(await card.getByRole('button', { name: 'Change the name' }).isDisabled())
})

pageTest('a name that another player has is refused at its field', async (given) => {
  await offerRenames(given.site, { renameDays: '1', renameWarning: 'off' })
  const { steve, page, open } = await openProfile(given)
  await given.site.player('Alex')
  await namesOf(given.site, steve).change('Herobrine')
  given.site.wait(DAY)
  await page.clock.setSystemTime(given.site.now())
  const card = await open()

  await card.getByLabel('New name').fill('ALEX')
  await card.getByText('This name is taken.').waitFor()
  await card.getByRole('button', { name: 'Change the name' }).click()
  const focused = await page.locator('input:focus').inputValue()
  await card.getByLabel('New name').fill('steve')
  await card.getByText('This name is reserved for you.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Change to steve' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Your name is now steve.').waitFor()

  assert.equal(focused, 'ALEX')
  assert.equal(await card.getByText('Your in-game items may stay').count(), 0)
})

pageTest(
  'players are not offered to change their names while the setting is off',
  async (given) => {
    const { page, open } = await openProfile(given)
    const answered = page.waitForResponse('**/cabinet/name')
    const card = await open()
    await taken(page, answered)

    assert.equal(await card.count(), 0)
  },
)

pageTest('an operator can allow players to change their names', async (given) => {
  const { site } = given
  const steve = await site.player('Steve')
  const { page } = await given.owner()

  await page.goto('/panel/settings/names')
  const card = page.getByRole('region', { name: 'Name changes' })
  await card.getByText('On servers that identify players by name').waitFor()
  await card.getByLabel('Players may change their names').check()
  await card.getByLabel('Days between changes').fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Enter a whole number of days from 1 to 3650.').waitFor()
  await card.getByLabel('Days between changes').fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
  site.wait(3_000) // the settings cache has expired
  const changed = await namesOf(site, steve).change('Herobrine')
  await page.goto(`/panel/players/${steve.id}?tab=profile`)

  const account = page.getByRole('region', { name: 'Account', exact: true })
  await account.getByText('Previous names').waitFor()
  assert.equal(changed.status, 200)
  assert.equal(await account.getByText('Steve until 1 January 2030').count(), 1)
  assert.equal(await account.getByText('Steve until 1 April 2030').count(), 1)
})
