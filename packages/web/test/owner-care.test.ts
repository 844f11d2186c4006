import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { noteFinding } from '../../server/src/admin/overview/finding-store.ts'
import { undoSetup } from '../../server/test/account/registration/new-site.ts'
import { pageTest } from './page-test.ts'

pageTest('a backup is made in the panel and downloaded as a file', async ({ site, owner }) => {
  await site.player('Steve')
  const { page } = await owner()

  await page.goto('/panel')
  await page.getByText('There are players, but no backup yet.').waitFor()
  await page.getByRole('link', { name: 'To the backups' }).click()
  const make = page.getByRole('button', { name: 'Make a backup' })
  await make.waitFor()
  await page.waitForFunction('scrollY > 0') // the card is at the end of a long page
  await make.click()
  const button = page.getByRole('button', { name: /^Download 2030-/ })
  await page.clock.runFor(2000)
  await button.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const bytes = readFileSync(await download.path())

  assert.match(download.suggestedFilename(), /^2030-.*\.backup$/)
  assert.deepEqual([...bytes.subarray(0, 2)], [0x1f, 0x8b]) // gzip
  await page.goto('/panel')
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  assert.equal(await page.getByText('but no backup yet').count(), 0)
})

pageTest('the first steps are done by fact, and the owner can hide them', async (given) => {
  const { page } = await given.owner()
  const done = page.locator('li', { hasText: 'done' })
  await page.goto('/panel')
  await page.getByRole('link', { name: 'Write the first news' }).waitFor()
  const before = await done.count()

  await page.goto('/panel/news/new')
  await page.getByLabel('Title').fill('We are open')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Come in.')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.waitForURL(/\/panel\/news(\/[^n].*)?$/)
  await page.goto('/panel')
  await done.filter({ hasText: 'Write the first news' }).waitFor()
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })

  assert.deepEqual([before, (await given.site.app.settings.read()).firstSteps], [0, false])
})

pageTest(
  'a site that waits for its owner says so on every page, and then no more',
  async (given) => {
    await undoSetup(given.site)
    const { page } = await given.visitor()
    const waits = page.getByText('This site waits for its owner.')
    for (const path of ['/login', '/register', '/news']) {
      await page.goto(path)
      await waits.waitFor()
      await page.getByText('npm run -s portal -- setup-url').waitFor()
      if (path === '/register') {
        await page.getByText('You can create an account once the site has been set up.').waitFor()
        assert.equal(await page.getByRole('button', { name: 'Create account' }).count(), 0)
      }
    }

    const { page: panel } = await given.owner()
    await panel.goto('/panel')
    await panel.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.goto('/login')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()

    assert.deepEqual(
      [await waits.count(), await panel.getByText('waits for its owner').count()],
      [0, 0],
    )
  },
)

pageTest('a proxy that is not trusted is shown with the line that trusts it', async (given) => {
  const { site } = given
  await noteFinding(site.app.db, { name: 'proxy.untrusted', detail: '10.0.0.1', at: site.now() })
  const { page } = await given.owner()

  for (const path of ['/panel', '/panel/system']) {
    await page.goto(path)
    await page.getByText('TRUST_PROXY=10.0.0.1', { exact: true }).waitFor()
  }
})
