import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { createPlayer } from '../../server/src/account/registration/create-player.ts'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { pageTest } from './page-test.ts'
import { type BrowserSite, PASSWORD, signInWithoutForm } from './site-in-browser.ts'

/** Creates a player without an e-mail, as the command does. */
async function playerWithoutEmail({ site }: BrowserSite): Promise<string> {
  const rest = { email: null, password: PASSWORD, superuser: false, activated: false }
  return (await createPlayer(site.app, { username: 'Nobody', ...rest })).id
}

async function enterCode(page: Page, { site }: BrowserSite): Promise<void> {
  const code = (await site.mails()).at(-1)?.subject?.slice(0, 6) ?? ''
  await page.locator('[autocomplete=one-time-code]').fill(code)
}

pageTest('a player without an e-mail sees a reminder until one is added', async (given) => {
  await playerWithoutEmail(given)
  const { page } = await given.visitor()
  const card = page.getByRole('region', { name: 'Your account has no e-mail yet' })

  await signInWithoutForm(page, 'Nobody')
  await card.getByText('get back in').waitFor()
  await card.getByRole('link', { name: 'Add an e-mail' }).click()
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('nobody@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Add an e-mail' }).click()
  await page.getByText('We sent a six-digit code to nobody@example.org.').waitFor()
  await enterCode(page, given)
  await page.getByText('E-mail added.').waitFor()
  await page.getByRole('button', { name: 'Change e-mail' }).waitFor()
  await page.goto('/account')
  await page.getByText('nobody@example.org').waitFor()

  assert.equal(await card.count(), 0)
  assert.equal((await given.site.mails()).length, 1)
})

pageTest(
  'an unconfirmed player without an e-mail address must enter one to continue',
  async (given) => {
    const id = await playerWithoutEmail(given)
    const { site } = given
    const off = { activated_at: null }
    await site.app.db.updateTable('player').set(off).where('id', '=', id).execute()
    const by = { actor: 'command', ip: null }
    await changeSetting(site.app, by, { name: 'emailConfirmation', text: 'on' })
    const { page } = await given.visitor()

    await page.goto('/login')
    await page.locator('[name=username]').fill('Nobody')
    await page.locator('[name=password]').fill(PASSWORD)
    await page.locator('main [type=submit]').click()
    await page.getByText('Your account has no e-mail yet.').waitFor()
    const buttons = await page.getByRole('main').getByRole('button').allTextContents()
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('nobody@example.org')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Send the code' }).click()
    await page.getByText('We sent a six-digit code to').waitFor()
    await enterCode(page, given)
    await page.waitForURL('**/account')

    const said = buttons.map((text) => text.trim()).filter((text) => /code|address/.test(text))
    assert.deepEqual(said, ['Send the code'])
  },
)

pageTest('staff can enter the e-mail address of a player who has none', async (given) => {
  const id = await playerWithoutEmail(given)
  const { page } = await given.owner()

  await page.goto('/panel/players')
  await page.getByText('owner@example.org').waitFor()
  await page.getByLabel('Filter').selectOption('without an e-mail')
  await page.waitForURL('**only=unreachable')
  await page.getByText('owner@example.org').waitFor({ state: 'detached' })
  await page.getByRole('row').filter({ hasText: 'Nobody' }).waitFor() // until the list has reloaded
  const rows = await page.locator('tbody tr').allTextContents()
  await page.getByRole('link', { name: 'Nobody' }).click()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await page.getByText('this player signs in by name').waitFor()
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('nobody@example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('this player signs in by name').waitFor({ state: 'detached' })

  assert.deepEqual([rows.length, /Nobody\s*no e-mail/.test(rows[0] ?? '')], [1, true])
  const player = await given.site.app.db
    .selectFrom('player')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst()
  assert.equal(player?.email, 'nobody@example.org')
  const mails = (await given.site.mails()).map(({ to }) => to?.[0]?.address)
  assert.deepEqual([...new Set(mails)], ['owner@example.org'])
})
