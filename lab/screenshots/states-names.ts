import type { Page } from 'playwright-core'
import type { Picture } from './states.ts'

const OFFER = {
  offered: true,
  price: { real: 0, virtual: 0 },
  everyDays: 30,
  nextAt: null,
  keptDays: 90,
  warns: true,
  kept: [],
  former: [],
}

/** Shows the page with these options for names. */
async function pretend(page: Page, names: object): Promise<void> {
  await page.route('**/cabinet/name', (route) => route.fulfill({ json: { ...OFFER, ...names } }))
  await page.reload()
  await page.locator('#name-title').waitFor()
}

export const nameStates: readonly Picture[] = [
  {
    name: 'account-name-question',
    path: '/account/profile',
    as: 'owner',
    async act(page) {
      await pretend(page, {})
      const card = page.locator('[aria-labelledby=name-title]')
      await card.locator('input').fill('Herobrine')
      await card.locator('[type=submit]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'account-name-later',
    path: '/account/profile',
    as: 'owner',
    act: (page) =>
      pretend(page, {
        nextAt: '2030-02-01T12:00:00.000Z',
        kept: [{ name: 'Herobrine', until: '2030-04-01T12:00:00.000Z' }],
        former: [
          { name: 'Herobrine', until: '2030-01-01T12:00:00.000Z' },
          { name: 'Player_2014', until: '2029-06-11T12:00:00.000Z' },
        ],
      }),
  },
  {
    name: 'account-name-short',
    path: '/account/profile',
    as: 'owner',
    act: (page) => pretend(page, { price: { real: 100, virtual: 50 } }),
  },
  {
    name: 'account-name-price',
    path: '/account/profile',
    as: 'owner',
    async act(page) {
      await page.route('**/auth/me', async (route) => {
        const { user } = await (await route.fetch()).json()
        await route.fulfill({ json: { user: { ...user, real: 125.5, virtual: 300 } } })
      })
      await pretend(page, { price: { real: 100, virtual: 50 }, everyDays: 1 })
      await page.locator('[aria-labelledby=name-title] input').fill('Herobrine')
      await page.locator('[aria-labelledby=name-title] [type=submit]').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'account-name-yours',
    path: '/account/profile',
    as: 'owner',
    async act(page) {
      const until = '2030-04-01T12:00:00.000Z'
      const kept = [{ name: 'Herobrine', until }]
      await pretend(page, {
        kept,
        former: [{ name: 'Herobrine', until: '2030-01-01T12:00:00.000Z' }],
      })
      await page.locator('[aria-labelledby=name-title] input').fill('herobrine')
    },
  },
  {
    name: 'account-name-taken',
    path: '/account/profile',
    as: 'owner',
    async act(page) {
      await pretend(page, {})
      await page.locator('[aria-labelledby=name-title] input').fill('Alex')
      await page.locator('[aria-labelledby=name-title] .error').waitFor()
    },
  },
  {
    name: 'account-name-banned',
    path: '/account/profile',
    as: 'Griefer',
    act: (page) => pretend(page, {}),
  },
]
