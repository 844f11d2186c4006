import type { Page } from 'playwright-core'
import type { State } from './states-pages.ts'

const title = { en: 'Rules of the server', ru: 'Правила сервера' }
const rules = { page: '1', slug: 'conduct', edition: 2, title }
const privacy = {
  page: '2',
  slug: 'privacy',
  edition: 1,
  title: { en: 'Privacy', ru: 'Конфиденциальность' },
}

/** Reloads the page on a site that requires two consents and an age. */
async function askFor(page: Page): Promise<void> {
  await page.route('**/config', async (route) => {
    const config = await (await route.fetch()).json()
    await route.fulfill({ json: { ...config, agreements: [rules, privacy], minimumAge: 16 } })
  })
  await page.route(page.url(), async (route) => {
    const response = await route.fetch()
    const body = (await response.text())
      .replace('"agreements":[]', `"agreements":${JSON.stringify([rules, privacy])}`)
      .replace('"minimumAge":0', '"minimumAge":16')
    await route.fulfill({ response, body })
  })
  await page.reload()
}

/** Requires the given consents of the signed-in player. */
async function askPlayer(page: Page, owed: object): Promise<void> {
  await page.route('**/cabinet/consents', (route) => route.fulfill({ json: owed }))
  await askFor(page)
  await page.getByRole('dialog').waitFor()
}

const agreedAt = '2029-11-03T10:00:00.000Z'

/** The states in which players consent, and in which the panel shows consents. */
export const consentStates: readonly State[] = [
  {
    name: 'register-agreements',
    path: '/register',
    as: 'visitor',
    async act(page) {
      await askFor(page)
      await page.locator('.boxes').waitFor()
    },
  },
  {
    name: 'register-disagreed',
    path: '/register',
    as: 'visitor',
    async act(page) {
      const message = 'You must agree to this to create an account.'
      const fields = ['agreed.conduct', 'age_at_least'].map((field) => ({ field, message }))
      const json = { error: 'request.invalid', message: '', fields }
      await page.route('**/auth/register', (route) => route.fulfill({ status: 400, json }))
      await askFor(page)
      await page.locator('[name=username]').fill('Newcomer')
      await page.locator('[name=email]').fill('newcomer@example.org')
      await page.locator('[autocomplete=new-password]').fill('correct horse battery')
      await page.locator('main [type=submit]').click()
      await page.locator('.boxes .error').first().waitFor()
    },
  },
  {
    name: 'account-agree',
    path: '/account',
    as: 'owner',
    act: (page) =>
      askPlayer(page, {
        pages: [
          { ...rules, agreedAt },
          { ...privacy, agreedAt: null },
        ],
        minimumAge: 16,
      }),
  },
  {
    name: 'account-agree-leaving',
    path: '/account',
    as: 'owner',
    async act(page) {
      await askPlayer(page, { pages: [{ ...rules, agreedAt }], minimumAge: 0 })
      await page.locator('.dialog .row button').last().click()
      await page.locator('.dialog #deletion-title').waitFor()
    },
  },
  {
    name: 'account-age',
    path: '/account',
    as: 'owner',
    act: (page) => askPlayer(page, { pages: [], minimumAge: 16 }),
  },
  {
    name: 'panel-page-agreement',
    path: '/panel/pages',
    as: 'owner',
    async act(page) {
      const by = { author: 'x', authorName: 'Owner', titleEn: title.en, titleRu: title.ru }
      await page.route(/\/admin\/pages\/[^/]+$/, async (route) => {
        const json = await (await route.fetch()).json()
        await route.fulfill({ json: { ...json, mustAgree: true, edition: 2 } })
      })
      await page.route('**/editions', (route) =>
        route.fulfill({
          json: {
            items: [
              { ...by, edition: 2, publishedAt: '2029-12-24T18:00:00.000Z', agreed: 1214 },
              { ...by, edition: 1, publishedAt: agreedAt, agreed: 5310 },
            ],
            waiting: 4096,
          },
        }),
      )
      await page.locator('.list a').first().click()
      await page.locator('[aria-labelledby=agreement-title] .one').first().waitFor()
      await page.locator('[aria-labelledby=agreement-title]').scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'panel-player-consents',
    path: '/panel/players',
    as: 'owner',
    async act(page) {
      const named = { titleEn: title.en, titleRu: title.ru, page: '1', slug: 'conduct' }
      const item = { ...named, agreedAt, ip: '203.0.113.7', edition: 1, asked: false }
      await page.route('**/consents', (route) =>
        route.fulfill({
          json: { items: [item], age: { atLeast: 16, answeredAt: agreedAt }, owes: true },
        }),
      )
      await page.locator('main a[href^="/panel/players/"]').first().click()
      await page.locator('#tab-profile').click()
      await page.locator('[aria-labelledby=consents-title] li').first().waitFor()
    },
  },
]
