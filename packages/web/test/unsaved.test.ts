import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { createPlayer } from '../../server/src/account/registration/create-player.ts'
import { pageTest } from './page-test.ts'
import { answer, PASSWORD, signIn, signInWithoutForm } from './site-in-browser.ts'

const RESTORED = 'Your unsaved draft is back.'
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

pageTest(
  'saving settings in an outdated tab does not revert what another tab saved',
  async (given) => {
    const { owner, site } = given
    const { page, context } = await owner()
    const old = await context.newPage()
    for (const tab of [page, old]) {
      await tab.goto('/panel/settings')
      await tab.getByLabel('Name of the project').waitFor()
    }

    await page.getByLabel('Name of the project').fill('Blocks')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('status').getByText('Saved.', { exact: true }).waitFor()
    await old.getByLabel('Color', { exact: true }).fill('#7a1f5c')
    await old.getByRole('button', { name: 'Save' }).click()
    await old.getByRole('status').getByText('Saved.', { exact: true }).waitFor()

    const { body } = await site.browser().get('/config')
    assert.equal(body.siteName, 'Blocks')
    assert.equal(await old.getByLabel('Name of the project').inputValue(), 'Blocks')
  },
)

pageTest('unsaved news survives a reload, "back" and a sign-out in another tab', async (given) => {
  const { owner } = given
  const { page, context } = await owner()
  const title = page.getByLabel('Title')
  const written: string[] = []
  const look = async () => {
    await page.getByText(RESTORED).waitFor()
    written.push(await title.inputValue())
  }

  await page.goto('/panel/news')
  await page.getByRole('link', { name: 'Write' }).first().click()
  await title.fill('Season two')
  await page.reload()
  await look()
  await page.goBack()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { level: 1, name: 'News', exact: true }).waitFor()
  await page.goForward()
  await look()
  const other = await context.newPage()
  await other.goto('/account')
  await other.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('**/login?to=/panel/news/new')
  await signIn(other, 'Owner')
  await page.waitForURL(({ pathname }) => pathname === '/panel/news/new')
  await look()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('status').getByText('The draft is saved', { exact: true }).waitFor()
  await page.goto('/panel/news/new')
  await title.waitFor()

  assert.deepEqual(written, ['Season two', 'Season two', 'Season two'])
  assert.deepEqual([await title.inputValue(), await page.getByText(RESTORED).count()], ['', 0])
})

pageTest('the draft of one administrator is hidden from another administrator', async (given) => {
  const { owner, site } = given
  const { page } = await owner()
  const second = { username: 'Second', email: 'second@example.org', password: PASSWORD }
  await createPlayer(site.app, { ...second, superuser: true, activated: true })
  const name = page.getByLabel('Name', { exact: true })
  const signInElse = async (who: string) => {
    await page.waitForURL('**/login**')
    await signInWithoutForm(page, who)
    await page.goto('/panel/roles/new')
    await name.waitFor()
  }
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true })

  await page.goto('/panel/roles/new')
  await name.fill('Moderators')
  await signOut.click()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await signInElse('Second')
  const seen = await name.inputValue()
  await signOut.click()
  await signInElse('Owner')
  await page.getByText(RESTORED).waitFor()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  const dropped = await name.inputValue()
  await page.reload()
  await name.waitFor()

  assert.deepEqual([seen, dropped, await name.inputValue()], ['', '', ''])
})

pageTest('leaving a page with unsaved changes asks for confirmation', async ({ site, visitor }) => {
  await site.player('Steve')
  const { page } = await visitor()
  await signInWithoutForm(page, 'Steve')
  await page.getByRole('link', { name: 'Profile' }).click()
  const email = page.getByLabel('New e-mail')
  await email.fill('new@example.org')

  await page.getByRole('link', { name: 'Security' }).click()
  await question(page).getByText('will be lost').waitFor()
  await question(page).getByRole('button', { name: 'Stay' }).click()
  const stayed = [new URL(page.url()).pathname, await email.inputValue()]
  const warned = page.waitForEvent('dialog')
  await page.evaluate('setTimeout(() => location.reload(), 0)')
  const warning = await warned
  await warning.dismiss()
  const kept = await email.inputValue()
  await page.getByRole('link', { name: 'Security' }).click()
  await question(page).getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/account/security')

  assert.deepEqual(stayed, ['/account/profile', 'new@example.org'])
  assert.deepEqual([warning.type(), kept], ['beforeunload', 'new@example.org'])
})

pageTest(
  'banning a player in one tab of the card keeps the input in another tab',
  async (given) => {
    const { owner, site } = given
    const steve = await site.player('Steve')
    const { page } = await owner()
    await page.goto(`/panel/players/${steve.id}?tab=profile`)
    const account = page.getByRole('region', { name: 'Account', exact: true })
    const bans = page.getByRole('region', { name: 'Bans' })

    await account.getByLabel('E-mail').fill('half@')
    await page.getByRole('tab', { name: 'Bans' }).click()
    await bans.getByRole('button', { name: 'Ban', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Griefing')
    await answer(page, 'Ban')
    await bans.getByText('Griefing').first().waitFor()
    await bans.getByText('active', { exact: true }).waitFor()
    await bans.getByRole('button', { name: 'Replace the ban' }).waitFor()

    await page.getByRole('tab', { name: 'Profile' }).click()
    assert.equal(await account.getByLabel('E-mail').inputValue(), 'half@')
  },
)
