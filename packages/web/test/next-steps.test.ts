import assert from 'node:assert/strict'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { giveRole } from '../../server/test/support/administrator.ts'
import type { Site } from '../../server/test/support/site.ts'
import { pageTest } from './page-test.ts'
import { loaded, signInWithoutForm } from './site-in-browser.ts'

const set = (site: Site, name: Parameters<typeof changeSetting>[2]['name'], text: string) =>
  changeSetting(site.app, { actor: 'command', ip: null }, { name, text })

const PICTURE = "getComputedStyle(document.querySelector('.view')).backgroundImage"

async function moderator(site: Site): Promise<void> {
  const { id } = await site.player('Mod')
  const permissions = ['panel.access', 'panel.players.read']
  await giveRole(site, id, { id: 'moderators', priority: 5, permissions })
}

pageTest(
  'a moderator does not see the problems and first steps of the owner',
  async ({ site, visitor }) => {
    await moderator(site)
    const { page } = await visitor()
    await signInWithoutForm(page, 'Mod')

    await page.goto('/panel')
    await page.getByText('Players', { exact: true }).first().waitFor()
    await loaded(page)
    const text = await page.getByRole('main').innerText()

    assert.doesNotMatch(text, /First steps|no mail server|backup/)
  },
)

pageTest(
  'staff who open a page without its permission see why it is refused',
  async ({ site, visitor }) => {
    await moderator(site)
    await site.player('Steve')
    const [staff, player] = [(await visitor()).page, (await visitor()).page]
    await signInWithoutForm(staff, 'Mod')
    await signInWithoutForm(player, 'Steve')

    await staff.goto('/panel/settings')
    await staff.getByRole('heading', { level: 1, name: 'No access' }).waitFor()
    const said = await staff.getByRole('main').innerText()
    await player.goto('/panel/settings')
    await player.getByText('You do not have access to this page: Panel.').waitFor()
    await player.getByRole('main').getByRole('link', { name: 'Account' }).click()
    await player.waitForURL('**/account')
    await staff.getByRole('link', { name: 'Open the overview' }).click()
    await staff.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()

    assert.match(said, /page: Settings\. Ask an administrator/)
  },
)

pageTest('a new player finds the launcher, the servers and the news', async (given) => {
  const { site, visitor } = given
  await set(site, 'launcherWindows', '/files/portal.exe')
  await set(site, 'gameServers', 'Survival 127.0.0.1:9')
  await site.player('Steve')
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0'
  const phoneAgent = 'Mozilla/5.0 (Linux; Android 15; Pixel) AppleWebKit/537.36 Chrome/140.0 Mobile'
  const { page } = await visitor({ userAgent })
  const phone = (await visitor({ userAgent: phoneAgent })).page
  await signInWithoutForm(page, 'Steve')
  await signInWithoutForm(phone, 'Steve')

  const start = page.getByRole('region', { name: 'Start playing' })
  const address = await start
    .getByRole('link', { name: 'Download for Windows' })
    .getAttribute('href')
  await start.getByText('Survival').waitFor()
  await phone.getByText('The launcher runs on a computer.').waitFor()
  const downloads = await phone.getByRole('link', { name: /^Download/ }).count()
  await page.getByRole('link', { name: 'News', exact: true }).click()
  await page.waitForURL('**/news')
  await page.goBack()
  await page.getByRole('link', { name: 'Home page' }).click()
  await page.getByText('Welcome back, Steve').waitFor()

  assert.equal(address, '/files/portal.exe')
  assert.equal(downloads, 0)
})

pageTest('without a launcher and servers the account has no empty card', async (given) => {
  await given.site.player('Steve')
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Steve')

  await page.getByRole('heading', { name: 'Security' }).waitFor()

  assert.equal(await page.getByRole('region', { name: 'Start playing' }).count(), 0)
})

pageTest('every public page has the picture of the home page', async ({ site, visitor }) => {
  await set(site, 'homePicture', '/icon-192.png')
  const { page } = await visitor()
  const pictures: string[] = []
  const scenes: boolean[] = []

  for (const path of ['/login', '/register', '/news', '/nowhere']) {
    await page.goto(path)
    await loaded(page)
    pictures.push(await page.evaluate<string>(PICTURE))
    scenes.push(await page.locator('.view .scene').isVisible())
  }

  assert.ok(
    pictures.every((picture) => picture.includes('/icon-192.png')),
    pictures.join(),
  )
  assert.deepEqual(scenes, [false, false, false, false])
})

pageTest(
  'an administrator without recovery codes sees the command that restores access',
  async (given) => {
    const { page } = await given.owner()

    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Turn on' }).click()

    await page.getByText('player 2fa-off Owner').waitFor()
  },
)
