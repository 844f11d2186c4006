import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { Site } from '../../server/test/support/site.ts'
import { pageTest } from './page-test.ts'
import { PASSWORD, taken } from './site-in-browser.ts'

/** Lets a request reach the site once and loses its response: by 503, or with the connection. */
async function loseAnswer(page: Page, path: string, how: '503' | 'connection'): Promise<string[]> {
  const keys: string[] = []
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'] ?? 'none')
    if (keys.length > 1) return route.fallback()
    await route.fetch()
    if (how === 'connection') return route.abort('connectionreset')
    const json = { error: 'unavailable.unknown', message: 'Unknown.', retryAfter: 1 }
    return route.fulfill({ status: 503, json })
  })
  return keys
}

/** Returns the number of entries of an action in the audit log. */
async function times(site: Site, action: string): Promise<number> {
  const { db } = site.app
  return (await db.selectFrom('audit').select('id').where('action', '=', action).execute()).length
}

const words = {
  'en-US': {
    notKnown: 'The save could not be confirmed. Try again: it will not be saved twice.',
    reason: 'Reason',
    change: 'Change',
  },
  'ru-RU': {
    notKnown: 'Не удалось проверить, сохранилось ли изменение. Нажмите ещё раз: дубля не будет.',
    reason: 'Причина',
    change: 'Изменить',
  },
} as const

for (const locale of ['en-US', 'ru-RU'] as const) {
  pageTest(
    `a payment is made once if its response is lost and the button is pressed again (${locale})`,
    async ({ site, owner, excuse }) => {
      excuse(/503/)
      const said = words[locale]
      const steve = await site.player('Steve')
      const { page } = await owner({ locale })
      const keys = await loseAnswer(page, '**/admin/players/*/balance', '503')

      await page.goto(`/panel/players/${steve.id}?tab=balance`)
      const card = page.locator('section:has(form)')
      await card.getByRole('textbox').first().fill('5')
      await card.getByLabel(said.reason).fill('a payment')
      await card.getByRole('button', { name: said.change, exact: true }).click()
      await card.getByText(said.notKnown, { exact: true }).waitFor() // exact: the text alone, after its countdown has ended
      const repeated = page.waitForResponse((response) => response.request().method() === 'POST')
      await card.getByRole('button', { name: said.change, exact: true }).click()
      await taken(page, repeated) // the form is empty again
      await card.getByText(said.notKnown).waitFor({ state: 'detached' })
      await card.getByRole('listitem').waitFor()

      const paid = await times(site, 'player.balance')
      await card.getByRole('textbox').first().fill('5')
      await card.getByLabel(said.reason).fill('another payment')
      await card.getByRole('button', { name: said.change, exact: true }).click()
      await card.getByRole('listitem').filter({ hasText: 'another payment' }).waitFor()

      assert.equal(paid, 1)
      assert.deepEqual([keys[0] === keys[1], new Set(keys).size], [true, 2])
      assert.equal(await times(site, 'player.balance'), 2)
    },
  )
}

pageTest('registering again after a lost response signs the player in', async (given) => {
  const { site, visitor, excuse } = given
  excuse(/ERR_CONNECTION_RESET|Failed to load/)
  const { page } = await visitor()
  const keys = await loseAnswer(page, '**/auth/register', 'connection')
  const registered = page.waitForEvent('requestfailed', (request) =>
    /register$/.test(request.url()),
  )
  await page.route('**/names/*', async (route) => {
    await registered // from here on every check reports the name as taken
    await route.fallback()
  })
  const checked = page.waitForResponse(/\/names\/Alex$/)

  await page.goto('/register')
  await page.getByLabel('Name in the game').fill('Alex')
  await page.getByLabel('E-mail').fill('alex@example.org')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await (await checked).finished()
  await page.getByText('Try again: it will not be saved twice.').waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/account')

  assert.equal(keys[0], keys[1])
  assert.equal(await times(site, 'player.registered'), 1)
})
