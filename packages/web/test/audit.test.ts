import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { callsOf, owner as makeOwner } from '../../server/test/support/administrator.ts'
import { pageTest } from './page-test.ts'
import { signIn } from './site-in-browser.ts'

pageTest('the audit log speaks of names, and of values as people read them', async (given) => {
  const { site, visitor } = given
  const steve = await site.player('Steve')
  const notch = callsOf(site, await makeOwner(site))
  const role = { id: 'mod', name: 'Moderators', priority: 5, permissions: [] }
  await notch.send('POST', '/admin/roles', role)
  await notch.send('PATCH', `/admin/players/${steve.id}`, { roles: ['mod'] })
  await notch.send('POST', `/admin/players/${steve.id}/balance`, { real: 1250, reason: 'Gift' })
  await notch.send('PATCH', '/admin/settings', { registrationOpen: false })
  const { page } = await visitor({ timezoneId: 'Asia/Tokyo' })
  await signIn(page, 'Notch')
  await page.goto('/panel/audit')
  const found = (text: string) => page.getByRole('row').filter({ hasText: text })

  await found('Setting changed').getByText('Registration is open').waitFor()
  await page.getByLabel('To whom or what').fill('Registration is open')
  await gone(page, 'Roles changed')
  const setting = await found('Setting changed').innerText()
  await page.getByLabel('To whom or what').fill('steve')
  await found('Roles changed').waitFor()
  const roles = await found('Roles changed').innerText()
  const balance = await found('Balance changed').innerText()
  await page.getByLabel('Action').selectOption('Roles changed')
  await gone(page, 'Balance changed')
  await page.reload()
  await found('Roles changed').waitFor()

  assert.match(setting, /Notch[\s\S]*Registration is open\s+yes → no/)
  assert.match(roles, /Notch[\s\S]*Steve\s+not set → Moderators/)
  assert.match(balance, /Money: 0\.00 → 1,250\.00/)
  assert.equal(await page.getByRole('row').count(), 2)
  assert.equal(new URL(page.url()).search, '?target=steve&action=player.roles')
})

pageTest('a day of the audit log is the reader’s own, and the last one counts', async (given) => {
  const { site, visitor } = given
  await makeOwner(site)
  const { page } = await visitor({ timezoneId: 'Asia/Tokyo' }) // 12:00 in UTC is 21:00 there
  await signIn(page, 'Notch')
  site.wait(4 * 60 * 60 * 1000) // 1:00 of 2 January in Tokyo, still 1 January in UTC
  await site.player('Late')
  await page.goto('/panel/audit')
  const rows = page.getByRole('row').filter({ hasText: 'Registered' })

  await rows.nth(1).waitFor()
  await page.getByLabel('First day').fill('2030-01-02')
  await page.getByLabel('Last day').fill('2030-01-02')
  await rows.nth(1).waitFor({ state: 'detached' })
  const second = await rows.innerText()
  await page.getByLabel('Last day').fill('2030-01-01') // between this and the next there are no days at all
  await page.getByText('Nothing found.').waitFor()
  await page.getByLabel('First day').fill('2030-01-01')
  await rows.filter({ hasText: 'Notch' }).waitFor()

  assert.match(second, /Late/)
  assert.equal(await rows.filter({ hasText: 'Late' }).count(), 0)
})

async function gone(page: Page, action: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: action }).waitFor({ state: 'detached' })
}
