import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { queue } from '../../server/test/mail/mail-site.ts'
import {
  capeFile,
  putCape,
  putSkin,
  skinFile,
} from '../../server/test/profiles/textures/texture-requests.ts'
import { enableTwoFactor } from '../../server/test/sign-in/sign-in-surfaces.ts'
import { giveRole } from '../../server/test/support/administrator.ts'
import { bearer } from '../../server/test/support/browser.ts'
import { pageTest } from './page-test.ts'
import { answer, PASSWORD, signInWithoutForm } from './site-in-browser.ts'

pageTest("a player's skin and cape are removed in the panel", async ({ site, owner }) => {
  const steve = await site.player('Steve')
  await putSkin(steve, skinFile(1))
  await putCape(steve, capeFile(1))
  const { page } = await owner()

  await page.goto(`/panel/players/${steve.id}?tab=profile`)
  for (const what of ['Remove the skin', 'Remove the cape']) {
    await page.getByRole('button', { name: what }).click()
    await answer(page, what)
    await page.getByRole('button', { name: what }).waitFor({ state: 'detached' })
  }

  const worn = await site.browser().get('/textures/player/Steve')
  assert.deepEqual([worn.status, worn.body], [200, {}])
})

pageTest(
  'a refused test e-mail shows the reason',
  async ({ owner }) => {
    const { page } = await owner()

    await page.goto('/panel/mail')
    await page.getByRole('button', { name: 'Send', exact: true }).click()

    await page.getByText('Nothing responds on this port.').waitFor()
    await page
      .getByRole('alert')
      .getByText(/ECONNREFUSED/)
      .waitFor()
  },
  { env: { SMTP_URL: 'smtp://127.0.0.1:9' } },
)

pageTest('e-mails that were held back cannot be retried in the panel', async (given) => {
  const { site, owner } = given
  await queue(site, Array(12).fill('Hello'), { kind: 'new-device' })
  await site.app.mailWorker.flush()
  const { page } = await owner()

  await page.goto('/panel')
  await page.getByText('2 e-mails were held back in the last 24 hours').waitFor()
  await page.goto('/panel/mail')
  await page.getByLabel('State').selectOption('held back')

  await page.getByText('the address had already received too many').waitFor()
  assert.equal(await page.getByRole('row').count(), 3)
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
})

pageTest('the panel requires a confirmation before risky changes', async ({ site, owner }) => {
  const steve = await site.player('Steve')
  await enableTwoFactor(site, steve)
  const { page } = await owner()
  const opened = async () => {
    const { body: superusers } = await ask('/admin/players?superuser=true')
    const { body: keys } = await ask('/admin/api-keys')
    const [{ twoFactorEnabled }] = (await ask('/admin/players?query=Steve')).body.items
    return [superusers.items.length, twoFactorEnabled, keys.items.length]
  }
  const { body } = await site.browser().logIn('Owner', PASSWORD)
  const ask = (path: string) => site.browser().get(path, bearer(body.accessToken))

  await page.goto(`/panel/players/${steve.id}?tab=profile`)
  await press(page, 'Remove two-factor authentication', 'Remove two-factor', 'Cancel')
  await page.goto(`/panel/players/${steve.id}?tab=access`)
  await press(page, 'Make a superuser', 'Make Steve a superuser?', 'Cancel')
  await page.goto('/panel/keys')
  await page.getByLabel('Name').fill('Everywhere')
  await page.getByLabel('Trusted addresses').fill('203.0.113.7, 0.0.0.0/0')
  await press(page, 'Create a key', 'Trust every address?', 'Cancel')
  const before = await opened()
  await press(page, 'Create a key', 'Trust every address?', 'Create a key')
  await page.getByText('It is shown only once.').waitFor()
  await page.goto(`/panel/players/${steve.id}?tab=profile`)
  await press(page, 'Remove two-factor authentication', 'Remove two-factor')
  await page.getByRole('tab', { name: 'Permissions' }).click()
  await page.getByRole('button', { name: 'Make a superuser' }).click()
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Make a superuser' })
  await page.getByLabel('Type Steve to confirm').fill('steve')
  assert.equal(await sure.isDisabled(), true)
  await page.getByLabel('Type Steve to confirm').fill('Steve')
  await sure.click()
  await page.getByRole('button', { name: 'Remove superuser rights' }).waitFor()

  assert.deepEqual(
    [before, await opened()],
    [
      [1, true, 0],
      [2, false, 1],
    ],
  )
})

async function press(page: Page, name: string, question: string, answer = name): Promise<void> {
  const dialog = page.getByRole('dialog', { name: question })
  await page.getByRole('button', { name, exact: true }).click()
  await dialog.getByRole('button', { name: answer, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

pageTest('a refused change shows the reason', async ({ site, visitor }) => {
  const steve = await site.player('Steve')
  await giveRole(site, (await site.player('Mod')).id, {
    id: 'mod',
    permissions: ['panel.access', 'panel.players.read', 'panel.players.edit'],
  })
  const { page } = await visitor()
  await signInWithoutForm(page, 'Mod')
  await page.goto(`/panel/players/${steve.id}?tab=profile`)
  const account = page.getByRole('region', { name: 'Account' })
  await account.getByLabel('E-mail').fill('mine@example.org')

  await giveRole(site, steve.id, { id: 'chief', priority: 9 })
  await account.getByRole('button', { name: 'Save' }).click()

  await account.getByText('You are not allowed to do this.').waitFor()
})
