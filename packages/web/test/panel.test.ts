import assert from 'node:assert/strict'
import { firstSetupUrl } from '../../server/test/account/registration/new-site.ts'
import { openGroups } from './open-groups.ts'
import { pageTest } from './page-test.ts'
import { drawn, PASSWORD, signInWithoutForm } from './site-in-browser.ts'

pageTest('the setup page creates an administrator', async (given) => {
  const { site, visitor } = given
  const link = await firstSetupUrl(site)
  const { page } = await visitor()

  await page.goto(link)
  await page.getByLabel('Name of the project').fill('Blocks')
  await page.getByLabel('Name in the game').fill('Owner')
  await page.getByLabel('E-mail').fill('owner@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Require two-factor authentication for the panel').uncheck()
  await page.getByRole('button', { name: 'Set up the site' }).click()
  await page.getByRole('status').filter({ hasText: 'The site is ready.' }).waitFor()
  await page.waitForURL('**/panel')
  const steps = page.getByRole('region', { name: 'First steps' })
  for (const step of ['Connect a launcher', 'Add launcher builds', 'Upload a skin']) {
    await steps.getByRole('link', { name: step }).waitFor()
  }
  await steps.getByRole('button', { name: 'Send me a test e-mail' }).click()
  await page.getByText('Not sent: no mail server is set. The e-mail to owner@example.org').waitFor()
  await page.goto(link)

  await page.getByText('This link has expired').waitFor()
  assert.equal((await site.app.settings.read()).siteName, 'Blocks')
})

pageTest('a banned player sees the ban', async ({ site, owner, visitor }) => {
  await site.player('Steve')
  const { page } = await owner()

  await page.goto('/panel/players')
  await page.getByLabel('Search').fill('ste')
  await page.getByText('1 player', { exact: true }).waitFor() // else the search removes the clicked link
  await page.getByRole('link', { name: 'Steve' }).click()
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Griefing at spawn')
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click()
  await page.getByRole('tab', { name: 'Bans' }).click()
  await page.getByRole('button', { name: 'Lift the ban' }).waitFor()
  const steve = await visitor()
  await signInWithoutForm(steve.page, 'Steve')
  await steve.page.getByText('Reason: Griefing at spawn').waitFor()
  await page.getByRole('button', { name: 'Lift the ban' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the ban' }).click()
  await page.getByText('The ban of Steve was lifted.').waitFor()
  await steve.page.reload()

  await steve.page.getByText('Player since').waitFor()
  assert.equal(await steve.page.getByText('Griefing').count(), 0)
})

pageTest(
  'the permission check shows which role decides about a permission',
  async ({ site, owner }) => {
    await site.player('Steve')
    const { page } = await owner()

    await page.goto('/panel/launcher')
    await page.getByLabel('Builds').fill('survival\ntest')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.goto('/panel/roles/new')
    await page.getByLabel('ID', { exact: true }).fill('tester')
    await page.getByLabel('Name', { exact: true }).fill('Testers')
    await page.getByLabel('Priority').fill('5')
    await openGroups(page)
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
    await page.getByRole('button', { name: 'Remove the role Testers' }).waitFor()
    const why = page.getByLabel('Permission', { exact: true }).last()
    await why.fill('launcher.build.survival')
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('allowed. Decided by the role Testers: launcher.build.*').waitFor()
    await why.fill('launcher.build.test')
    await page.getByRole('button', { name: 'Check' }).click()

    await page.getByText('not allowed. Decided by the role Testers: -launcher.build.test').waitFor()
  },
)

pageTest(
  'staff see only the pages of the panel that they may open',
  async ({ site, owner, visitor }) => {
    await site.player('Alex')
    const { page } = await owner()
    await page.goto('/panel/roles/new')
    await page.getByLabel('ID', { exact: true }).fill('helper')
    await page.getByLabel('Name', { exact: true }).fill('Helpers')
    await page.getByLabel('Priority').fill('3')
    await openGroups(page)
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
    await page.getByRole('button', { name: 'Remove the role Helpers' }).waitFor()

    const alex = await visitor()
    await signInWithoutForm(alex.page, 'Alex')
    await alex.page.getByRole('link', { name: 'Panel' }).click()
    await alex.page.getByRole('link', { name: 'Players', exact: true }).first().waitFor()
    const links = await alex.page
      .getByRole('navigation', { name: 'Panel' })
      .getByRole('link')
      .allTextContents()
    await alex.page.goto('/panel/keys')
    await alex.page.getByText('You do not have access to this page: API keys.').waitFor()

    assert.deepEqual(
      links.map((text) => text.trim()),
      ['Overview', 'Players'],
    )
  },
)

pageTest('news is written, previewed and published', async ({ owner }) => {
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
})

pageTest('a long menu scrolls to the current page', async (given) => {
  const { page } = await given.owner({ viewport: { width: 1280, height: 600 } })
  const menu = page.getByRole('navigation', { name: 'Panel' })

  await page.goto('/panel/system')
  await page.getByRole('heading', { level: 1, name: 'System' }).waitFor()
  await drawn(page)
  const link = await menu.getByRole('link', { name: 'System', exact: true }).boundingBox()
  const frame = await menu.boundingBox()

  assert.ok(link && frame)
  assert.ok(link.y + link.height <= frame.y + frame.height)
})
