import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { parsePicture } from '../../server/src/content/pictures/parse-picture.ts'
import { png } from '../../server/test/profiles/textures/png.ts'
import { form } from '../../server/test/profiles/textures/texture-requests.ts'
import { bearer } from '../../server/test/support/browser.ts'
import { PASSWORD, type Site } from '../../server/test/support/site.ts'
import { pageTest } from './page-test.ts'
import { loaded } from './site-in-browser.ts'

const LARGE = png({ width: 2000, height: 1000 })
const SMALL = png({ width: 64, height: 32 })

const field = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true })

function choose(place: Locator, name: string, buffer: Buffer, mimeType = 'image/png') {
  return place.locator('[type=file]').setInputFiles({ name, mimeType, buffer })
}

/** The size of a picture, once it is loaded. */
async function sizeOf(picture: Locator): Promise<string> {
  await picture.waitFor()
  return picture.evaluate((shown) =>
    shown.decode().then(() => `${shown.naturalWidth}×${shown.naturalHeight}`),
  )
}

pageTest('a logo and an icon are resized, uploaded and shown', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/settings')
  const [logo, icon] = [field(page, 'Logo'), field(page, 'Tab icon')]

  await choose(logo, 'logo.png', LARGE)
  const logoSize = await sizeOf(logo.getByRole('img'))
  await choose(icon, 'icon.png', SMALL)
  const iconSize = await sizeOf(icon.getByRole('img'))
  const paths = await Promise.all(
    [logo, icon].map((place) => place.getByRole('img').getAttribute('src')),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  await page.goto('/news')
  await loaded(page)

  assert.deepEqual([logoSize, iconSize], ['512×256', '512×512'])
  assert.match(String(paths[0]), /^\/pictures\/[0-9a-f]{64}\.webp$/)
  assert.match(String(paths[1]), /^\/pictures\/[0-9a-f]{64}\.png$/)
  assert.equal(await page.locator('link[rel=icon]').getAttribute('href'), paths[1])
  const styled = `getComputedStyle(document.querySelector('.mark .logo')).backgroundImage`
  assert.ok(String(await page.evaluate(styled)).includes(String(paths[0])))
})

pageTest('phones load only the smaller version of the home picture', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/settings/home')
  await choose(field(page, 'Picture'), 'home.png', LARGE)
  await sizeOf(field(page, 'Picture').getByRole('img'))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  const address = (await given.site.app.settings.read()).homePicture.split('#')

  const loadedBy = async (width: number, path: string) => {
    const visitor = await given.visitor({ viewport: { width, height: 740 } })
    const seen: string[] = []
    visitor.page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/pictures/')) seen.push(pathname)
    })
    await visitor.page.goto(path)
    await loaded(visitor.page)
    await visitor.context.close()
    return seen
  }

  const paths = ['/', '/login']
  const seen = []
  for (const width of [360, 1280]) for (const path of paths) seen.push(await loadedBy(width, path))
  const [wide = '', phone = ''] = address
  const sizes = await page.evaluate<number[]>(`Promise.all(${JSON.stringify(address)}.map(
    async (path) => (await createImageBitmap(await (await fetch(path)).blob())).width))`)

  assert.deepEqual(seen, [[phone], [phone], [wide], [wide]])
  assert.deepEqual(sizes, [1600, 640])
})

pageTest('an unsupported or unreadable picture is refused with a reason', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/settings')
  const logo = field(page, 'Logo')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')

  await choose(logo, 'cat.gif', Buffer.from('GIF89a'), 'image/gif')
  await logo.getByText('GIF pictures cannot be uploaded.').waitFor()
  await choose(logo, 'logo.svg', svg, 'image/svg+xml')
  await logo.getByText('SVG pictures cannot be uploaded.').waitFor()
  await choose(logo, 'notes.png', Buffer.from('not a picture'))
  await logo.getByText('This file cannot be read as a picture').waitFor()
  await logo.getByText('Or enter its address').click()
  await logo.getByLabel('Logo').fill('http://pictures.example/logo.png')
  await page.getByRole('button', { name: 'Save' }).click()

  await logo.getByText('Please upload the picture instead.').waitFor()
})

pageTest('the picture field shows the upload progress', async (given) => {
  const { page } = await given.owner()
  const held = Promise.withResolvers<void>()
  await page.route('**/admin/pictures', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/panel/settings')
  const logo = field(page, 'Logo')

  await choose(logo, 'logo.png', LARGE)
  await logo.getByRole('progressbar').waitFor()
  await logo.getByText(/Uploading: \d+ %/).waitFor()
  held.resolve()

  await logo.getByRole('button', { name: 'Remove the picture' }).click()
  assert.equal(await logo.getByRole('img').count(), 0)
  assert.equal(await logo.getByRole('progressbar').count(), 0)
})

pageTest('browsers open pictures whose metadata was removed', async (given) => {
  const { page } = await given.owner()
  const token = await tokenOf(given.site)
  await page.goto('/news')
  const kinds = ['image/jpeg', 'image/png', 'image/webp']

  for (const kind of kinds) {
    const drawn = Buffer.from(await page.evaluate<string>(drawing(kind)), 'base64')
    const tagged =
      kind === 'image/jpeg' ? withExif(drawn) : Buffer.concat([drawn, Buffer.from('more')])
    const { body, headers } = form(tagged)
    const reply = await given.site
      .browser()
      .send('POST', '/admin/pictures', body, { ...headers, ...bearer(token) })
    const opened = await page.evaluate(`(async () => {
      const picture = new Image()
      picture.src = '${reply.body.url}'
      await picture.decode()
      return picture.naturalWidth + '×' + picture.naturalHeight
    })()`)

    assert.equal(reply.status, 200, kind)
    assert.equal(opened, '300×200')
    assert.deepEqual(Buffer.from(parsePicture(tagged).bytes), drawn)
  }
})

async function tokenOf(site: Site): Promise<string> {
  const login = { username_or_email: 'Owner', password: PASSWORD }
  return String((await site.browser().post('/auth/login', login)).body.accessToken)
}

/** A script that draws a half-transparent picture and returns it as base64. */
function drawing(kind: string): string {
  return `(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 200 })
    const pen = canvas.getContext('2d')
    pen.fillStyle = 'rgb(200 80 40 / 50%)'
    pen.fillRect(20, 30, 200, 120)
    return canvas.toDataURL('${kind}', 0.8).split(',')[1]
  })()`
}

/** Inserts an EXIF segment after the start of a JPEG, as cameras do. */
function withExif(jpeg: Buffer): Buffer {
  const exif = Buffer.from('\xff\xe1\0\x10Exif\0\0GPS 55.7', 'latin1')
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}
