import assert from 'node:assert/strict'
import { insertAccount } from '../../server/test/support/insert-account.ts'
import { pageTest } from './page-test.ts'

pageTest(
  'a list keeps its filters and place after "back" and after a reload',
  async ({ site, owner }) => {
    for (let number = 10; number < 55; number += 1) await insertAccount(site, `walker${number}`)
    const { page } = await owner({ viewport: { width: 1000, height: 500 } })
    const search = page.getByLabel('Search')
    const rows = page.getByRole('row')
    const last = page.getByRole('link', { name: 'walker54' })
    const found = page.waitForResponse(/query=walker$/)

    await page.goto('/panel/players')
    await search.pressSequentially('walker')
    await found
    const focused = await page.locator('[type=search]:focus').count()
    await page.getByRole('button', { name: 'Show more' }).click()
    await rows.nth(40).waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await last.scrollIntoViewIfNeeded()
    const place = await page.evaluate<number>('scrollY')
    await last.click()
    await page.getByRole('heading', { name: 'walker54', level: 1 }).waitFor()
    await page.goBack()
    await last.waitFor()
    await page.waitForFunction(`Math.abs(scrollY - ${place}) < 2`)
    const back = [await search.inputValue(), await rows.count()]
    await page.reload()
    await last.waitFor()

    assert.equal(focused, 1)
    assert.ok(place > 0)
    assert.equal(new URL(page.url()).search, '?query=walker&shown=3')
    assert.deepEqual(back, ['walker', 46])
    assert.equal(await rows.count(), 46)
  },
)
