import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { banPlayer } from '../../server/src/admin/bans/ban-player.ts'
import { upsertFinding } from '../../server/src/admin/overview/finding-store.ts'
import { backUpIfDue } from '../../server/src/operations/backup/automatic-backup.ts'
import { backupFolder } from '../../server/src/platform/backup-folder.ts'
import { HOUR } from '../../server/src/platform/clock.ts'
import { undoSetup } from '../../server/test/account/registration/new-site.ts'
import { pageTest } from './page-test.ts'
import { loaded } from './site-in-browser.ts'

pageTest('a backup is created in the panel and downloaded', async ({ site, owner }) => {
  await site.player('Steve')
  const { page } = await owner()

  await page.goto('/panel')
  await page.getByText('There are players but no backup yet.').waitFor()
  await page.getByRole('link', { name: 'Open backups' }).click()
  const make = page.getByRole('button', { name: 'Create a backup' })
  await make.waitFor()
  await page.getByRole('heading', { name: 'Restore a backup' }).waitFor()
  await make.click()
  const button = page.getByRole('button', { name: /^Download 2030-/ })
  await page.clock.runFor(2000)
  await button.waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const bytes = readFileSync(await download.path())

  assert.match(download.suggestedFilename(), /^2030-.*\.backup$/)
  assert.deepEqual([...bytes.subarray(0, 2)], [0x1f, 0x8b]) // a file in gzip format
  await page.goto('/panel')
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  assert.equal(await page.getByText('but no backup yet').count(), 0)
})

pageTest('an owner can change the schedule of backups in the panel', async (given) => {
  const { site } = given
  const { page } = await given.owner()
  const card = page.getByRole('form', { name: 'Automatic backups' })
  await page.goto('/panel/backups')
  await card.getByText('not planned').waitFor()

  await card.getByLabel('Interval').selectOption('Every day')
  await card.getByLabel('Automatic backups to keep').fill('0')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByRole('alert').waitFor()
  await card.getByLabel('Automatic backups to keep').fill('3')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByText('not planned').waitFor({ state: 'detached' })
  const { backupHours, backupsKept } = await site.app.settings.read()
  await backUpIfDue(site.app)
  await page.reload()
  await card.getByText('succeeded').waitFor()
  await page.getByText(/restore auto-2030-.*\.backup$/).waitFor()
  const folder = backupFolder(site.app.config)
  rmSync(folder, { recursive: true })
  writeFileSync(folder, 'not a folder')
  site.wait(24 * HOUR)
  await backUpIfDue(site.app)
  await page.goto('/panel')
  await page.getByRole('link', { name: 'Open backups' }).first().click()

  await card.getByText('The automatic backup failed').waitFor()
  assert.deepEqual([backupHours, backupsKept], [24, 3])
})

pageTest('a first step of the owner is marked once it is done', async (given) => {
  const { page } = await given.owner()
  const done = page.locator('li.done')
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
  await loaded(page)

  assert.equal(await page.getByRole('heading', { name: 'First steps' }).count(), 0)
  assert.deepEqual([before, (await given.site.app.settings.read()).firstSteps], [0, false])
})

pageTest('every page of the panel shows a notice until the site is set up', async (given) => {
  await undoSetup(given.site)
  const { page } = await given.visitor()
  const waits = page.getByText('This site is not set up yet.')
  for (const path of ['/login', '/register', '/news']) {
    await page.goto(path)
    await waits.waitFor()
    await page.getByText('npm run -s portal -- setup-url').waitFor()
    if (path === '/register') {
      await page.getByText('You can create an account once the site is set up.').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Create account' }).count(), 0)
    }
  }

  const { page: panel } = await given.owner()
  await panel.goto('/panel')
  await panel.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.goto('/login')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()

  assert.deepEqual(
    [await waits.count(), await panel.getByText('is not set up yet').count()],
    [0, 0],
  )
})

pageTest('the panel shows the TRUST_PROXY line for an untrusted proxy', async (given) => {
  const { site } = given
  await upsertFinding(site.app.db, { name: 'proxy.untrusted', detail: '10.0.0.1', at: site.now() })
  const { page } = await given.owner()

  for (const path of ['/panel', '/panel/system']) {
    await page.goto(path)
    await page.getByText('TRUST_PROXY=10.0.0.1', { exact: true }).waitFor()
  }
})

pageTest('every figure of the overview links to its page', async (given) => {
  const { site, owner } = given
  const steve = await site.player('Steve')
  await banPlayer(site.app, { actor: 'command', ip: null }, steve.id, {
    reason: 'Griefing at spawn',
    expiresAt: null,
  })
  const { page } = await owner()

  await page.goto('/panel')
  const steps = page.getByRole('region', { name: 'First steps' })
  await steps.getByText('0 of 7').waitFor()
  await steps.getByText('Players can sign in to the game only when').waitFor()
  await page.getByRole('region', { name: 'Latest staff sign-ins' }).getByText('Owner').waitFor()
  await page.getByRole('region', { name: 'Latest bans' }).getByText('Griefing at spawn').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Active in 7 days' }).click()
  await page.waitForURL('**/panel/audit?action=login.succeeded')
  await page.goBack()
  await page.getByRole('link', { name: 'All bans' }).click()
  await page.waitForURL('**/panel/players?only=banned')

  await page.getByText('1 player', { exact: true }).waitFor()
})
