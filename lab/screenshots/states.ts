import type { Page } from 'playwright-core'
import { HOUR } from '../../packages/server/src/platform/clock.ts'
import { png } from '../../packages/server/test/profiles/textures/png.ts'
import { bearer } from '../../packages/server/test/support/browser.ts'
import { PASSWORD, type Site } from '../../packages/server/test/support/site.ts'
import type { ShownPage } from '../../packages/web/test/shown-pages.ts'
import { formStates } from './form-states.ts'
import { consentStates } from './states-consent.ts'
import { deletionStates, letLeave } from './states-deletion.ts'
import { ownDataStates } from './states-export.ts'
import { importStates } from './states-import.ts'
import { linkedStates } from './states-linked-accounts.ts'
import { nameStates } from './states-names.ts'
import { pageStates } from './states-pages.ts'
import { recoveryStates } from './states-recovery.ts'
import { visitorStates } from './states-visitors.ts'

/** A page or one of its states, with the signed-in player. */
export type Picture = {
  name: string
  path: string | (() => Promise<string>)
  as: ShownPage['as'] | 'Griefer' | 'Forgetful' | 'Leaver' | 'Alex'
  act?: (page: Page) => Promise<unknown>
}

export const emptyPages: readonly Picture[] = [
  { name: 'panel-providers-empty', path: '/panel/providers', as: 'owner' },
  { name: 'home-empty', path: '/', as: 'visitor' },
  { name: 'news-empty', path: '/news', as: 'visitor' },
  { name: 'referrals-empty', path: '/account/referrals', as: 'owner' },
  { name: 'panel-groups-empty', path: '/panel/groups', as: 'owner' },
  { name: 'panel-news-empty', path: '/panel/news', as: 'owner' },
  { name: 'panel-pages-empty', path: '/panel/pages', as: 'owner' },
  { name: 'panel-first-steps', path: '/panel', as: 'owner' },
  { name: 'panel-keys-empty', path: '/panel/keys', as: 'owner' },
  { name: 'panel-launcher-empty', path: '/panel/launcher', as: 'owner' },
  {
    name: 'panel-mail-empty',
    path: '/panel/mail',
    as: 'owner',
    act: (page) => page.locator('select').last().selectOption('dead'),
  },
]

/** The states of pages on a site that `fillSite` has filled. */
export async function states(site: Site): Promise<Picture[]> {
  await furnishStates(site)
  const ofPlayers = [...linkedStates, ...accountStates, ...deletionStates]
  return [...visitorStates, ...ofPlayers, ...panelStates, ...consentStates, ...formStates]
}

/** Creates a banned player and one who must change the password. */
async function furnishStates(site: Site): Promise<void> {
  site.wait(HOUR) // `fillSite` has used the hourly registrations of one address
  const login = { username_or_email: 'Owner', password: PASSWORD }
  const browser = site.browser()
  const { accessToken } = (await browser.post('/auth/login', login)).body
  const ask = (method: 'POST' | 'PATCH', path: string, body: object) =>
    browser.send(method, path, body, bearer(String(accessToken)))
  const griefer = await site.player('Griefer')
  const forgetful = await site.player('Forgetful')
  await site.player('Leaver')
  const expiresAt = new Date(site.now() + 30 * 86_400_000).toISOString()
  await ask('POST', `/admin/players/${griefer.id}/ban`, { reason: 'Griefing at spawn', expiresAt })
  await ask('PATCH', '/admin/settings', { recoveryCodes: true, signInCancelsDeletion: false })
  await letLeave(site, 'Leaver')
  await ask('PATCH', `/admin/players/${forgetful.id}`, { passwordChangeRequired: true })
}

const wornSkin = png({
  width: 64,
  height: 64,
  sample: (x, y) => {
    if (y < 16) return y < 10 || x < 8 || x >= 16 ? [92, 62, 38, 255] : [224, 178, 142, 255]
    if (x >= 16 && x < 40) return [58, 128, 112, 255]
    return x >= 40 ? [224, 178, 142, 255] : [52, 58, 92, 255]
  },
})

const accountStates: readonly Picture[] = [
  { name: 'account-banned', path: '/account', as: 'Griefer' },
  { name: 'account-must-change', path: '/account', as: 'Forgetful' },
  {
    name: 'account-skin-worn',
    path: '/account/skin',
    as: 'Alex',
    async act(page) {
      const file = { name: 'skin.png', mimeType: 'image/png', buffer: wornSkin }
      await page.locator('[type=file]').first().setInputFiles(file)
      await page.locator('.chosen .main').click()
      await page.locator('.looks li').first().waitFor()
    },
  },
  {
    name: 'account-skin-chosen',
    path: '/account/skin',
    as: 'Alex',
    async act(page) {
      const file = { name: 'skin.png', mimeType: 'image/png', buffer: wornSkin }
      await page.locator('[type=file]').first().setInputFiles(file)
      const cape = { ...file, buffer: png({ width: 64, height: 32 }) }
      await page.locator('[type=file]').nth(1).setInputFiles(cape)
      await page.locator('.chosen').nth(1).waitFor()
      await page.locator('canvas[role=slider]').waitFor()
    },
  },
  {
    name: 'account-2fa-warning',
    path: '/account/security',
    as: 'owner',
    act: (page) => page.locator('[aria-labelledby=two-factor-title] button').click(),
  },
  {
    name: 'account-2fa-scan',
    path: '/account/security',
    as: 'owner',
    async act(page) {
      const button = page.locator('[aria-labelledby=two-factor-title] button').first()
      await button.click()
      await button.click()
      await page.locator('.qr').waitFor()
    },
  },
  ...ownDataStates,
  ...recoveryStates,
  ...nameStates,
  {
    name: 'account-launcher-password',
    path: '/account/security',
    as: 'owner',
    async act(page) {
      const card = page.locator('[aria-labelledby=launcher-passwords-title]')
      await card.locator('[name=launcher]').fill('PCL')
      await card.locator('[type=submit]').click()
      await card.locator('h3').waitFor()
    },
  },
  {
    name: 'account-dialog',
    path: '/account/security',
    as: 'owner',
    async act(page) {
      await page.locator('[aria-labelledby=sessions-title]').getByRole('button').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'account-menu',
    path: '/account/profile',
    as: 'owner',
    act: async (page) => {
      const menu = page.locator('[aria-controls=side]')
      if (await menu.isVisible()) await menu.click()
    },
  },
]

const panelStates: readonly Picture[] = [
  {
    name: 'panel-failed',
    path: '/panel/system',
    as: 'owner',
    async act(page) {
      await page.route('**/admin/players*', (route) => route.abort())
      await page.locator('nav [href="/panel/players"]').dispatchEvent('click')
      await page.locator('.error').waitFor()
    },
  },
  {
    name: 'panel-loading',
    path: '/panel/system',
    as: 'owner',
    async act(page) {
      await page.route('**/admin/players*', () => undefined)
      await page.locator('nav [href="/panel/players"]').dispatchEvent('click')
      await page.locator('.loading').waitFor()
      const shown = "document.querySelector('.loading').getAnimations().map((one) => one.finished)"
      await page.evaluate(`Promise.all(${shown}).then(() => undefined)`)
    },
  },
  {
    name: 'panel-keys-new',
    path: '/panel/keys',
    as: 'owner',
    async act(page) {
      await page.locator('.head button').click()
      await page.locator('main form').waitFor()
    },
  },
  { name: 'panel-news-new', path: '/panel/news/new', as: 'owner' },
  ...pageStates,
  ...importStates,
  {
    name: 'panel-news-written',
    path: '/panel/news/new',
    as: 'owner',
    async act(page) {
      await page.locator('form input').first().fill('Season two')
      const file = { name: 'castle.png', mimeType: 'image/png', buffer: wornSkin }
      await page.locator('form [type=file]').last().setInputFiles(file)
      await page.locator('.now img').waitFor()
      await page
        .locator('textarea')
        .fill('The gates **open** on Friday:\n\n- a new world\n- [rules](/rules)')
      await page.locator('.previews li').first().waitFor({ state: 'attached' })
    },
  },
  {
    name: 'panel-launcher-key',
    path: '/panel/launcher',
    as: 'owner',
    async act(page) {
      await page.locator('[aria-labelledby=connect-title] form [type=submit]').click()
      await page.locator('[aria-labelledby=connect-title] .notice ~ .notice').first().waitFor()
    },
  },
  {
    name: 'panel-launcher-probe',
    path: '/panel/launcher',
    as: 'owner',
    async act(page) {
      await page.locator('[aria-labelledby=connect-title] select').first().selectOption('authlib')
      await page.locator('[aria-labelledby=probe-title] button').click()
      await page.locator('[aria-labelledby=probe-title] .notice').waitFor()
    },
  },
  {
    name: 'panel-launcher-azauth',
    path: '/panel/launcher',
    as: 'owner',
    async act(page) {
      const card = page.locator('[aria-labelledby=connect-title]')
      await card.locator('select').first().selectOption('azauth')
      await card.locator('pre').first().waitFor()
    },
  },
  {
    name: 'panel-launcher-why',
    path: '/panel/launcher',
    as: 'owner',
    async act(page) {
      await page.locator('[aria-labelledby=tester-title] input').fill('Steve')
      await page.locator('[aria-labelledby=tester-title] select').selectOption('test')
      await page.locator('.why [type=submit]').click()
      await page.locator('.why ~ .notice').waitFor()
    },
  },
]
