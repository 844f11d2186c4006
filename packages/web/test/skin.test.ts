import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { png } from '../../server/test/profiles/textures/png.ts'
import { pageTest } from './page-test.ts'
import { type BrowserSite, loaded, signInWithoutForm } from './site-in-browser.ts'

const PICTURE = png({ width: 64, height: 64 })
const VIEWER = /\/assets\/figure-/

/** Opens Steve's skin page. @returns the requests of the browser before and after that. */
async function openSkinPage({ site, visitor }: BrowserSite, beforehand = '') {
  await site.player('Steve')
  const { page, context } = await visitor({ reducedMotion: 'reduce' })
  if (beforehand) await context.addInitScript(beforehand)
  const fetched: string[] = []
  page.on('request', (request) => void fetched.push(request.url()))
  await signInWithoutForm(page, 'Steve')
  await loaded(page)
  const before = [...fetched]
  await page.getByRole('link', { name: 'Skin and cape' }).click()
  await page.getByRole('heading', { level: 1, name: 'Skin and cape' }).waitFor()
  return { page, fetched, before }
}

const chooser = (page: Page) => page.getByLabel('Drop a skin here')
const turnable = (page: Page) => page.locator('canvas[role=slider][aria-label="Skin of Steve"]')
const choose = (page: Page, buffer: Buffer) =>
  chooser(page).setInputFiles({ name: 's.png', mimeType: 'image/png', buffer })
const save = (page: Page, kind: 'skin' | 'cape') =>
  page.getByRole('button', { name: `Save the ${kind}` }).click()
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

pageTest('a player can upload a skin and a cape and sees them in 3D', async (given) => {
  const { page, fetched, before } = await openSkinPage(given)

  await choose(page, PICTURE)
  await turnable(page).waitFor()
  await save(page, 'skin')
  await page.getByRole('status').filter({ hasText: 'Skin saved.' }).waitFor()
  await page.getByRole('region', { name: 'Recent skins' }).waitFor() // when it appears, it moves the cards below it
  const changed = page.waitForResponse('**/cabinet/looks/*')
  await page.getByLabel('Slim arms').click()
  await changed
  await page.reload()
  await turnable(page).waitFor()
  assert.equal(await page.getByLabel('Slim arms').isChecked(), true)
  await drop(page, 'Drop a cape here', {
    type: 'image/png',
    bytes: png({ width: 64, height: 32 }),
  })
  await save(page, 'cape')
  await page.getByRole('status').filter({ hasText: 'Cape saved.' }).waitFor()
  for (const off of ['Remove the skin', 'Remove the cape']) {
    await page.getByRole('button', { name: off }).click()
    await page.getByRole('dialog').getByRole('button', { name: off }).click()
  }
  await picture(page).waitFor()

  assert.equal(
    before.some((url) => VIEWER.test(url)),
    false,
  )
  assert.equal(
    fetched.some((url) => VIEWER.test(url)),
    true,
  )
})

pageTest('a file that is not a skin is refused before the upload', async (given) => {
  const { page, fetched } = await openSkinPage(given)

  await choose(page, png({ width: 60, height: 60 }))
  await page
    .getByText('This picture is 60×60. A skin is 64×64 or 64×32 pixels, or a multiple of that.')
    .waitFor()
  await choose(page, png({ width: 128, height: 128 }))
  await page.getByText('This picture is 128×128. You are not allowed').waitFor()
  await choose(page, Buffer.concat([PICTURE, Buffer.alloc(1024 * 1024)]))
  await page.getByText('The picture must not be larger than 1 MiB.').waitFor()
  await choose(page, PICTURE.subarray(0, 60))
  await page.getByText('The picture is damaged.').waitFor()
  await drop(page, 'Drop a skin here', { type: 'text/plain', bytes: Buffer.from('not a picture') })
  await page.getByText('This is not a PNG picture.').waitFor()

  assert.equal(await page.getByRole('alert').count(), 1)
  assert.equal(await page.getByRole('button', { name: /(Save|Remove) the skin/ }).count(), 0)
  assert.deepEqual(
    fetched.filter((url) => url.endsWith('/cabinet/skin')),
    [],
  )
})

pageTest('a skin that was previewed can be discarded before it is saved', async (given) => {
  const { page, fetched } = await openSkinPage(given)
  const uploads = () => fetched.filter((url) => url.endsWith('/cabinet/skin')).length

  await choose(page, PICTURE)
  await turnable(page).waitFor()
  const beforeSaving = uploads()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await picture(page).waitFor()
  await choose(page, PICTURE)
  await turnable(page).waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('dialog').waitFor()

  assert.deepEqual([beforeSaving, uploads()], [0, 0])
})

pageTest('a refused upload keeps the chosen picture and arm model', async (given) => {
  const { page } = await openSkinPage(given)
  const body = { error: 'texture.broken', message: 'The picture is damaged.' }
  await page.route('**/cabinet/skin', (route) => route.fulfill({ status: 400, json: body }))
  const box = page.getByRole('checkbox', { name: 'Slim arms' })

  await choose(page, PICTURE)
  const guessed = await box.isChecked()
  await box.click()
  await save(page, 'skin')
  await page.getByText('The picture is damaged.').waitFor()
  const refused = [await box.isChecked(), await box.isEnabled()]
  await page.unroute('**/cabinet/skin')
  await save(page, 'skin')
  await page.getByRole('status').filter({ hasText: 'Skin saved.' }).waitFor()

  assert.deepEqual([guessed, refused, await box.isChecked()], [false, [true, true], true])
})

pageTest('the skin page shows the upload progress', async (given) => {
  const { page } = await openSkinPage(given)
  const held = Promise.withResolvers<void>()
  await page.route('**/cabinet/skin', async (route) => {
    await held.promise
    await route.continue()
  })

  await choose(page, PICTURE)
  await save(page, 'skin')
  await page.getByRole('progressbar').waitFor()
  await page.getByText(/Uploading: \d+ %/).waitFor()
  held.resolve()

  await page.getByRole('status').filter({ hasText: 'Skin saved.' }).waitFor()
  assert.equal(await page.getByRole('progressbar').count(), 0)
})

pageTest('a browser without WebGL shows a still picture of the new skin', async (given) => {
  given.excuse(/WebGL/)
  const noWebGl = `HTMLCanvasElement.prototype.getContext = new Proxy(
    HTMLCanvasElement.prototype.getContext,
    { apply: (get, canvas, [kind, ...more]) => /webgl/.test(kind) ? null : Reflect.apply(get, canvas, [kind, ...more]) },
  )`
  const { page } = await openSkinPage(given, noWebGl)
  const before = await picture(page).getAttribute('src')

  await choose(page, PICTURE)
  await page.locator('canvas[role=img]').waitFor()
  await save(page, 'skin')
  await page.getByRole('button', { name: 'Remove the skin' }).waitFor()

  await picture(page).waitFor()
  assert.notEqual(await picture(page).getAttribute('src'), before)
  assert.equal(await turnable(page).isVisible(), false)
  await picture(page).evaluate((shown) => shown.decode()) // fails unless the picture has loaded
})
