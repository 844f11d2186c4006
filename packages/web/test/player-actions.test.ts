import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { banPlayer } from '../../server/src/admin/bans/ban-player.ts'
import { editPlayer } from '../../server/src/admin/players/edit-player.ts'
import { COMMAND_LINE } from '../../server/src/audit/actor.ts'
import { openGame, turnOn } from '../../server/test/integrations/yggdrasil/game-player.ts'
import {
  capeFile,
  putCape,
  putSkin,
  skinFile,
} from '../../server/test/profiles/textures/texture-requests.ts'
import { enableTwoFactor } from '../../server/test/sign-in/sign-in-surfaces.ts'
import { giveRole } from '../../server/test/support/administrator.ts'
import type { Site } from '../../server/test/support/site.ts'
import { openOwner } from '../../server/test/support/staff.ts'
import { pageTest } from './page-test.ts'
import { answer, PASSWORD } from './site-in-browser.ts'

pageTest('every action on a player’s card shows one sentence about its result', async (given) => {
  const { site, owner } = given
  const steve = await fillSite(site)
  const { page } = await owner({ timezoneId: 'UTC' })
  const said: string[] = []
  const hear = async (): Promise<void> => {
    await page.locator('.toast').first().waitFor()
    // Reads and closes them in one step, because each is shown only for five seconds.
    const texts = await page.evaluate(`(() => {
      const toasts = [...document.querySelectorAll('.toast')]
      for (const toast of toasts) toast.querySelector('button').click()
      return toasts.map((toast) => toast.querySelector('span').textContent).join(' + ')
    })()`)
    said.push(String(texts).replace(/ at 12:\d\d/, '')) // the clock of the page continues, so the minutes differ
    await page.locator('.toast').first().waitFor({ state: 'detached' })
  }
  const press = async (label: string, question = true): Promise<void> => {
    const button = page.getByRole('tabpanel').getByRole('button', { name: label, exact: true })
    const name = (await button.first().textContent())?.trim() ?? ''
    await button.first().click()
    if (question) await answer(page, name)
    await hear()
  }
  const tab = (name: string) => page.getByRole('tab', { name }).click()

  await page.goto(`/panel/players/${steve.id}?tab=profile`)
  await press('Confirm the account')
  await press('Remove two-factor authentication')
  await press('Remove 1 passkey')
  await press('Sign out of launchers')
  await press('Remove the skin')
  await press('Remove the cape')
  await press('Unlink 1 account')
  await page.getByRole('button', { name: 'Require a new password' }).click()
  await answer(page, 'Require a new password')
  await hear()
  await tab('Permissions')
  await page.getByLabel('Give a role').selectOption('helper')
  await press('Give', false)
  await page.getByRole('button', { name: 'Remove the role helper' }).click()
  await hear()
  const timed = page.locator('.card').filter({ hasText: 'Temporary permissions' })
  await timed.getByLabel('Permission').fill('game.fly')
  await timed.getByLabel('End date').fill('2031-02-01T12:00')
  await timed.getByRole('button', { name: 'Give' }).click()
  await hear()
  await page.getByRole('button', { name: 'Make a superuser' }).click()
  await page.getByLabel('Type Steve to confirm').fill('Steve')
  await answer(page, 'Make a superuser')
  await hear()
  await press('Remove superuser rights')
  await tab('Donor ranks')
  await give(page, '30')
  await hear()
  await give(page, 'forever')
  await hear()
  await press('Remove')
  await tab('Bans')
  await ban(page, '1')
  await hear()
  await ban(page, 'forever')
  await hear()
  await press('Lift the ban')
  await tab('Balance')
  const balance = page.getByRole('region', { name: 'Balance' })
  await balance.getByLabel('Bonuses').fill('2.5')
  await balance.getByLabel('Reason').fill('An event')
  await press('Change', false)
  await site.browser().logIn('Steve', PASSWORD)
  await tab('Devices')
  await press('Sign out everywhere')

  assert.deepEqual(said, [
    'The account of Steve is confirmed.',
    'Two-factor authentication of Steve was removed.',
    'The passkeys of Steve were removed.',
    'Steve was signed out of all launchers.',
    'The skin of Steve was removed.',
    'The cape of Steve was removed.',
    'All linked accounts of Steve were unlinked.',
    'Steve must set a new password at the next sign-in.',
    'Steve now has the role helper.',
    'Steve no longer has the role helper.',
    'Personal permission of Steve until 1 February 2031: game.fly.',
    'Steve is now a superuser.',
    'Steve is no longer a superuser.',
    'Steve has GOLD until 31 January 2030.',
    'Steve has GOLD permanently.',
    'Steve no longer has GOLD.',
    'Steve is banned until 2 January 2030.',
    'Steve is banned permanently.',
    'The ban of Steve was lifted.',
    'Steve now has 2.50 (Bonuses).',
    'Steve was signed out on all devices.',
  ])
})

pageTest('the card of a player shows actions made by the command line', async ({ site, owner }) => {
  const { id } = await site.player('Stefan')
  await editPlayer(site.app, COMMAND_LINE, id, { username: 'Steve' })
  await banPlayer(site.app, COMMAND_LINE, id, { reason: 'Griefing', expiresAt: null })
  await banPlayer(site.app, COMMAND_LINE, id, { reason: 'Again', expiresAt: null })
  const { page } = await owner()

  await page.goto(`/panel/players/${id}?tab=profile`)
  await page.getByText('(changed by the command line)').waitFor()
  await page.getByRole('tab', { name: 'Bans' }).click()
  await page.getByText('· the command line ·').nth(1).waitFor()
  await page.getByText(/lifted .+ by the command line/).waitFor()
})

async function give(page: Page, length: string): Promise<void> {
  const card = page.getByRole('region', { name: 'Donor ranks' })
  await card.getByLabel('Donor rank').selectOption('GOLD')
  await card.getByLabel('Duration').selectOption(length)
  await card.getByRole('button', { name: 'Give' }).click()
}

async function ban(page: Page, length: string): Promise<void> {
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /^(Ban|Replace the ban)$/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Griefing')
  await dialog.getByLabel('Duration').selectOption(length)
  await dialog.locator('[type=submit]').click()
}

/** Creates Steve with everything that can be removed from a player. */
async function fillSite(site: Site) {
  await turnOn(site)
  const boss = await openOwner(site, 'Boss')
  await boss.group('gold')
  await giveRole(site, boss.id, { id: 'helper' })
  const steve = await site.player('Steve')
  await putSkin(steve, skinFile(1))
  await putCape(steve, capeFile(1))
  await openGame(site).authenticate('Steve')
  await enableTwoFactor(site, steve)
  const { db } = site.app
  const provider = { slug: 'discord', kind: 'discord', name: 'Discord', issuer: null }
  const secret = { client_id: '1', secret_sealed: '', trusted: 0, enabled: 1 }
  await db
    .insertInto('identity_provider')
    .values({ ...provider, ...secret, created_at: site.now() })
    .execute()
  const passkey = { id: 'key', credential_id: 'id', public_key: '', counter: 0, transports: '[]' }
  const made = { name: 'Phone', host: 'localhost', synced: 0, last_used_at: null }
  await db
    .insertInto('passkey')
    .values({ ...passkey, ...made, player_id: steve.id, created_at: site.now() })
    .execute()
  const linked = { subject: '44', player_id: steve.id, name: 'Steve#1', last_used_at: null }
  await db
    .insertInto('identity')
    .values({ ...linked, provider: 'discord', linked_at: site.now() })
    .execute()
  await db.updateTable('player').set({ activated_at: null }).where('id', '=', steve.id).execute()
  return steve
}
