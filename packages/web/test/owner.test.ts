import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { HOUR } from '../../server/src/platform/clock.ts'
import { openLauncher } from '../../server/test/integrations/launcher/launcher-server.ts'
import { pageTest } from './page-test.ts'
import { answer, loaded, signIn } from './site-in-browser.ts'

/** The parts of the look that an owner can change, as the browser shows them. */
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

pageTest('a new name, colour and logo are visible on the next page that opens', async (given) => {
  const { owner, visitor, url } = given
  const { page } = await owner()
  const guest = await visitor({ colorScheme: 'light' })

  await page.goto('/panel/settings')
  await page.getByLabel('Name of the project').fill('Blocks')
  await page.getByLabel('Colour').fill('#7a1f5c')
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

/** Grants thirty days of Gold, or thirty more, in the panel, and checks that they end on `end`. */
async function giveGold(page: Page, end: string): Promise<void> {
  const grants = page.getByRole('region', { name: 'Donor ranks' })
  await grants.getByRole('combobox', { name: 'Donor rank' }).selectOption('Gold')
  await grants.getByRole('combobox', { name: 'How long' }).selectOption('30 days')
  await grants.getByRole('button', { name: 'Give' }).click()
  await grants.getByText(`— ${end}`).waitFor()
}

pageTest(
  'a donate group is granted, extended and revoked; the account and the builds follow',
  async (given) => {
    const { site, owner, visitor } = given
    const { page } = await owner({ timezoneId: 'UTC' })
    const steve = await site.player('Steve')
    await site.player('Alex')
    const player = await visitor({ timezoneId: 'UTC' })
    await signIn(player.page, 'Steve')
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
    await page.getByLabel('Id', { exact: true }).fill('gold')
    await page.getByLabel('Name', { exact: true }).fill('Gold')
    await page
      .getByRole('radiogroup')
      .filter({ has: page.getByText('launcher.build.survival', { exact: true }) })
      .getByText('Allow', { exact: true })
      .click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/panel/groups')
    await ask('Steve')
    await page
      .getByText('launcher.build.survival: not allowed. Nobody has given this permission.')
      .waitFor()

    await page.goto(`/panel/players/${steve.id}?tab=groups`)
    await giveGold(page, '31 January 2030')
    await player.page.reload()
    await player.page.getByText('until 31 January 2030').waitFor()
    await giveGold(page, '2 March 2030')
    await player.page.reload()
    await player.page.getByText('until 2 March 2030').waitFor()
    await ask('Steve')
    await page
      .getByText('launcher.build.survival: allowed. This is decided by the donor rank Gold:')
      .waitFor()
    await page.getByLabel('Player', { exact: true }).fill('Alex')
    assert.equal(await page.getByText('survival: allowed').count(), 0) // that was about Steve
    await page.getByRole('button', { name: 'Check' }).click()
    await page.getByText('launcher.build.survival: not allowed.').waitFor()

    await page.goto(`/panel/players/${steve.id}?tab=groups`)
    const take = page.getByRole('button', { name: 'Take', exact: true })
    await take.first().click()
    await answer(page, 'Take')
    await take.waitFor({ state: 'detached' })
    await player.page.reload()
    await player.page.getByText('None at the moment').waitFor()
  },
)

pageTest('scheduled news appears at its time, as the preview showed it', async (given) => {
  const { site, owner, visitor } = given
  const { page } = await owner({ timezoneId: 'UTC' })
  const guest = await visitor()
  const launcher = await openLauncher(site)
  const shown = async () => (await launcher.news()).body.items

  await page.goto('/panel/news/new')
  await page.getByLabel('Title').fill('Season two')
  await page.getByLabel('Text', { exact: true }).fill('**Big** things:\n\n- a new world')
  await page.getByLabel('When it appears').fill('2030-01-01T15:00')
  await page.getByText('Coordinated Universal Time').waitFor()
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByText(/This appears by itself on .*2030/).waitFor()
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
