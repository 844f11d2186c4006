import assert from 'node:assert/strict'
import { SECOND } from '../../server/src/platform/clock.ts'
import { callsOf, owner as makeOwner } from '../../server/test/support/administrator.ts'
import { pageTest } from './page-test.ts'
import { loaded, signInWithoutForm } from './site-in-browser.ts'

pageTest(
  'the list of players shows totals, ranks and visits, and keeps its order',
  async (given) => {
    const { site, visitor } = given
    const notch = callsOf(site, await makeOwner(site))
    const steve = await site.player('Steve')
    await site.player('Alex')
    await notch.send('POST', '/admin/groups', { id: 'gold', name: 'Golden', permissions: [] })
    await notch.send('POST', `/admin/players/${steve.id}/groups`, { group: 'gold', forever: true })
    site.wait(SECOND)
    const { page } = await visitor()
    await signInWithoutForm(page, 'Notch')
    const names = () => page.getByRole('table').getByRole('link').allInnerTexts()

    await page.goto('/panel/players')
    await page.getByText('3 players', { exact: true }).waitFor()
    await page.getByRole('row', { name: /Steve/ }).getByText('Golden').waitFor() // names of ranks load separately
    const row = await page.getByRole('row', { name: /Steve/ }).innerText()
    await page.getByLabel('Order').selectOption('By name')
    await page.getByRole('row').nth(1).filter({ hasText: 'Alex' }).waitFor()
    await page.reload()
    await loaded(page)
    const byName = await names()
    await page.getByRole('button', { name: 'Last visit' }).click()
    await page.getByRole('row').nth(1).filter({ hasText: 'Notch' }).waitFor()
    const latest = new URL(page.url()).search
    await page.getByRole('button', { name: 'Last visit' }).click()
    await page
      .getByRole('columnheader', { name: 'Last visit' })
      .and(page.locator('[aria-sort=ascending]'))
      .waitFor()
    await page.getByRole('row').nth(3).filter({ hasText: 'Notch' }).waitFor()
    const earliest = new URL(page.url()).search
    await page.getByRole('button', { name: 'Player', exact: true }).click()
    await page.getByRole('row').nth(1).filter({ hasText: 'Alex' }).waitFor()
    await page.getByLabel('Donor rank').selectOption('Golden')
    await page.getByText('1 player', { exact: true }).waitFor()
    const address = new URL(page.url()).search
    await page.getByLabel('Search').fill('nobody here')
    await page.getByText('No players found.').waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByText('3 players', { exact: true }).waitFor()

    assert.match(row, /Golden[\s\S]*just now/)
    assert.deepEqual(byName, ['Alex', 'Notch', 'Steve'])
    assert.deepEqual([latest, earliest], ['?sort=seen', '?sort=unseen'])
    assert.equal(address, '?sort=name&group=gold')
    assert.equal(new URL(page.url()).search, '')
  },
)
