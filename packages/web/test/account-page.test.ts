import assert from 'node:assert/strict'
import { png } from '../../server/test/profiles/textures/png.ts'
import { owner as makeOwner } from '../../server/test/support/administrator.ts'
import { pageTest } from './page-test.ts'
import { withDevice } from './passkey-device.ts'
import { type BrowserSite, drawn, signInWithoutForm } from './site-in-browser.ts'

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

async function giveGold({ site }: BrowserSite, playerId: string): Promise<void> {
  const owner = await makeOwner(site)
  await owner.send('POST', '/admin/groups', { id: 'gold', name: 'Gold', permissions: [] })
  await owner.send('POST', `/admin/players/${playerId}/groups`, { group: 'gold', days: 30 })
}

pageTest('the account shows the rank beside the name and no technical role', async (given) => {
  const { id } = await given.site.player('Steve')
  await giveGold(given, id)
  const { page } = await given.visitor()

  await signInWithoutForm(page, 'Steve')
  const ranks = page.getByRole('list', { name: 'Donor ranks' })
  await ranks.getByText('Gold').waitFor()
  await ranks.getByText(/until/).waitFor()

  assert.equal(await page.getByText('Access', { exact: true }).count(), 0)
})

pageTest('the account links the newest news', async (given) => {
  const owner = await makeOwner(given.site)
  const banner = '/icon-192.png'
  await owner.send('POST', '/admin/news', { title: 'Season two', body: 'Come in.', banner })
  await given.site.player('Steve')
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Steve')

  const news = page.getByRole('region', { name: 'News' })
  const picture = await news.locator('img').getAttribute('src')
  await news.getByRole('link', { name: 'Season two' }).click()
  await page.getByRole('heading', { level: 1, name: 'Season two' }).waitFor()

  assert.equal(picture, banner)
})

pageTest('the account recommends one security action at a time', async (given) => {
  const { page, context } = await given.owner()
  await withDevice(context, page)
  await page.goto('/account')
  const security = page.getByRole('region', { name: 'Security' })

  await security.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('status').filter({ hasText: 'Passkey added.' }).waitFor()
  await security.getByRole('link', { name: 'Turn on two-factor authentication' }).waitFor()

  assert.equal(await security.getByRole('button', { name: 'Add a passkey' }).count(), 0)
})

pageTest('a toast on a phone covers no part of the page', async (given) => {
  await given.site.player('Steve')
  const { page } = await given.visitor(PHONE)
  await signInWithoutForm(page, 'Steve')
  const toast = `(() => {
    const stack = document.querySelector('.toasts')
    stack.innerHTML = '<div class="toast"><span>Saved.</span></div>'
    return stack.getBoundingClientRect().bottom
  })()`
  const bottom: number = await page.evaluate(toast)
  await drawn(page)
  const content = await page.getByRole('main').boundingBox()

  assert.ok(
    bottom <= (content?.y ?? 0),
    `the toast ends at ${bottom}, the page begins at ${content?.y}`,
  )
})

pageTest(
  'on a phone the account pages do not mention dragging, dropping or scanning',
  async (given) => {
    await given.site.player('Steve')
    const { page } = await given.visitor(PHONE)
    await signInWithoutForm(page, 'Steve')

    await page.goto('/account/skin')
    await page.getByLabel('Choose a skin').waitFor()
    const skinTexts = await page.getByRole('main').innerText()
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Open your authenticator app from here').waitFor()
    const securityTexts = await page.getByRole('main').innerText()

    assert.doesNotMatch(skinTexts, /drop|drag|arrow/i)
    assert.doesNotMatch(securityTexts, /scan/i)
  },
)

pageTest('a double click on "Turn on" does not press "Turn off"', async (given) => {
  await given.site.player('Steve')
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/security')
  const turnOn = await page.getByRole('button', { name: 'Turn on' }).boundingBox()
  const player = await given.site.app.db
    .selectFrom('player')
    .select('id')
    .where('username', '=', 'Steve')
    .executeTakeFirstOrThrow()
  await given.site.app.db
    .updateTable('player')
    .set({ totp_enabled_at: given.site.now() })
    .where('id', '=', player.id)
    .execute()

  await page.reload()
  const turnOff = await page.getByRole('button', { name: 'Turn off' }).boundingBox()

  assert.ok((turnOff?.x ?? 0) > (turnOn?.x ?? 0) + (turnOn?.width ?? 0))
})

pageTest('the skin page shows recent skins beside the figure', async (given) => {
  await given.site.player('Steve')
  const { page } = await given.visitor({ reducedMotion: 'reduce' })
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/skin')
  const drop = page.locator('label').filter({ hasText: 'Drop a skin here' })
  const before = await drop.boundingBox()
  const buffer = png({ width: 64, height: 64 })
  await page
    .getByLabel('Drop a skin here')
    .setInputFiles({ name: 's.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Save the skin' }).click()

  const tiles = page.getByRole('region', { name: 'Recent skins' })
  await tiles.getByText('Worn now').waitFor()
  const [figure, recent, after] = await Promise.all([
    page.getByRole('region', { name: 'Preview' }).boundingBox(),
    tiles.boundingBox(),
    drop.boundingBox(),
  ])

  assert.equal(recent?.y, figure?.y)
  assert.ok((after?.height ?? 0) < (before?.height ?? 0) * 0.8)
  await page.locator('.stage .name').filter({ hasText: 'Steve' }).waitFor()
})
