import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { HOUR } from '../../server/src/platform/clock.ts'
import { openLauncher } from '../../server/test/integrations/launcher/launcher-server.ts'
import { openGroups } from './open-groups.ts'
import { pageTest } from './page-test.ts'
import { answer, loaded, signInWithoutForm } from './site-in-browser.ts'

/** The branding as the browser shows it. */
const LOOK = `(() => {
  const root = getComputedStyle(document.documentElement)
  const logo = getComputedStyle(document.querySelector('.mark .logo'))
  return {
    title: document.title,
    name: document.querySelector('.mark .name').textContent,
    accent: root.getPropertyValue('--accent').trim(),
    logo: [logo.display, logo.backgroundImage],
  }
})()`

pageTest('a new name, color and logo of the site appear on the next page', async (given) => {
  const { owner, visitor, url } = given
  const { page } = await owner()
  const guest = await visitor({ colorScheme: 'light' })

  await page.goto('/panel/settings')
  await page.getByLabel('Name of the project').fill('Blocks')
  await page.getByLabel('Color', { exact: true }).fill('#7a1f5c')
  const logo = page.getByRole('group', { name: 'Logo' })
  await logo.getByText('Or enter its address').click()
  await logo.getByLabel('Logo').fill('/favicon.svg')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
  await guest.page.goto('/login')
  await loaded(guest.page)

  assert.deepEqual(await guest.page.evaluate(LOOK), {
    title: 'Sign in · Blocks',
    name: 'Blocks',
    accent: '#7a1f5c',
    logo: ['block', `url("${url}/favicon.svg")`],
  })
})

/** Grants thirty days of Gold in the panel and checks the end date. */
async function giveGold(page: Page, end: string): Promise<void> {
  const grants = page.getByRole('region', { name: 'Donor ranks' })
  await grants.getByRole('combobox', { name: 'Donor rank' }).selectOption('Gold')
  await grants.getByRole('combobox', { name: 'Duration' }).selectOption('30 days')
  await grants.getByRole('button', { name: 'Give' }).click()
  await grants.getByText(`— ${end}`).waitFor()
}

pageTest('a donor rank granted in the panel opens its build to the player', async (given) => {
  const { site, owner, visitor } = given
  const { page } = await owner({ timezoneId: 'UTC' })
  const steve = await site.player('Steve')
  await site.player('Alex')
  const player = await visitor({ timezoneId: 'UTC' })
  await signInWithoutForm(player.page, 'Steve')
  const ask = async (player: string) => {
    await page.goto('/panel/launcher')
    await page.getByLabel('Player', { exact: true }).fill(player)
    await page.getByLabel('Build', { exact: true }).selectOption('survival')
    await page.getByRole('button', { name: 'Check' }).click()
  }

  await page.goto('/panel/launcher')
  await page.getByLabel('Builds').fill('survival')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved.' }).waitFor()
  await page.goto('/panel/groups/new')
  await page.getByLabel('ID', { exact: true }).fill('gold')
  await page.getByLabel('Name', { exact: true }).fill('Gold')
  await openGroups(page)
  await page
    .getByRole('radiogroup')
    .filter({ has: page.getByText('launcher.build.survival', { exact: true }) })
    .getByText('Allow', { exact: true })
    .click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/panel/groups')
  await ask('Steve')
  await page.getByText('launcher.build.survival: not allowed. Not granted.').waitFor()

  await page.goto(`/panel/players/${steve.id}?tab=groups`)
  await giveGold(page, '31 January 2030')
  await player.page.reload()
  await player.page.getByText('until 31 January 2030').waitFor()
  await giveGold(page, '2 March 2030')
  await player.page.reload()
  await player.page.getByText('until 2 March 2030').waitFor()
  await ask('Steve')
  await page
    .getByText('launcher.build.survival: allowed. Decided by the donor rank Gold:')
    .waitFor()
  await page.getByLabel('Player', { exact: true }).fill('Alex')
  assert.equal(await page.getByText('survival: allowed').count(), 0) // the result was for Steve
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('launcher.build.survival: not allowed.').waitFor()

  await page.goto(`/panel/players/${steve.id}?tab=groups`)
  const take = page.getByRole('button', { name: 'Remove', exact: true })
  await take.first().click()
  await answer(page, 'Remove')
  await take.waitFor({ state: 'detached' })
  await player.page.reload()
  await loaded(player.page)
  assert.equal(await player.page.getByRole('list', { name: 'Donor ranks' }).count(), 0)
})

pageTest('scheduled news appears at its publication time', async (given) => {
  const { site, owner, visitor } = given
  const { page } = await owner({ timezoneId: 'UTC' })
  const guest = await visitor()
  const launcher = await openLauncher(site)
  const shown = async () => (await launcher.news()).body.items

  await page.goto('/panel/news/new')
  await page.getByLabel('Title').fill('Season two')
  await page.getByLabel('Text', { exact: true }).fill('**Big** things:\n\n- a new world')
  await page.getByLabel('Publication time').fill('2030-01-01T15:00')
  await page.getByText('Coordinated Universal Time').waitFor()
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText(/Will be published on .*2030/).waitFor()
  const preview = page.getByRole('region', { name: 'In the launcher' }).locator('pre')
  await preview.waitFor()
  await guest.page.goto('/news')
  await guest.page.getByText('No news yet.').waitFor()
  const before = await shown()
  site.wait(3 * HOUR - 1)
  const justBefore = await shown()
  site.wait(1)
  await guest.page.reload()
  await guest.page.getByRole('heading', { name: 'Season two' }).waitFor()
  const [item] = await shown()

  assert.deepEqual([before, justBefore], [[], []])
  assert.equal(item.body, await preview.textContent())
})
