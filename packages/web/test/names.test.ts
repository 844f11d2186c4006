import assert from 'node:assert/strict'
import { DAY } from '../../server/src/platform/clock.ts'
import { namesOf, offerRenames, pay } from '../../server/test/account/names/renamer.ts'
import { PASSWORD } from '../../server/test/support/site.ts'
import { pageTest } from './page-test.ts'
import { type Story, signIn } from './site-in-browser.ts'

/** Steve, signed in, on the page with their name. */
async function openProfile({ site, visitor }: Story) {
  const steve = await site.player('Steve')
  const { page } = await visitor()
  await signIn(page, 'Steve')
  const open = async () => {
    await page.goto('/account/profile')
    return page.getByRole('region', { name: 'Name in the game' })
  }
  return { steve, page, open }
}

pageTest('a player changes their name, and sees what it took', async (given) => {
  await offerRenames(given.site, { renamePrice: '100' })
  const { steve, page, open } = await openProfile(given)
  await pay(given.site, steve.id, 250)
  const card = await open()
  await card.getByText('A change costs 100.00 (Money). You have 250.00 (Money).').waitFor()
  await card.getByText('You can change your name again 30 days later.').waitFor()
  await card.getByText('For 90 days nobody else can take your old name').waitFor()
  await card.getByText('Items may stay with the old name').waitFor()

  await card.getByLabel('New name').fill('Herobrine')
  await card.getByText('This name is free.').waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Become Herobrine?' })
  await dialog.getByText('A change costs 100.00 (Money).').waitFor()
  await dialog.getByRole('button', { name: 'Become Herobrine' }).click()

  await page.getByText('You are Herobrine now.').waitFor()
  await card.getByText('You are Herobrine.').waitFor()
  await card.getByText('You can change your name again on 31 January 2030').waitFor()
  await card.getByText('Steve until 1 January 2030').waitFor()
  await card.getByText('yours alone until 1 April 2030').waitFor()
  await page.locator('h2:focus').getByText('Name in the game', { exact: true }).waitFor()
  assert.equal(await card.getByLabel('New name').count(), 0)
  await page.goto('/account')
  await page.getByText('150.00').waitFor()
})

pageTest('whoever has too little is told so, and led to where they top up', async (given) => {
  await offerRenames(given.site, { renamePrice: '100' })
  const owner = await given.owner()
  await owner.page.goto('/panel/settings')
  await owner.page.getByLabel('Where players top up').fill('https://shop.example/')
  await owner.page.getByRole('button', { name: 'Save' }).click()
  await owner.page.getByText('Saved.').waitFor()
  const { open } = await openProfile(given)

  const card = await open()
  await card.getByText('That is not enough for a change: you have 0.00 (Money).').waitFor()

  const link = card.getByRole('link', { name: 'Top up' })
  assert.equal(await link.getAttribute('href'), 'https://shop.example/')
  assert.ok(await card.getByRole('button', { name: 'Change the name' }).isDisabled())
})

pageTest(
  'a name that somebody has is named at its field, one’s own old one is not',
  async (given) => {
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
    await card.getByText('This name is kept for you.').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Become steve' }).click()
    const question = page.getByRole('dialog', { name: 'Is it still you?' })
    await question.locator('[name=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByText('You are steve now.').waitFor()

    assert.equal(focused, 'ALEX')
    assert.equal(await card.getByText('Items may stay').count(), 0)
  },
)

pageTest('where names are not changed, nobody is offered it', async (given) => {
  const { page, open } = await openProfile(given)
  const card = await open()
  await page.getByRole('heading', { name: 'E-mail' }).waitFor()

  assert.equal(await card.count(), 0)
})

pageTest('the owner lets players change names, and sees what they were called', async (given) => {
  const { site } = given
  const steve = await site.player('Steve')
  const { page } = await given.owner()

  await page.goto('/panel/settings')
  const card = page.getByRole('region', { name: 'Changing names' })
  await card.getByText('Do your servers know players by name').waitFor()
  await card.getByLabel('Players may change their names').check()
  await card.getByLabel('Days between two changes').fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Enter a whole number of days from 1 to 3650.').waitFor()
  await card.getByLabel('Days between two changes').fill('7')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
  site.wait(3_000) // settings are read again
  const changed = await namesOf(site, steve).change('Herobrine')
  await page.goto(`/panel/players/${steve.id}`)

  const account = page.getByRole('region', { name: 'Account', exact: true })
  await account.getByText('Former names').waitFor()
  assert.equal(changed.status, 200)
  assert.equal(await account.getByText('Steve until 1 January 2030').count(), 1)
  assert.equal(await account.getByText('Steve until 1 April 2030').count(), 1)
})
