import assert from 'node:assert/strict'
import { violationsOn } from './axe.ts'
import { pageTest } from './page-test.ts'

/** Opens some endpoints with all kinds of tables; axe takes long for each. */
const OPEN_SOME = `for (const [at, endpoint] of document.querySelectorAll('details').entries()) {
  if (at % 40 === 0) endpoint.open = true
}`

for (const colorScheme of ['light', 'dark'] as const) {
  pageTest(`the page of the API has no axe violations (${colorScheme})`, async ({ visitor }) => {
    const { page } = await visitor({ colorScheme })
    await page.goto('/docs')
    await page.getByRole('searchbox', { name: 'Find an endpoint' }).waitFor()

    const closed = await violationsOn(page)
    await page.evaluate(OPEN_SOME)
    const opened = await violationsOn(page)

    assert.deepEqual([closed, opened], [[], []])
  })
}

pageTest('the page of the API finds endpoints by their path and summary', async ({ visitor }) => {
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

pageTest('an address with an endpoint opens it', async ({ visitor }) => {
  const { page } = await visitor()

  await page.goto('/docs#listPlayers')
  await page.locator('details#listPlayers[open] summary:focus').waitFor()

  assert.equal(await page.locator('details[open]').count(), 1)
})

pageTest('the page of the API fits into 320 pixels', async ({ visitor }) => {
  const { page } = await visitor({ viewport: { width: 320, height: 700 } })
  await page.goto('/docs')
  await page.getByRole('searchbox').waitFor()

  await page.evaluate(OPEN_SOME)

  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
  assert.ok(Number(overflow) <= 0, String(overflow))
})

pageTest('the page of the API is sent compressed and cached', async ({ site }) => {
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
