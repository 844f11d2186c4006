import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { pageTest } from './page-test.ts'
import { withDevice } from './passkey-device.ts'
import { answer, signIn } from './site-in-browser.ts'

/** Disables conditional UI, so that only the button asks for a passkey. */
const OFFERS_NOTHING = 'PublicKeyCredential.isConditionalMediationAvailable = async () => false'

async function addPasskey(page: Page): Promise<void> {
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Passkey added.').waitFor()
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/login')
}

pageTest('a passkey is added, renamed and removed on the security page', async (given) => {
  await given.site.player('Steve')
  const { page, context } = await given.visitor()
  const device = await withDevice(context, page)
  await signIn(page, 'Steve')
  await addPasskey(page)
  const card = page.getByRole('region', { name: 'Passkeys' })
  await card.getByText('Chrome on Linux').waitFor()
  await card.getByText('not used yet').waitFor()
  assert.equal(await device.count(), 1)

  await card.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  await page.getByLabel('Name', { exact: true }).fill('My computer')
  await page.getByRole('button', { name: 'Save' }).click()
  await card.getByText('My computer').waitFor()
  await card.getByRole('button', { name: 'Remove' }).click()
  await answer(page, 'Remove')
  await page.getByText('Passkey removed.').waitFor()

  await card.getByText('My computer').waitFor({ state: 'detached' })
  await page.locator('#passkeys-title:focus').waitFor()
})

pageTest('adding a second passkey on one device is refused with the reason', async (given) => {
  await given.site.player('Steve')
  const { page, context } = await given.visitor()
  await withDevice(context, page)
  await signIn(page, 'Steve')
  await addPasskey(page)

  await page.getByRole('button', { name: 'Add a passkey' }).click()

  await page.getByText('This device already has a passkey for your account.').waitFor()
})

pageTest('a player can sign in with a passkey by the button', async (given) => {
  await given.site.player('Steve')
  const { page, context } = await given.visitor()
  await withDevice(context, page)
  await page.addInitScript(OFFERS_NOTHING)
  await signIn(page, 'Steve')
  await addPasskey(page)
  await signOut(page)

  await page.getByRole('button', { name: 'Use a passkey' }).click()

  await page.waitForURL('**/account')
  await page.goto('/account/security')
  await page.getByText('with passkey').first().waitFor()
})

pageTest('a player can sign in with a passkey offered in the name field', async (given) => {
  await given.site.player('Steve')
  const { page, context } = await given.visitor()
  await withDevice(context, page)
  await signIn(page, 'Steve')
  await addPasskey(page)

  await signOut(page)

  await page.waitForURL('**/account')
  const ways = await given.site.app.db.selectFrom('session').select('signed_in_with').execute()
  assert.ok(ways.some(({ signed_in_with }) => signed_in_with === 'passkey'))
})

pageTest('a removed passkey is refused, and the page shows why', async (given) => {
  await given.site.player('Steve')
  const { page, context } = await given.visitor()
  await withDevice(context, page)
  await page.addInitScript(OFFERS_NOTHING)
  await signIn(page, 'Steve')
  await addPasskey(page)
  await given.site.app.db.deleteFrom('passkey').execute()
  await signOut(page)

  await page.getByRole('button', { name: 'Use a passkey' }).click()

  await page.getByText('The site does not know this passkey').waitFor()
  assert.match(page.url(), /\/login/)
})

pageTest('a passkey for another address is not accepted', async (given) => {
  await given.site.player('Steve')
  const { page, context } = await given.visitor()
  await withDevice(context, page)
  await page.addInitScript(OFFERS_NOTHING)
  await signIn(page, 'Steve')
  await addPasskey(page)
  await signOut(page)
  await page.route('**/auth/passkey/login', async (route) => {
    const body = route.request().postDataJSON()
    const { response } = body.credential
    const said = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    const elsewhere = JSON.stringify({ ...said, origin: 'https://evil.example.org' })
    response.clientDataJSON = Buffer.from(elsewhere).toString('base64url')
    await route.continue({ postData: body })
  })

  await page.getByRole('button', { name: 'Use a passkey' }).click()

  await page.getByText('The passkey was not accepted.').waitFor()
})

pageTest('a player can re-authenticate with a passkey to remove a passkey', async (given) => {
  await given.site.player('Steve')
  const { page, context } = await given.visitor()
  await withDevice(context, page)
  await signIn(page, 'Steve')
  await addPasskey(page)
  await given.site.app.db.updateTable('session').set({ created_at: 0 }).execute()

  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Use a passkey' }).click()

  await page.getByText('Passkey removed.').waitFor()
})

pageTest(
  'a site without https shows why it offers no passkeys',
  async (given) => {
    await given.site.player('Steve')
    const { page } = await given.visitor()
    await page.goto('/login')
    const button = page.getByRole('button', { name: 'Use a passkey' })
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    assert.equal(await button.count(), 0)

    await signIn(page, 'Steve')
    await page.goto('/account/security')

    await page.getByText('they require an address with https').waitFor()
  },
  { host: 'plain.test' },
)

pageTest('an administrator sees and removes a player’s passkeys', async (given) => {
  await given.site.player('Steve')
  const steve = await given.visitor()
  await withDevice(steve.context, steve.page)
  await signIn(steve.page, 'Steve')
  await addPasskey(steve.page)
  const { page } = await given.owner()
  await page.goto('/panel/players')
  await page.getByRole('link', { name: 'Steve' }).click()
  await page.getByRole('tab', { name: 'Profile' }).click()

  await page.getByRole('button', { name: 'Remove 1 passkey' }).click()
  await answer(page, 'Remove 1 passkey')

  await page.getByRole('button', { name: 'Remove 1 passkey' }).waitFor({ state: 'detached' })
  const left = await given.site.app.db.selectFrom('passkey').selectAll().execute()
  assert.deepEqual(left, [])
})
