import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { insertIdentity } from '../../server/src/credentials/linked-accounts/identity-store.ts'
import { pageTest } from './page-test.ts'
import type { BrowserSite } from './site-in-browser.ts'

const SECRET = 'never-shown-again-1234567890'

async function addDiscord(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a service' }).click()
  await page.getByLabel('Client ID').fill('1234567890')
  await page.getByLabel('Client secret').fill(SECRET)
  await page.locator('form').getByRole('button', { name: 'Add a service' }).click()
  await page.getByText('Discord is added.').waitFor()
}

async function buttonsOn({ visitor }: BrowserSite): Promise<string[]> {
  const { page, context } = await visitor()
  await page.goto('/login')
  await page.getByLabel('Name or e-mail').waitFor()
  const names = await page
    .getByRole('region', { name: 'or sign in with' })
    .getByRole('button')
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label') ?? ''))
  await context.close()
  return names
}

pageTest('the secret of a sign-in service is never shown again', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/providers')
  await page.getByText('No services yet.').waitFor()

  await page.getByRole('button', { name: 'Add a service' }).click()
  const shown = page.getByLabel('Address to enter at the service')
  const address = await shown.textContent()
  const link = page.getByRole('link', { name: 'Open discord.com' })
  const console = await link.getAttribute('href')
  await page.locator('select:focus').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('button:focus').getByText('Add a service').waitFor()
  await addDiscord(page)
  await page.locator('button:focus').getByText('Add a service').waitFor()
  const card = page.getByRole('listitem').filter({ hasText: 'Discord' })
  await card.getByText('no player has linked it yet').waitFor()
  await card.getByRole('button', { name: 'Change Discord' }).click()
  const secret = await card.getByLabel('Client secret').inputValue()

  assert.equal(address, `${given.url}/linked/discord`)
  assert.equal(console, 'https://discord.com/developers/applications')
  assert.equal(secret, '')
  assert.equal((await page.content()).includes(SECRET), false)
  assert.deepEqual(await buttonsOn(given), ['Sign in with Discord'])
})

pageTest(
  'the name and slug of an OpenID Connect service are chosen by the operator',
  async (given) => {
    const { page } = await given.owner()
    await page.goto('/panel/providers')
    await page.getByRole('button', { name: 'Add a service' }).click()

    await page.getByLabel('Service', { exact: true }).selectOption('oidc')
    await page.getByLabel('Name on the button').fill('Our forum')
    await page.getByLabel('Short name in the address').fill('forum')
    const address = await page.getByLabel('Address to enter at the service').textContent()
    await page.getByLabel('Issuer').fill('ftp://forum.example.org')
    await page.getByLabel('Client ID').fill('portal')
    await page.getByLabel('Client secret').fill(SECRET)
    await page.locator('form').getByRole('button', { name: 'Add a service' }).click()
    await page.locator('[aria-invalid=true]').waitFor()
    await page.getByLabel('Issuer').fill('https://forum.example.org')
    await page.locator('form').getByRole('button', { name: 'Add a service' }).click()
    await page.getByText('Our forum is added.').waitFor()

    assert.equal(address, `${given.url}/linked/forum`)
    assert.deepEqual(await buttonsOn(given), ['Sign in with Our forum'])
  },
)

pageTest('deleting a sign-in service shows how many players have linked it', async (given) => {
  await given.site.player('Steve')
  const { page } = await given.owner()
  await page.goto('/panel/providers')
  await addDiscord(page)
  await link(given, 'Steve')

  await page.getByRole('button', { name: 'Turn off Discord' }).click()
  await page
    .getByText('Players can no longer sign in with Discord. Their linked accounts are kept.')
    .waitFor()
  const off = await buttonsOn(given)
  await page.getByText('1 player has linked it').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Discord?' })
  await question.getByText('1 player has linked it.').waitFor()
  const kept = await given.site.app.db.selectFrom('identity').selectAll().execute()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No services yet.').waitFor()
  await page.locator('button:focus').getByText('Add a service').waitFor()

  assert.deepEqual([off, kept.length], [[], 1])
  assert.deepEqual(await given.site.app.db.selectFrom('identity').selectAll().execute(), [])
})

for (const [host, warning] of [
  ['localhost', 'but other people cannot sign in'],
  ['plain.test', 'Most services send players back only to https.'],
] as const) {
  pageTest(
    `the page of sign-in services warns that services do not return players to http://${host}`,
    async ({ owner }) => {
      const { page } = await owner()

      await page.goto('/panel/providers')

      await page.getByText(warning).waitFor()
    },
    { host },
  )
}

/** Links a Discord account to a player, directly in the database. */
async function link({ site }: BrowserSite, username: string): Promise<void> {
  const { id } = await site.app.db
    .selectFrom('player')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  const at = { linkedAt: site.now(), lastUsedAt: null }
  await insertIdentity(site.app.db, {
    provider: 'discord',
    subject: '80351110224678912',
    playerId: id,
    name: 'nelly',
    ...at,
  })
}
