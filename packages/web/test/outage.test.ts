import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { MINUTE, SECOND } from '../../server/src/platform/clock.ts'
import { weaken } from '../../server/test/sessions/weak-wire.ts'
import { traces } from '../../server/test/support/administrator.ts'
import { until } from '../../server/test/support/wait-until.ts'
import { pageTest } from './page-test.ts'
import { signIn } from './site-in-browser.ts'

/** Counts how the refreshes of a page ended; 0 is no answer. */
function refreshesOf(page: Page): number[] {
  const statuses: number[] = []
  const isRefresh = (url: string) => url.endsWith('/auth/refresh')
  page.on('response', (response) => {
    if (isRefresh(response.url())) statuses.push(response.status())
  })
  page.on('requestfailed', (request) => {
    if (isRefresh(request.url())) statuses.push(0)
  })
  return statuses
}

/** Lets time pass, and then lets a refresh end if one began: only one page at a time holds its lock. */
async function pass(page: Page, duration: number): Promise<void> {
  await page.clock.runFor(duration)
  await page.evaluate(() => navigator.locks.request('portal-refresh', () => undefined))
}

pageTest('a page whose refresh was lost in an outage goes on by itself', async (given) => {
  const { site, visitor, excuse } = given
  excuse(/status of 503/)
  await site.player('Steve')
  const { page } = await visitor()
  await signIn(page, 'Steve')
  const refreshes = refreshesOf(page)
  await page.clock.pauseAt(site.now() + 6 * MINUTE)
  site.wait(6 * MINUTE)
  const wire = weaken(site.app)
  wire.loseRefresh('breaks')

  await page.getByRole('link', { name: 'Invited players' }).click()
  await page.getByText('You can try again in 5 seconds.').waitFor()
  await pass(page, 0)
  wire.mend()
  await pass(page, 4900)
  const tooEarly = [...refreshes]
  await pass(page, 2700)
  await until(() => refreshes.length === 2)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Nobody yet.').waitFor()

  assert.deepEqual(tooEarly, [503])
  assert.deepEqual(refreshes, [503, 200])
  assert.deepEqual(await traces(site, 'session.reused'), [])
})

pageTest('without a network a page asks for its session in growing pauses', async (given) => {
  const { site, visitor, excuse } = given
  excuse(/ERR_FAILED|Failed to fetch/)
  await site.player('Steve')
  const { page } = await visitor()
  await signIn(page, 'Steve')
  const refreshes = refreshesOf(page)
  await page.clock.pauseAt(site.now() + 6 * MINUTE)
  site.wait(6 * MINUTE)
  await page.route('**/auth/refresh', (route) => route.abort())

  await page.getByRole('link', { name: 'Invited players' }).click()
  await page.getByText('The site does not answer.').waitFor()
  await pass(page, 0)
  await pass(page, 1.5 * SECOND)
  await until(() => refreshes.length === 2)
  await pass(page, 1.9 * SECOND)
  const meanwhile = refreshes.length
  await pass(page, 1.2 * SECOND)
  await until(() => refreshes.length === 3)
  await page.unroute('**/auth/refresh')
  await pass(page, 6.1 * SECOND)
  await until(() => refreshes.length === 4)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Nobody yet.').waitFor()

  assert.equal(meanwhile, 2)
  assert.deepEqual(refreshes, [0, 0, 0, 200])
})
