import assert from 'node:assert/strict'
import { firstSetupUrl } from '../../server/test/account/registration/new-site.ts'
import { pageTest } from './page-test.ts'
import { PASSWORD, signIn } from './site-in-browser.ts'

pageTest(
  'the first start names the site and creates an administrator, and its link expires',
  async (given) => {
    const { site, visitor } = given
    const link = await firstSetupUrl(site)
    const { page } = await visitor()

    await page.goto(link)
    await page.getByLabel('Name of the project').fill('Blocks')
    await page.getByLabel('Name in the game').fill('Owner')
    await page.getByLabel('E-mail').fill('owner@example.org')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('The panel needs two-factor authentication').uncheck()
    await page.getByRole('button', { name: 'Set up the site' }).click()
    await page.waitForURL('**/panel')
    await page.getByRole('status').filter({ hasText: 'The site is ready.' }).waitFor()
    const steps = page.getByRole('region', { name: 'First steps' })
    for (const step of ['Connect a launcher', 'Add the launcher’s builds', 'Upload a skin']) {
      await steps.getByRole('link', { name: step }).waitFor()
    }
    await steps.getByRole('button', { name: 'Send me a test mail' }).click()
    await page.getByText('Not sent: no mail server is set. The mail to owner@example.org').waitFor()
    await page.goto(link)

    await page.getByText('This link has expired').waitFor()
    assert.equal((await site.app.settings.read()).siteName, 'Blocks')
  },
)

pageTest('a player sees the ban that the panel gave', async ({ site, owner, visitor }) => {
  await site.player('Steve')
  const { page } = await owner()

  await page.goto('/panel/players')
  await page.getByLabel('Search').fill('ste')
  await page.getByRole('link', { name: 'Steve' }).click()
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  const bans = page.getByRole('region', { name: 'Bans' })
  await bans.getByLabel('Reason').fill('Griefing at spawn')
  await bans.getByRole('button', { name: 'Ban', exact: true }).click()
  await page.getByRole('button', { name: 'Lift the ban' }).waitFor()
  const steve = await visitor()
  await signIn(steve.page, 'Steve')
  await steve.page.getByText('Reason: Griefing at spawn').waitFor()
  await page.getByRole('button', { name: 'Lift the ban' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the ban' }).click()
  await page.getByText('The ban of Steve was lifted.').waitFor()
  await steve.page.reload()

  await steve.page.getByText('With us since').waitFor()
  assert.equal(await steve.page.getByText('Griefing').count(), 0)
})

pageTest('a role is created and given, and "why?" names it', async ({ site, owner }) => {
  await site.player('Steve')
  const { page } = await owner()

  await page.goto('/panel/launcher')
  await page.getByLabel('Builds').fill('survival\ntest')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.goto('/panel/roles/new')
  await page.getByLabel('Id', { exact: true }).fill('tester')
  await page.getByLabel('Name', { exact: true }).fill('Testers')
  await page.getByLabel('Priority').fill('5')
  const choose = (node: string, choice: string) =>
    page
      .getByRole('radiogroup')
      .filter({ has: page.getByText(node, { exact: true }) })
      .getByText(choice, { exact: true })
      .click()
  await choose('launcher.build.*', 'Allow')
  await choose('launcher.build.test', 'Deny')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/panel/roles')
  await page.goto('/panel/players')
  await page.getByRole('link', { name: 'Steve' }).click()
  await page.getByRole('tab', { name: 'Permissions' }).click()
  await page.getByLabel('Give a role').selectOption('tester')
  await page.getByRole('button', { name: 'Give', exact: true }).first().click()
  await page.getByRole('button', { name: 'Take the role Testers' }).waitFor()
  const why = page.getByLabel('Permission', { exact: true }).last()
  await why.fill('launcher.build.survival')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('allowed. This is decided by the role Testers: launcher.build.*').waitFor()
  await why.fill('launcher.build.test')
  await page.getByRole('button', { name: 'Check' }).click()

  await page
    .getByText('not allowed. This is decided by the role Testers: -launcher.build.test')
    .waitFor()
})

pageTest('a helper sees only the pages they may use', async ({ site, owner, visitor }) => {
  await site.player('Alex')
  const { page } = await owner()
  await page.goto('/panel/roles/new')
  await page.getByLabel('Id', { exact: true }).fill('helper')
  await page.getByLabel('Name', { exact: true }).fill('Helpers')
  await page.getByLabel('Priority').fill('3')
  for (const node of ['panel.access', 'panel.players.read']) {
    await page
      .getByRole('radiogroup')
      .filter({ has: page.getByText(node, { exact: true }) })
      .getByText('Allow', { exact: true })
      .click()
  }
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/panel/roles')
  await page.goto('/panel/players')
  await page.getByRole('link', { name: 'Alex' }).click()
  await page.getByRole('tab', { name: 'Permissions' }).click()
  await page.getByLabel('Give a role').selectOption('helper')
  await page.getByRole('button', { name: 'Give', exact: true }).first().click()
  await page.getByRole('button', { name: 'Take the role Helpers' }).waitFor()

  const alex = await visitor()
  await signIn(alex.page, 'Alex')
  await alex.page.getByRole('link', { name: 'Panel' }).click()
  await alex.page.getByRole('link', { name: 'Players', exact: true }).waitFor()
  const links = await alex.page
    .getByRole('navigation', { name: 'Panel' })
    .getByRole('link')
    .allTextContents()
  await alex.page.goto('/panel/keys')
  await alex.page.waitForURL('**/account')

  assert.deepEqual(
    links.map((text) => text.trim()),
    ['Overview', 'Players'],
  )
})

pageTest(
  'news is written, previewed as the launcher shows it, and published',
  async ({ owner }) => {
    const { page } = await owner()

    await page.goto('/panel/news/new')
    await page.getByLabel('Title').fill('Season two')
    await page
      .getByLabel('Text', { exact: true })
      .fill('**Big** things:\n\n- a new world\n- [rules](https://example.org/rules)')
    await page.getByText('• a new world').waitFor()
    await page.getByText('rules (https://example.org/rules)').waitFor()
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('link', { name: 'Open its page' }).waitFor()
    await page.goto('/panel/news')

    await page.getByRole('link', { name: 'Season two' }).waitFor()
    assert.equal(await page.getByText('Published', { exact: true }).count(), 1)
  },
)
