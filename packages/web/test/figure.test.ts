import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { png } from '../../server/test/profiles/textures/png.ts'
import { capeFile, putCape, putSkin } from '../../server/test/profiles/textures/texture-requests.ts'
import { bearer } from '../../server/test/support/browser.ts'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { pageTest } from './page-test.ts'
import { type BrowserSite, drawn, loaded, signInWithoutForm } from './site-in-browser.ts'

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

const TWO_SIDED = png({
  width: 64,
  height: 64,
  sample: (x, y) => (isBehind(x, y) ? [0, 0, 255, 255] : [255, 0, 0, 255]),
})

function isBehind(x: number, y: number): boolean {
  return (y < 16 && x >= 24 && x < 32) || (y >= 20 && y < 32 && x >= 32 && x < 40)
}

async function openFigure({ site, visitor }: BrowserSite, options = {}) {
  const steve = await site.player('Steve')
  await putSkin(steve, TWO_SIDED)
  await putCape(steve, capeFile(1))
  const { page, context } = await visitor({ reducedMotion: 'reduce', ...options })
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/skin')
  await loaded(page)
  const figure = page.getByRole('slider', { name: 'Skin of Steve' })
  await figure.waitFor()
  await page.getByRole('region', { name: 'Recent skins' }).waitFor() // without it, the page of a phone is too short to scroll
  return { page, context, steve, figure }
}

/**
 * Returns a picture of the figure that differs from those before. Waits until the texture is drawn, and
 * until two pictures in a row are equal, because a turn is animated.
 */
async function pictured(figure: Locator, before: readonly string[]): Promise<string> {
  await figure.page().evaluate('new Promise(requestAnimationFrame)') // until a pending drawing is done
  let [last, now] = ['', '']
  await waitUntil(async () => {
    last = now
    now = (await figure.screenshot()).toString('base64')
    return now === last && !before.includes(now)
  })
  return now
}

pageTest('the arrow keys turn the 3D figure', async (given) => {
  const { figure } = await openFigure(given)
  const front = await pictured(figure, [])

  for (let turn = 0; turn < 12; turn += 1) await figure.press('ArrowRight')
  const turned = await figure.getAttribute('aria-valuetext')
  const behind = await pictured(figure, [front])
  await figure.press('Home')
  const back = await figure.getAttribute('aria-valuetext')

  assert.deepEqual([turned, back], ['Turned by 180°', 'Turned by 0°'])
  assert.notEqual(behind, front)
  assert.match(String(await figure.getAttribute('aria-describedby')), /-turn$/)
})

pageTest('the 3D figure can walk and show a cape or elytra', async (given) => {
  const { page, steve, figure } = await openFigure(given)
  const seen: string[] = []
  const look = async (name: string) => {
    await page.getByRole('radio', { name }).check({ force: true })
    seen.push(await pictured(figure, seen))
  }

  const atFirst = await page.getByRole('radio', { checked: true }).count()
  for (const name of ['Walking', 'Standing', 'Back', 'Elytra']) await look(name)
  await steve.browser.delete('/cabinet/cape', bearer(steve.accessToken))
  await page.reload()
  await figure.waitFor()

  assert.equal(atFirst, 2)
  assert.equal(new Set(seen).size, 4)
  assert.equal(await page.getByRole('radio', { name: 'Elytra' }).count(), 0)
})

pageTest('a motionless 3D figure is drawn only after a change', async (given) => {
  const { page, figure } = await openFigure(given)
  const front = await pictured(figure, [])
  await page.evaluate(`
    window.draws = 0
    const { drawElements } = WebGL2RenderingContext.prototype
    WebGL2RenderingContext.prototype.drawElements = function (...given) {
      draws += 1
      drawElements.apply(this, given)
    }`)

  for (let frame = 0; frame < 5; frame += 1) await drawn(page)
  const atRest = await page.evaluate('draws')
  await figure.press('ArrowRight')
  await pictured(figure, [front])

  assert.equal(atRest, 0)
  assert.notEqual(await page.evaluate('draws'), 0)
})

pageTest('dragging turns a motionless 3D figure', async (given) => {
  const { page, figure } = await openFigure(given)
  const front = await pictured(figure, [])
  const box = await figure.boundingBox()
  assert.ok(box)

  await page.mouse.move(box.x + 120, box.y + 150)
  await page.mouse.down()
  await page.mouse.move(box.x + 170, box.y + 150, { steps: 4 })
  await page.mouse.up()

  assert.notEqual(await pictured(figure, [front]), front)
})

pageTest('a vertical swipe on the 3D figure scrolls the page', async (given) => {
  const { page, context, figure } = await openFigure(given, PHONE)
  const box = await figure.boundingBox()
  assert.ok(box)
  const scrolled = page.evaluate(
    'new Promise((done) => addEventListener("scroll", () => scrollY > 100 && done("scrolled")))',
  )
  const wire = await context.newCDPSession(page)

  const at = (y: number) => [{ x: box.x + box.width / 2, y: box.y + y }]
  await wire.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(250) })
  for (let y = 240; y >= 40; y -= 20) {
    await wire.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(y) })
  }
  await wire.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  assert.equal(await scrolled, 'scrolled')
})

pageTest('a cape is previewed on the 3D figure before it is saved', async ({ site, visitor }) => {
  await site.player('Steve')
  const { page } = await visitor({ reducedMotion: 'reduce' })
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/skin')
  const cape = { name: 'c.png', mimeType: 'image/png', buffer: capeFile(1) }

  await page.getByLabel('Drop a cape here').setInputFiles(cape)
  const figure = page.getByRole('slider', { name: 'Skin of Steve' })
  await figure.waitFor()
  const box = await figure.boundingBox()
  assert.ok(box)
  const inHead = { x: box.x + box.width / 2, y: box.y + box.height * 0.2, width: 4, height: 4 }
  const front = await pictured(figure, [])
  const head = await page.screenshot({ clip: inHead })
  await page.evaluate("document.querySelector('canvas').style.visibility = 'hidden'")
  const behind = await page.screenshot({ clip: inHead })
  await page.evaluate("document.querySelector('canvas').style.visibility = ''")
  await page.getByRole('radio', { name: 'Back' }).check({ force: true })
  const withCape = await pictured(figure, [front])
  await page.getByRole('radio', { name: 'Elytra' }).check({ force: true })

  assert.notEqual(await pictured(figure, [front, withCape]), withCape)
  assert.notDeepEqual(head, behind)
})
