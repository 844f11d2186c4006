import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { COMMAND_LINE } from '../../server/src/audit/actor.ts'
import { writeAudit } from '../../server/src/audit/write-audit.ts'
import { callsOf, owner as makeOwner } from '../../server/test/support/administrator.ts'
import { pageTest } from './page-test.ts'
import { signInWithoutForm } from './site-in-browser.ts'

pageTest('the audit log shows names instead of ids, and readable values', async (given) => {
  const { site, visitor } = given
  const steve = await site.player('Steve')
  const notch = callsOf(site, await makeOwner(site))
  const role = { id: 'mod', name: 'Moderators', priority: 5, permissions: [] }
  await notch.send('POST', '/admin/roles', role)
  await notch.send('PATCH', `/admin/players/${steve.id}`, { roles: ['mod'] })
  await notch.send('POST', `/admin/players/${steve.id}/balance`, { real: 1250, reason: 'Gift' })
  await notch.send('PATCH', '/admin/settings', { registrationOpen: false })
  const { page } = await visitor({ timezoneId: 'Asia/Tokyo' })
  await signInWithoutForm(page, 'Notch')
  await page.goto('/panel/audit')
  const found = (text: string) => page.getByRole('row').filter({ hasText: text })

  await found('Setting changed').getByText('Registration is open').waitFor()
  await page.getByText('More filters').click()
  await page.getByLabel('Target').fill('Registration is open')
  await gone(page, 'Roles changed')
  const setting = await found('Setting changed').innerText()
  await page.getByLabel('Target').fill('steve')
  await found('Roles changed').waitFor()
  const roles = await found('Roles changed').innerText()
  const balance = await found('Balance changed').innerText()
  await page.getByLabel('Action').selectOption('Roles changed')
  await gone(page, 'Balance changed')
  await page.reload()
  await page.getByLabel('Target').waitFor() // the filters of the address are open
  await found('Roles changed').waitFor()

  assert.match(setting, /Notch[\s\S]*Registration is open\s+yes → no/)
  assert.match(roles, /Notch[\s\S]*Steve\s+not set → Moderators/)
  assert.match(balance, /Money: 0 → 1,250(?!\.)/)
  assert.equal(await page.getByRole('row').count(), 2)
  assert.equal(new URL(page.url()).search, '?target=steve&action=player.roles')
})

pageTest(
  'audit entries about purchases name the shop and link to the purchases',
  async ({ site, owner }) => {
    const steve = await site.player('Steve')
    const by = { actor: COMMAND_LINE.actor, ip: null, before: null, after: null }
    await writeAudit(site.app, { ...by, action: 'purchase.source', target: 'tebex' })
    await writeAudit(site.app, { ...by, action: 'purchase.mapping', target: 'easydonate 5701' })
    await writeAudit(site.app, {
      ...by,
      actor: 'purchase:tebex',
      action: 'purchase.given',
      target: steve.id,
    })
    const { page } = await owner()

    await page.goto('/panel/audit')
    const row = (action: string) => page.getByRole('row').filter({ hasText: action })
    await row('Purchase given').getByText('Tebex').waitFor()
    const pathOf = (action: string, name: string) =>
      row(action).getByRole('link', { name, exact: true }).getAttribute('href')

    assert.deepEqual(
      [
        await pathOf('Shop changed', 'Tebex'),
        await pathOf('Product mapped', 'EasyDonate 5701'),
        await pathOf('Purchase given', 'Steve'),
      ],
      ['/panel/purchases', '/panel/purchases', `/panel/players/${steve.id}`],
    )
  },
)

pageTest('the audit log shows words instead of refusal codes', async ({ site, owner }) => {
  const { id: target } = await site.player('Steve')
  const by = { actor: COMMAND_LINE.actor, target, ip: null, before: null }
  const held = JSON.stringify({ source: 'tebex', product: '5701', problem: 'product' })
  await writeAudit(site.app, { ...by, action: 'login.refused', after: 'auth.userblocked' })
  await writeAudit(site.app, { ...by, action: 'purchase.held', after: held })
  const { page } = await owner()

  await page.goto('/panel/audit')
  const row = (action: string) => page.getByRole('row').filter({ hasText: action })
  await row('Sign-in refused').getByText('banned', { exact: true }).waitFor()
  const purchase = await row('Purchase held').innerText()

  assert.match(purchase, /Shop: Tebex/)
  assert.match(purchase, /Held because: the product is not in the list/)
})

pageTest('a change of Discord roles names the donor rank of each role', async ({ site, owner }) => {
  const notch = callsOf(site, await makeOwner(site))
  await notch.send('POST', '/admin/groups', { id: 'vip', name: 'Golden', permissions: [] })
  const by = { actor: COMMAND_LINE.actor, ip: null }
  const state = { enabled: true, server: '9901' }
  await writeAudit(site.app, {
    ...by,
    action: 'discord.changed',
    target: '9901',
    before: JSON.stringify({ ...state, mappings: [] }),
    after: JSON.stringify({ ...state, mappings: ['group:vip:7001'] }),
  })
  const { page } = await owner()

  await page.goto('/panel/audit')
  const row = page.getByRole('row').filter({ hasText: 'Roles on Discord changed' })
  await row.getByRole('link', { name: 'Discord', exact: true }).waitFor()

  assert.match(await row.innerText(), /Roles: not set → Discord role 7001 for Golden/)
})

pageTest('the audit log shows linked names instead of IDs', async (given) => {
  const { site, visitor } = given
  const steve = await site.player('Steve')
  const notch = callsOf(site, await makeOwner(site))
  await notch.send('POST', `/admin/players/${steve.id}/ban`, { reason: 'Griefing' })
  const by = { actor: steve.id, target: steve.id, ip: null, after: null }
  const sessionId = 'oJFZXrMey5y7ZtNHOTgAxQ'
  await writeAudit(site.app, { ...by, action: 'session.closed', before: sessionId })
  await writeAudit(site.app, { ...by, action: 'sessions.closed', before: '9' })
  const { page } = await visitor()
  await signInWithoutForm(page, 'Notch')

  await page.goto('/panel/audit?player=Steve')
  await page.getByText(/^\d+ entries$/).waitFor()
  await page.getByRole('row', { name: /Banned/ }).waitFor() // loads separately from the count
  const text = await page.getByRole('main').innerText()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  const csv = readFileSync(await download.path(), 'utf8')
  await page
    .getByRole('row', { name: /Banned/ })
    .getByRole('link', { name: 'Steve' })
    .click()
  await page.waitForURL(`**/panel/players/${steve.id}`)
  await page.goBack()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page
    .getByRole('row', { name: /Signed in/ })
    .first()
    .waitFor()

  assert.doesNotMatch(text, /oJFZ/)
  assert.match(text, /Sessions: 9/)
  const total = Number(/(\d+) entries/.exec(text)?.[1])
  assert.equal(csv.split('\r\n').length, total + 2)
  assert.equal(new URL(page.url()).search, '')
})

pageTest(
  'a day filter of the audit log includes the whole last day in local time',
  async (given) => {
    const { site, visitor } = given
    await makeOwner(site)
    const { page } = await visitor({ timezoneId: 'Asia/Tokyo' }) // 12:00 in UTC is 21:00 in Tokyo
    await signInWithoutForm(page, 'Notch')
    site.wait(4 * 60 * 60 * 1000) // 1:00 of 2 January in Tokyo, still 1 January in UTC
    await site.player('Late')
    await page.goto('/panel/audit')
    const rows = page.getByRole('row').filter({ hasText: 'Registered' })

    await rows.nth(1).waitFor()
    await page.getByLabel('First day').fill('2030-01-02')
    await page.getByLabel('Last day').fill('2030-01-02')
    await rows.nth(1).waitFor({ state: 'detached' })
    const second = await rows.innerText()
    await page.getByLabel('Last day').fill('2030-01-01') // the last day is before the first
    await page.getByText('No entries found.').waitFor()
    await page.getByLabel('First day').fill('2030-01-01')
    await rows.filter({ hasText: 'Notch' }).waitFor()

    assert.match(second, /Late/)
    assert.equal(await rows.filter({ hasText: 'Late' }).count(), 0)
  },
)

async function gone(page: Page, action: string): Promise<void> {
  await page.getByRole('row').filter({ hasText: action }).waitFor({ state: 'detached' })
}
