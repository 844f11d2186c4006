import assert from 'node:assert/strict'
import { capeFile, putCape, putSkin, skinFile } from '../../server/test/texture/wardrobe.ts'
import { pageTest } from './page-test.ts'

pageTest('what a player wears is taken off in the panel', async ({ site, owner }) => {
  const steve = await site.player('Steve')
  await putSkin(steve, skinFile(1))
  await putCape(steve, capeFile(1))
  const { page } = await owner()

  await page.goto(`/panel/players/${steve.id}`)
  for (const what of ['Remove the skin', 'Remove the cape']) {
    await page.getByRole('button', { name: what }).click()
    await page.getByRole('dialog').getByRole('button', { name: what }).click()
    await page.getByRole('button', { name: what }).waitFor({ state: 'detached' })
  }

  const worn = await site.browser().get('/textures/player/Steve')
  assert.deepEqual([worn.status, worn.body], [200, {}])
})

pageTest(
  'a test mail that the mail server refuses says why',
  async ({ owner }) => {
    const { page } = await owner()

    await page.goto('/panel/mail')
    await page.getByRole('button', { name: 'Send', exact: true }).click()

    await page.getByText(/It was not sent: .*ECONNREFUSED/).waitFor()
  },
  { env: { SMTP_URL: 'smtp://127.0.0.1:9' } },
)
