import assert from 'node:assert/strict'
import { queue } from '../../server/test/mail/mail-site.ts'
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

pageTest('mails that were held back are shown, and cannot be tried again', async (given) => {
  const { site, owner } = given
  await queue(site, Array(12).fill('Hello'), { kind: 'new-device' })
  await site.app.postman.round()
  const { page } = await owner()

  await page.goto('/panel')
  await page.getByText('2 mails were held back within a day').waitFor()
  await page.goto('/panel/mail')
  await page.getByLabel('State').selectOption('held back')

  await page.getByText('The address had had enough of this kind.').nth(1).waitFor()
  assert.equal(await page.getByRole('row').count(), 3)
  assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0)
})
