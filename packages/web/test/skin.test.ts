import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { png } from '../../server/test/texture/png.ts'
import { pageTest } from './page-test.ts'
import { loaded, type Story, signIn } from './site-in-browser.ts'

const PICTURE = png({ width: 64, height: 64 })
const VIEWER = /\/assets\/skinview3d-/

/** Opens Steve's skin page. @returns what the browser fetched before and after that. */
async function openSkinPage({ site, visitor }: Story, beforehand = '') {
  await site.player('Steve')
  const { page, context } = await visitor({ reducedMotion: 'reduce' })
  if (beforehand) await context.addInitScript(beforehand)
  const fetched: string[] = []
  page.on('request', (request) => void fetched.push(request.url()))
  await signIn(page, 'Steve')
  await loaded(page)
  const before = [...fetched]
  await page.getByRole('link', { name: 'Skin and cape' }).click()
  await page.getByRole('heading', { level: 1, name: 'Skin and cape' }).waitFor()
  return { page, fetched, before }
}

const chooser = (page: Page) => page.getByLabel('Drop a skin here')
const turnable = (page: Page) => page.locator('canvas[aria-label="Skin of Steve"]')
const picture = (page: Page) => page.locator('main img[alt="Skin of Steve"]')

/** Drops a file on an element, as from a file manager. */
async function drop(page: Page, label: string, file: { type: string; bytes: Buffer }) {
  const dropped = `(() => {
    const bytes = Uint8Array.from(atob('${file.bytes.toString('base64')}'), (one) => one.charCodeAt(0))
    const dropped = new DataTransfer()
    dropped.items.add(new File([bytes], 'dropped', { type: '${file.type}' }))
    return dropped
  })()`
  const dataTransfer = await page.evaluateHandle(dropped)
  const place = page.locator('label').filter({ hasText: label })
  await place.dispatchEvent('dragover', { dataTransfer })
  await place.dispatchEvent('drop', { dataTransfer })
}

pageTest(
  'a skin is uploaded, shown in 3D and made slim; a cape is dropped on its field',
  async (given) => {
    const { page, fetched, before } = await openSkinPage(given)

    await chooser(page).setInputFiles({ name: 's.png', mimeType: 'image/png', buffer: PICTURE })
    await turnable(page).waitFor()
    await page.getByRole('status').filter({ hasText: 'Skin saved.' }).waitFor()
    await page.getByLabel('Slim arms').click()
    await page.locator(':checked:enabled').waitFor()
    await page.reload()
    await turnable(page).waitFor()
    assert.equal(await page.getByLabel('Slim arms').isChecked(), true)
    await drop(page, 'Drop a cape here', {
      type: 'image/png',
      bytes: png({ width: 64, height: 32 }),
    })
    await page.getByRole('status').filter({ hasText: 'Cape saved.' }).waitFor()
    await page.getByRole('button', { name: 'Delete the skin' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the skin' }).click()
    await picture(page).waitFor()

    assert.equal(
      before.some((url) => VIEWER.test(url)),
      false,
    )
    assert.equal(
      fetched.some((url) => VIEWER.test(url)),
      true,
    )
  },
)

pageTest('a file that is not a skin is refused, chosen or dropped', async (given) => {
  const { page } = await openSkinPage(given)

  await chooser(page).setInputFiles({
    name: 's.png',
    mimeType: 'image/png',
    buffer: png({ width: 60, height: 60 }),
  })
  await page.getByText('A skin must be 64×64 or 64×32 pixels').waitFor()
  await drop(page, 'Drop a skin here', { type: 'text/plain', bytes: Buffer.from('not a picture') })
  await page.getByText('This is not a PNG picture.').waitFor()

  assert.equal(await page.getByRole('alert').count(), 1)
  assert.equal(await page.getByRole('button', { name: 'Delete the skin' }).count(), 0)
})

pageTest('without WebGL the still picture of the new skin is shown', async (given) => {
  given.excuse(/WebGL/)
  const noWebGl = `HTMLCanvasElement.prototype.getContext = new Proxy(
    HTMLCanvasElement.prototype.getContext,
    { apply: (get, canvas, [kind, ...more]) => /webgl/.test(kind) ? null : Reflect.apply(get, canvas, [kind, ...more]) },
  )`
  const { page } = await openSkinPage(given, noWebGl)
  const before = await picture(page).getAttribute('src')

  await chooser(page).setInputFiles({ name: 's.png', mimeType: 'image/png', buffer: PICTURE })
  await page.getByRole('button', { name: 'Delete the skin' }).waitFor()

  await picture(page).waitFor()
  assert.notEqual(await picture(page).getAttribute('src'), before)
  assert.equal(await turnable(page).isVisible(), false)
  assert.equal(await page.evaluate('document.querySelector("main img").naturalWidth > 0'), true)
})
