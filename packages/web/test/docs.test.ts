import assert from 'node:assert/strict'
import { violationsOn } from './axe.ts'
import { pageTest } from './page-test.ts'

/**
 * Keeps every 40th endpoint, which includes all kinds of tables: axe takes long for each endpoint, and the others
 * repeat the same elements.
 */
const KEEP_SOME = `for (const [at, endpoint] of document.querySelectorAll('details').entries()) {
  if (at % 40 !== 0) endpoint.remove()
}`

const OPEN_SOME = `for (const [at, endpoint] of document.querySelectorAll('details').entries()) {
  if (at % 40 === 0) endpoint.open = true
}`

pageTest('the API documentation has no axe violations in both themes', async ({ visitor }) => {
  const { page } = await visitor({ colorScheme: 'light' })
  await page.goto('/docs')
  await page.getByRole('searchbox', { name: 'Find an endpoint' }).waitFor()
  await page.evaluate(KEEP_SOME)

  const closed = await violationsOn(page)
  await page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`)
  const light = await violationsOn(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await violationsOn(page, ['color-contrast']) // the dark theme differs only in colors

  assert.deepEqual([closed, light, dark], [[], [], []])
})

pageTest('the API documentation finds endpoints by path and by summary', async ({ visitor }) => {
  const { page } = await visitor()
  await page.goto('/docs')
  const search = page.getByRole('searchbox', { name: 'Find an endpoint' })
  const shown = page.locator('details:not([hidden])')
  const all = await shown.count()

  await search.fill('POST /auth/login name or e-mail')
  await page
    .getByRole('status')
    .getByText(/^\d endpoints?$/)
    .waitFor()
  const found = await shown.locator('summary code').allTextContents()
  const areas = await page.getByRole('navigation').getByRole('link').allTextContents()
  await page.keyboard.press('Enter') // the focus moves to the first endpoint
  await page.keyboard.press('Enter')
  const login = page.locator('details#login')
  await login.getByText('Wrong name, e-mail or password.').waitFor()
  const example = await login.locator('pre').textContent()

  assert.ok(all > 150, String(all))
  assert.deepEqual(found, ['/auth/login'])
  assert.match(areas.join(), /^auth \d+$/)
  assert.match(String(example), /^curl -X POST 'http:\/\/[^']+\/auth\/login' \\\n/)
  assert.equal(new URL(page.url()).hash, '#login')
})

pageTest('a link to an endpoint opens it in the API documentation', async ({ visitor }) => {
  const { page } = await visitor()

  await page.goto('/docs#listPlayers')
  await page.locator('details#listPlayers[open] summary:focus').waitFor()

  assert.equal(await page.locator('details[open]').count(), 1)
})

pageTest('the API documentation fits into 320 pixels', async ({ visitor }) => {
  const { page } = await visitor({ viewport: { width: 320, height: 700 } })
  await page.goto('/docs')
  await page.getByRole('searchbox').waitFor()

  await page.evaluate(OPEN_SOME)

  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(Number(overflow) <= 0, String(overflow))
})

pageTest('the API documentation is sent compressed and cached', async ({ site }) => {
  const ask = (headers: Record<string, string>) => site.browser().get('/docs', headers)

  const first = await ask({ 'accept-encoding': 'gzip' })
  const again = await ask({ 'if-none-match': String(first.headers.etag) })
  const script = await site.browser().get('/docs/docs.js')
  const document = await site.server.inject({
    url: '/openapi.json',
    headers: { 'accept-encoding': 'gzip' },
  })

  assert.equal(first.headers['content-encoding'], 'gzip')
  assert.ok(first.bytes.length < 80_000, String(first.bytes.length))
  assert.ok(script.bytes.length < 10_000)
  assert.deepEqual([again.status, again.bytes.length], [304, 0])
  assert.equal(document.headers['content-encoding'], 'gzip')
})
