import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { writeAudit } from '../../server/src/audit/write-audit.ts'
import { DAY } from '../../server/src/platform/clock.ts'
import { openOwner, openStaff } from '../../server/test/support/staff.ts'
import { pageTest } from './page-test.ts'
import { answer, signInWithoutForm } from './site-in-browser.ts'

const LASTING = { env: { JWT_EXPIRES: '3650d', JWT_REFRESH_EXPIRES: '3650d' } }

const titlesOn = (page: Page) => page.locator('main ol > li strong').allTextContents()

pageTest(
  'the timeline of a player’s card can be filtered by kind',
  async ({ site, visitor }) => {
    const boss = await openOwner(site, 'Boss')
    const steve = await site.player('Steve')
    await boss.group('gold')
    const path = `/admin/players/${steve.id}`
    site.wait(1000)
    await boss.post(`${path}/groups`, { group: 'gold', days: 1 })
    site.wait(2 * DAY)
    await boss.post(`${path}/ban`, { reason: 'Griefing', expiresAt: null })
    const { page } = await visitor()
    await signInWithoutForm(page, 'Boss')

    await page.goto(`/panel/players/${steve.id}`)
    const entries = page.getByRole('tabpanel', { name: 'Timeline' }).getByRole('listitem')
    await entries.filter({ hasText: 'Banned' }).getByText('Griefing').waitFor()
    const all = await titlesOn(page)
    const author = entries.filter({ hasText: 'Banned' }).getByRole('link', { name: 'Boss' })
    const address = await author.getAttribute('href')
    await page.getByRole('radio', { name: 'All' }).press('ArrowRight')
    await page.getByRole('radio', { name: 'Sign-ins' }).press('ArrowRight')
    await page.waitForURL('**?kind=bans')
    await page.getByRole('radio', { name: 'Bans' }).press('ArrowRight')
    await entries.filter({ hasText: 'Donor rank ended' }).getByText('GOLD').waitFor()
    await page.reload()
    await entries.first().waitFor()

    assert.deepEqual(all, ['Banned', 'Donor rank ended', 'Rank or permission given', 'Signed in'])
    assert.equal(address, `/panel/players/${boss.id}`)
    assert.deepEqual(await titlesOn(page), ['Donor rank ended', 'Rank or permission given'])
  },
  LASTING,
)

pageTest(
  'the timeline loads older entries on request and shows a new change',
  async ({ site, owner }) => {
    const steve = await site.player('Steve')
    for (let number = 0; number < 25; number += 1) {
      const entry = {
        action: 'login.succeeded',
        target: steve.id,
        after: 'Firefox on Linux',
      } as const
      await writeAudit(site.app, { ...entry, actor: steve.id, ip: '203.0.113.7' })
    }
    const { page } = await owner()

    await page.goto(`/panel/players/${steve.id}`)
    const entries = page.getByRole('tabpanel', { name: 'Timeline' }).getByRole('listitem')
    await entries.nth(19).waitFor()
    const first = await entries.count()
    await page.getByRole('button', { name: 'Show more' }).click()
    await entries.nth(25).waitFor()
    await page.getByRole('button', { name: 'Require a new password' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Require a new password' }).click()
    await page.getByRole('button', { name: 'Ban', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Griefing')
    await answer(page, 'Ban')
    await entries.filter({ hasText: 'Griefing' }).waitFor()

    assert.equal(first, 20)
  },
)

pageTest('staff add a note by keyboard and delete it', async ({ site, owner }) => {
  const steve = await site.player('Steve')
  const { page } = await owner()

  await page.goto(`/panel/players/${steve.id}`)
  await page.getByRole('button', { name: 'Add a note' }).press('Enter')
  await page.keyboard.type('Warned twice')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const note = page.getByRole('listitem').filter({ hasText: 'Warned twice' })
  await note.getByRole('link', { name: 'Owner' }).waitFor()
  await page.getByRole('radio', { name: 'Bans' }).check({ force: true })
  await page.getByText('No entries.').waitFor()
  await page.getByRole('radio', { name: 'Notes' }).check({ force: true })
  await note.getByRole('button', { name: 'Delete' }).click()
  await answer(page, 'Delete')
  await note.waitFor({ state: 'detached' })

  assert.deepEqual(await site.app.db.selectFrom('staff_note').select('id').execute(), [])
})

pageTest('staff see no notes on their own card', async ({ site, owner }) => {
  const { page } = await owner()
  const { id } = await site.app.db.selectFrom('player').select('id').executeTakeFirstOrThrow()

  await page.goto(`/panel/players/${id}`)
  await page.getByRole('radio', { name: 'Sign-ins' }).waitFor({ state: 'attached' })

  assert.equal(await page.getByRole('radio', { name: 'Notes' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Add a note' }).count(), 0)
})

pageTest(
  'a player card has two columns on a wide screen and one on a phone',
  async ({ site, owner }) => {
    const boss = await openOwner(site, 'Boss')
    await boss.role('mod', 5)
    await boss.group('gold')
    const steve = await openStaff(site, 'Steve', { roles: ['mod'] })
    await boss.post(`/admin/players/${steve.id}/groups`, { group: 'gold', forever: true })
    await boss.post(`/admin/players/${steve.id}/balance`, { virtual: 5, reason: 'A gift' })
    const { page } = await owner()
    await page.clock.setFixedTime(site.now()) // otherwise “just now” passes on a slow machine

    await page.goto(`/panel/players/${steve.id}`)
    const head = page.getByRole('main').locator('header')
    const line = page.getByRole('tabpanel')
    await line.getByRole('listitem').first().waitFor()
    await head.getByText('MOD', { exact: true }).waitFor()
    const facts = (await head.locator('dl').innerText()).split('\n')
    const wide = [await head.boundingBox(), await line.boundingBox()]
    await page.setViewportSize({ width: 375, height: 812 })
    const narrow = [await head.boundingBox(), await line.boundingBox()]

    assert.deepEqual(facts, [
      'Roles',
      'MOD',
      'Donor ranks',
      'GOLD',
      'Last visit',
      'just now',
      'Bonuses',
      '5',
    ])
    assert.ok(isBeside(wide))
    assert.ok(!isBeside(narrow))
  },
)

type Box = Awaited<ReturnType<ReturnType<Page['locator']>['boundingBox']>>

function isBeside([left, right]: Box[]): boolean {
  return (left?.x ?? 0) + (left?.width ?? 0) <= (right?.x ?? 0)
}
