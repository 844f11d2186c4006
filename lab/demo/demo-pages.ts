import { panelPaths } from '@portal/contract'
import type { Page } from 'playwright-core'
import { authorizeUrl } from '../../packages/server/test/openid/relying-party.ts'
import { playerTabs } from '../../packages/web/src/pages/admin/players/player-tabs.ts'
import { settingPages } from '../../packages/web/src/pages/admin/settings/setting-pages.ts'

/** Names, IDs and codes that the addresses of pages contain. */
export type DemoThings = {
  player: string
  banned: string
  news: string
  page: string
  clientId: string
  setupUrl: string
  resetPath: string
  userCode: string
}

export type Viewer = 'visitor' | 'newcomer' | 'player' | 'owner'

/** A page of the site, or one of its states or dialogs. */
export type DemoPage = {
  name: string
  path: string | ((things: DemoThings) => string)
  as: Viewer
  /** Brings the page into its state. A dialog is drawn over one screen of the page. */
  act?: (page: Page, things: DemoThings) => Promise<unknown>
}

const visitorPages: readonly DemoPage[] = [
  { name: 'home', path: '/', as: 'visitor' },
  { name: 'login', path: '/login', as: 'visitor' },
  { name: 'register', path: '/register', as: 'visitor' },
  { name: 'forgot', path: '/forgot', as: 'visitor' },
  { name: 'reset', path: ({ resetPath }) => resetPath, as: 'visitor' },
  { name: 'export', path: '/export?hash=some', as: 'visitor' },
  { name: 'linked', path: '/linked/discord', as: 'visitor' },
  { name: 'setup', path: ({ setupUrl }) => setupUrl, as: 'visitor' },
  { name: 'news', path: '/news', as: 'visitor' },
  { name: 'news-item', path: ({ news }) => `/news/${news}`, as: 'visitor' },
  { name: 'page', path: '/pages/rules', as: 'visitor' },
  { name: 'passkey-help', path: '/help/passkeys', as: 'visitor' },
  { name: 'profile', path: '/u/Pipkin', as: 'visitor' },
  { name: 'missing', path: '/no/such/page', as: 'visitor' },
  { name: 'authorize-visitor', path: forum, as: 'visitor' },
  { name: 'confirm', path: '/confirm', as: 'newcomer' },
]

const playerPages: readonly DemoPage[] = [
  { name: 'home-player', path: '/', as: 'player' },
  { name: 'account', path: '/account', as: 'player' },
  { name: 'account-skin', path: '/account/skin', as: 'player' },
  { name: 'account-security', path: '/account/security', as: 'player' },
  {
    name: 'account-profile-delete',
    path: '/account/profile',
    as: 'player',
    async act(page) {
      await page.locator('main section.card').last().getByRole('button').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'account-protect', path: '/account/protect', as: 'player' },
  { name: 'account-profile', path: '/account/profile', as: 'player' },
  { name: 'account-apps', path: '/account/apps', as: 'player' },
  { name: 'account-apps-none', path: '/account/apps', as: 'owner' },
  { name: 'account-referrals', path: '/account/referrals', as: 'player' },
  { name: 'authorize', path: forum, as: 'player' },
  { name: 'device', path: '/device', as: 'player' },
  {
    name: 'device-code',
    path: ({ userCode }) => `/device?user_code=${userCode}`,
    as: 'player',
    async act(page) {
      await page.locator('[type=submit]').first().click()
      await page.locator('[name=code]').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'device-wrong',
    path: '/device?user_code=BCDFGHJK',
    as: 'player',
    async act(page) {
      await page.locator('[type=submit]').first().click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'sign-out', path: '/oidc/session/end', as: 'player' },
  { name: 'panel-forbidden', path: '/panel', as: 'player' },
]

const panelPages: readonly DemoPage[] = [
  ...panelPaths
    .filter((path) => !path.includes(':'))
    .map((path): DemoPage => ({ name: path.slice(1).replace('/', '-'), path, as: 'owner' })),
  ...playerTabs.map(
    (tab): DemoPage => ({
      name: `panel-player-${tab}`,
      path: ({ player }) => `/panel/players/${player}?tab=${tab}`,
      as: 'owner',
    }),
  ),
  {
    name: 'panel-player-banned',
    path: ({ banned }) => `/panel/players/${banned}?tab=bans`,
    as: 'owner',
  },
  {
    name: 'panel-player-ban',
    path: ({ player }) => `/panel/players/${player}`,
    as: 'owner',
    async act(page) {
      await page
        .getByRole('button', { name: /^(Ban|Заблокировать)/ })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'panel-role', path: '/panel/roles/moderator', as: 'owner' },
  { name: 'panel-role-new', path: '/panel/roles/new', as: 'owner' },
  { name: 'panel-group', path: '/panel/groups/legend', as: 'owner' },
  { name: 'panel-news-item', path: ({ news }) => `/panel/news/${news}`, as: 'owner' },
  { name: 'panel-page', path: ({ page }) => `/panel/pages/${page}`, as: 'owner' },
  ...settingPages.map(
    (id): DemoPage => ({
      name: `panel-settings-${id}`,
      path: `/panel/settings/${id}`,
      as: 'owner',
    }),
  ),
]

/** Every page of the site with the dialogs that most people meet. A test compares the list with the routes. */
export const demoPages: readonly DemoPage[] = [...visitorPages, ...playerPages, ...panelPages]

export function pathOf({ path }: DemoPage, things: DemoThings): string {
  return typeof path === 'string' ? path : path(things)
}

function forum({ clientId }: DemoThings): string {
  return authorizeUrl({ clientId, clientSecret: '' }, { scope: 'openid profile email' })
}
