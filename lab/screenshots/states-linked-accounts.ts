import { refusals } from '@portal/contract'
import type { Page } from 'playwright-core'
import type { Picture } from './states.ts'

const BACK = '/linked/discord?code=made-up&state=login_made-up'

/** Returns from a provider with the given response of the site. */
async function comeBack(page: Page, status: number, json: object): Promise<void> {
  await page.route('**/auth/identity/discord/login', (route) => route.fulfill({ status, json }))
  await page.goto(BACK)
  await page.locator('h1').waitFor()
}

async function isRussian(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.lang')) === 'ru'
}

const linkedAt = '2029-11-22T10:00:00.000Z'

/** The additional parts of a player's card: linked accounts, names, launcher access. */
const WITH_MUCH = {
  identities: [
    {
      provider: 'discord',
      providerName: 'Discord',
      subject: '80351110224678912',
      name: 'nelly',
      linkedAt,
      lastUsedAt: linkedAt,
    },
    {
      provider: 'vk',
      providerName: 'VK ID',
      subject: '1234567',
      name: '',
      linkedAt,
      lastUsedAt: null,
    },
  ],
  keptNames: [{ name: 'Herobrine', until: '2030-04-01T12:00:00.000Z' }],
  formerNames: [
    {
      name: 'Herobrine',
      until: '2030-01-01T12:00:00.000Z',
      author: 'command',
      authorName: null,
    },
  ],
  launcherPasswords: 2,
  gameSessions: 1,
  passkeys: 2,
  twoFactorEnabled: true,
}

export const linkedStates: readonly Picture[] = [
  {
    name: 'linked-unlinked',
    path: '/linked/discord',
    as: 'visitor',
    async act(page) {
      const { en, ru } = refusals['identity.notlinked']
      const message = (await isRussian(page)) ? ru : en
      await comeBack(page, 403, { error: 'identity.notlinked', message })
      await page.locator('.notice').waitFor()
    },
  },
  {
    name: 'linked-code',
    path: '/linked/discord',
    as: 'visitor',
    async act(page) {
      await comeBack(page, 200, { signedIn: null, ticket: 'made-up', next: null })
      await page.locator('form').waitFor()
    },
  },
  {
    name: 'linked-waiting',
    path: '/linked/discord',
    as: 'visitor',
    async act(page) {
      await page.route('**/auth/identity/discord/login', () => undefined)
      await page.goto(BACK)
      await page.locator('.loading').waitFor()
    },
  },
  {
    name: 'linked-expired',
    path: '/linked/discord',
    as: 'visitor',
    async act(page) {
      await page.goto(BACK)
      await page.locator('.notice').waitFor()
    },
  },
  ...(['yandex', 'oidc'] as const).map((kind) => ({
    name: `panel-providers-add-${kind}`,
    path: '/panel/providers',
    as: 'owner' as const,
    async act(page: Page) {
      await page.locator('.main').first().click()
      await page.locator('form select').selectOption(kind)
    },
  })),
  {
    name: 'panel-providers-change',
    path: '/panel/providers',
    as: 'owner',
    async act(page) {
      await page.locator('.list .button').first().click()
      await page.locator('form').waitFor()
    },
  },
  {
    name: 'panel-providers-delete',
    path: '/panel/providers',
    as: 'owner',
    async act(page) {
      await page.locator('.list > li').first().getByRole('button').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'panel-player-linked',
    path: '/panel/players?query=Alex',
    as: 'owner',
    async act(page) {
      await page.route(/\/admin\/players\/[0-9a-f-]{36}$/, async (route) => {
        const { player } = await (await route.fetch()).json()
        await route.fulfill({ json: { player: { ...player, ...WITH_MUCH } } })
      })
      await page.locator('main a[href^="/panel/players/"]').first().click()
      await page.locator('#tab-profile').click()
      await page.locator('#linked-title').waitFor()
    },
  },
]
