import type { Page } from 'playwright-core'
import type { State } from './states-pages.ts'

const submit = (page: Page) => page.locator('main [type=submit]').first().click()
const answer = (page: Page, path: string, status: number, body: object) =>
  page.route(path, (route) => route.fulfill({ status, json: body }))

async function signInAndBeTold(page: Page): Promise<void> {
  await page.locator('[name=username]').fill('Steve')
  await page.locator('[name=password]').fill('wrong password')
  await submit(page)
}

const server = { online: true, players: 37, most: 100, motd: 'Season two. No griefing.' }
const away = { online: false, players: null, most: null, motd: '' }

/** The states of public pages: the home page, the news, signing in and registering. */
export const visitorStates: readonly State[] = [
  {
    name: 'home-servers',
    path: '/news',
    as: 'visitor',
    async act(page) {
      await page.route('**/public/home', async (route) => {
        const json = await (await route.fetch()).json()
        const servers = [
          { ...server, name: 'Survival' },
          { ...away, name: 'Sky Block' },
          { ...away, name: 'Mini games', online: null },
        ]
        await route.fulfill({ json: { ...json, servers } })
      })
      await page.locator('header [href="/"]').click()
      await page.locator('#servers-title').waitFor()
    },
  },
  {
    name: 'login-refused',
    path: '/login',
    as: 'visitor',
    async act(page) {
      await signInAndBeTold(page)
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'login-countdown',
    path: '/login',
    as: 'visitor',
    async act(page) {
      const body = { error: 'request.toomany', message: '', fields: [], retryAfter: 42 }
      await answer(page, '**/auth/login', 429, body)
      await signInAndBeTold(page)
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'login-code',
    path: '/login',
    as: 'visitor',
    async act(page) {
      await answer(page, '**/auth/login', 401, { error: 'auth.require2fa', message: '' })
      await signInAndBeTold(page)
      await page.locator('[autocomplete=one-time-code]').fill('123')
    },
  },
  {
    name: 'login-recovery',
    path: '/login',
    as: 'visitor',
    async act(page) {
      await answer(page, '**/auth/login', 401, { error: 'auth.require2fa', message: '' })
      await signInAndBeTold(page)
      await page.locator('.factor .swap').click()
      await page.locator('[name=recovery-code]').fill('7k3qx-9m2pd')
    },
  },
  {
    name: 'login-offline',
    path: '/login',
    as: 'visitor',
    async act(page) {
      await page.route('**/auth/login', (route) => route.abort())
      await signInAndBeTold(page)
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'register-typed',
    path: '/register',
    as: 'visitor',
    async act(page) {
      await page.locator('[name=username]').fill('Steve')
      await page.locator('[name=email]').fill('steve@example')
      await page.locator('[name=new-password]').fill('steve2030')
      await page.getByRole('alert').first().waitFor()
      await submit(page)
      await page.getByRole('alert').nth(1).waitFor()
    },
  },
  {
    name: 'forgot-sent',
    path: '/forgot',
    as: 'visitor',
    async act(page) {
      await page.locator('[name=email]').fill('nobody@example.org')
      await submit(page)
      await page.locator('form').waitFor({ state: 'detached' })
    },
  },
  { name: 'setup-expired', path: '/setup?token=none', as: 'visitor' },
  {
    name: 'news-failed',
    path: '/news',
    as: 'visitor',
    async act(page) {
      await page.route('**/public/news*', (route) => route.abort())
      await page.reload()
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
]
