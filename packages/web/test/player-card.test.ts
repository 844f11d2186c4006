import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import {
  launcherPasswordsOf,
  openGame,
  turnOn,
} from '../../server/test/integrations/yggdrasil/game-player.ts'
import { giveRole } from '../../server/test/support/administrator.ts'
import { openOwner, openStaff } from '../../server/test/support/staff.ts'
import { violationsOn } from './axe.ts'
import { pageTest } from './page-test.ts'
import { type BrowserSite, drawn, signInWithoutForm } from './site-in-browser.ts'

const EDITOR = ['panel.access', 'panel.players.*']

/** A signed-in editor who is not a superuser. */
async function moderator({ site, visitor }: BrowserSite): Promise<Page> {
  const { id } = await site.player('Mod')
  await giveRole(site, id, { id: 'mod', priority: 20, permissions: EDITOR })
  const { page } = await visitor()
  await signInWithoutForm(page, 'Mod')
  return page
}

pageTest(
  'the head of a player card shows the state and the most frequent actions',
  async (given) => {
    const { site, owner } = given
    const { page } = await owner()
    const steve = await openStaff(site, 'Steve', { nodes: ['panel.access'] })
    const boss = await openOwner(site, 'Boss')
    await boss.group('gold')
    await boss.post(`/admin/players/${steve.id}/ban`, {
      reason: 'Griefing',
      expiresAt: '2030-02-01',
    })

    await page.goto(`/panel/players/${steve.id}`)
    const head = page.getByRole('main').locator('header')
    await head.getByText('banned until').waitFor()
    await head.getByText('2FA off').waitFor()
    await page.getByRole('button', { name: 'Give a donor rank' }).click()
    await page.locator('select:focus').selectOption('GOLD')
    await page.getByRole('region', { name: 'Donor ranks' }).getByRole('button').first().click()
    await page.locator('li .rank').filter({ hasText: 'GOLD' }).waitFor()
    await page.getByRole('button', { name: 'Require a new password' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Require a new password' }).click()
    await head.getByText('must change the password').waitFor()

    const { body } = await boss.get(`/admin/players/${steve.id}`)
    assert.equal(body.player.passwordChangeRequired, true)
  },
)

pageTest('the address of a player’s card contains the selected tab', async (given) => {
  const { page } = await given.owner()
  const steve = await given.site.player('Steve')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const tab = (name: string) => page.getByRole('tab', { name })

  await page.goto(`/panel/players/${steve.id}`)
  await tab('Timeline').press('End')
  await page.getByRole('tabpanel', { name: 'Devices' }).waitFor()
  await page.waitForURL('**?tab=sessions')
  await page.locator('[role=tab]:focus').getByText('Devices').waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('tabpanel', { name: 'Balance' }).waitFor()
  await page.reload()
  await page.getByRole('tabpanel', { name: 'Balance' }).waitFor()

  assert.equal(await tab('Balance').getAttribute('aria-selected'), 'true')
  assert.equal(asked.filter((path) => path.endsWith('/bans')).length, 0)
})

pageTest(
  'actions that staff may not use are hidden, with one sentence that explains why',
  async (given) => {
    const { site } = given
    const page = await moderator(given)
    const steve = await site.player('Steve')
    const peer = await site.player('Peer')
    await giveRole(site, peer.id, { id: 'mod' })
    const power = await openStaff(site, 'Power', { nodes: ['panel.keys.manage'] })
    const boss = await openOwner(site, 'Boss')
    const offered: Record<string, string[]> = {}
    const look = async (id: string, reason: string, mayEdit: boolean) => {
      await page.goto(`/panel/players/${id}?tab=access`)
      await page.getByText('Temporary permissions').waitFor()
      if (reason) await page.getByText(reason).waitFor()
      if (mayEdit) await page.getByRole('button', { name: 'Add a permission' }).waitFor()
      const names = await page.getByRole('main').getByRole('button').allTextContents()
      const views = ['', 'Check', 'Show all permissions']
      offered[id] = names.map((text) => text.trim()).filter((text) => !views.includes(text))
    }

    await look(steve.id, '', true)
    await look(peer.id, 'their role is not below yours', false)
    await look(power.id, 'This player has panel permissions that you do not have', true)
    await look(boss.id, 'Only a superuser can change a superuser', false)

    const roles = ['Give', 'Add a permission', 'Give']
    assert.deepEqual(offered, {
      [steve.id]: ['Ban', 'Give a donor rank', 'Require a new password', ...roles],
      [peer.id]: [],
      [power.id]: ['Ban', 'Give a donor rank', ...roles],
      [boss.id]: [],
    })
  },
)

pageTest('the card of a player shows what allows each permission', async (given) => {
  const { page } = await given.owner()
  const boss = await openOwner(given.site, 'Boss')
  await boss.role('moderators', 5, ['panel.players.*'])
  const steve = await openStaff(given.site, 'Steve', { roles: ['moderators'] })
  const line = (node: string) =>
    page.getByRole('radiogroup').filter({ has: page.getByText(node, { exact: true }) })

  await page.goto(`/panel/players/${steve.id}?tab=access`)
  const ban = line('panel.players.ban')
  await ban.getByText('allowed by the role MODERATORS (panel.players.*)').waitFor()
  const atFirst = await line('panel.mail.manage').count()
  await page.getByRole('button', { name: 'Add a permission' }).click()
  await line('panel.mail.manage').getByText('Not granted.').waitFor()
  await ban.getByText('Deny', { exact: true }).click()
  await ban.getByText('allowed by').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').getByText('Saved.', { exact: true }).waitFor()

  assert.equal(atFirst, 0)
  assert.equal((await steve.permissions()).includes('panel.players.ban'), false)
  assert.equal((await steve.permissions()).includes('panel.players.read'), true)
})

pageTest(
  'a card opened from another player’s card contains none of that card’s input',
  async (given) => {
    const { site, owner } = given
    const alex = await site.player('Alex')
    const steve = await site.player('Steve')
    const inviter = { inviter_id: alex.id }
    await site.app.db.updateTable('player').set(inviter).where('id', '=', steve.id).execute()
    const { page } = await owner()
    await page.goto(`/panel/players/${steve.id}?tab=profile`)
    const email = page.getByLabel('E-mail', { exact: true })
    await email.fill('half@')

    await page.getByRole('link', { name: 'Alex', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { level: 1, name: 'Alex' }).waitFor()
    await page.getByRole('tab', { name: 'Profile' }).click()

    assert.equal(await email.inputValue(), 'alex@example.org')
  },
)

pageTest('saving an outdated card does not restore a revoked role', async ({ site, owner }) => {
  const steve = await site.player('Steve')
  await giveRole(site, steve.id, { id: 'mod', priority: 20, permissions: EDITOR })
  await giveRole(site, (await site.player('Alex')).id, {
    id: 'helper',
    priority: 10,
    permissions: [],
  })
  const { page } = await owner()
  await page.goto(`/panel/players/${steve.id}?tab=access`)
  const roles = page.getByRole('region', { name: 'Roles' })
  await roles.getByText('mod', { exact: true }).waitFor()

  await site.app.db.deleteFrom('player_role').where('player_id', '=', steve.id).execute()
  await roles.getByLabel('Give a role').selectOption('helper')
  await roles.getByRole('button', { name: 'Give' }).click()
  await roles.getByRole('listitem').filter({ hasText: 'helper' }).waitFor()

  assert.equal(await roles.getByRole('listitem').filter({ hasText: 'mod' }).count(), 0)
})

pageTest('staff see a player’s launchers and sign them out', async (given) => {
  const { site } = given
  await turnOn(site)
  const steve = await site.player('Steve')
  await launcherPasswordsOf(steve).create()
  await openGame(site).authenticate('Steve')
  const page = await moderator(given)
  const account = page.getByRole('region', { name: 'Account' })

  await page.goto(`/panel/players/${steve.id}?tab=sessions`)
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByText('Launcher passwords stay').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await account.getByText('1 launcher password, 1 game session').waitFor()
  await account.getByRole('button', { name: 'Sign out of launchers' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out of launchers' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const button = account.getByRole('button', { name: 'Sign out of launchers' })
  await button.waitFor({ state: 'detached' })

  assert.deepEqual((await launcherPasswordsOf(steve).list()).body.items, [])
  assert.equal(await account.getByText('launcher password').count(), 0)
})

pageTest(
  'the ban dialog offers prepared reasons and shows what the player will see',
  async (given) => {
    const { site, owner } = given
    const steve = await site.player('Steve')
    const { db } = site.app
    await db.updateTable('player').set({ locale: 'ru' }).where('id', '=', steve.id).execute()
    const by = { actor: 'command', ip: null }
    await changeSetting(site.app, by, { name: 'banReasons', text: 'Griefing\nCheats | Читы' })
    const { page } = await owner({ timezoneId: 'UTC' })
    const dialog = page.getByRole('dialog', { name: 'Ban Steve' })
    const preview = dialog.getByRole('region', { name: 'The player will read' })

    await page.goto(`/panel/players/${steve.id}`)
    await page.getByRole('button', { name: 'Ban', exact: true }).press('Enter')
    await dialog.getByLabel('Predefined reason').selectOption('Читы')
    await dialog.getByLabel('Duration').selectOption('1 day')
    await preview.getByText('The ban ends on 2 January 2030').waitFor()
    await preview.getByText('Reason: Читы').waitFor()
    await dialog.getByLabel('Duration').selectOption('until a date')
    await dialog.getByLabel('End date').fill('2031-05-06T07:08')
    await preview.getByText('The ban ends on 6 May 2031 at 07:08').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter') // the focus is on the button again
    const emptied = await dialog.getByLabel('Reason', { exact: true }).inputValue()
    await dialog.getByLabel('Reason', { exact: true }).fill('Custom reason')
    await dialog.getByLabel('Duration').selectOption('forever')
    await preview.getByText('The ban is permanent.').waitFor()
    await dialog.getByLabel('Reason', { exact: true }).press('Enter')
    await page.getByRole('status').getByText('Steve is banned permanently.').waitFor()

    const ban = await db
      .selectFrom('ban')
      .select(['reason', 'expires_at'])
      .executeTakeFirstOrThrow()
    assert.equal(emptied, '')
    assert.deepEqual({ ...ban }, { reason: 'Custom reason', expires_at: null })
  },
)

pageTest('the ban dialog has no axe violations in both themes, also on a phone', async (given) => {
  const { site, owner } = given
  const steve = await site.player('Steve')
  const { page } = await owner({ viewport: { width: 375, height: 812 } })
  const found = []

  await page.goto(`/panel/players/${steve.id}`)
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Reason').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await drawn(page)
    found.push(...(await violationsOn(page)))
  }

  assert.deepEqual(found, [])
})

pageTest(
  'the card of a player lists other accounts from the same address',
  async ({ site, owner }) => {
    const ip = '203.0.113.7'
    const steve = await site.player('Steve', { ip })
    const alt = await site.player('Alt', { ip })
    const lone = await site.player('Lone', { ip: '203.0.113.9' })
    const boss = await openOwner(site, 'Boss')
    await boss.post(`/admin/players/${alt.id}/ban`, { reason: 'Griefing', expiresAt: null })
    const { page } = await owner()
    const others = page.getByRole('region', { name: 'Other accounts from the same IP addresses' })

    await page.goto(`/panel/players/${steve.id}?tab=sessions`)
    const row = others.getByRole('listitem')
    await row.getByText('banned').waitFor()
    const link = await row.getByRole('link', { name: 'Alt' }).getAttribute('href')
    const hint = await others.getByText('share addresses').count()
    await page.goto(`/panel/players/${lone.id}?tab=sessions`)
    await others.getByText('No other account signed in').waitFor()

    assert.equal(link, `/panel/players/${alt.id}?tab=sessions`)
    assert.deepEqual([hint, await others.getByText('share addresses').count()], [1, 0])
  },
)
