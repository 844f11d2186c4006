import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pageTest } from './page-test.ts'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

for (const colorScheme of ['light', 'dark'] as const) {
  pageTest(`the page of the contract can be read (${colorScheme})`, async ({ visitor }) => {
    const { page } = await visitor({ colorScheme })
    await page.goto('/docs')
    await page.locator('.opblock').first().waitFor()

    await page.evaluate(axe)
    const pale =
      await page.evaluate(`axe.run({ runOnly: ['color-contrast'] }).then(({ violations }) =>
      [...new Set(violations.flatMap(({ nodes }) => nodes.map(({ html, any }) => html.slice(0, 90) + JSON.stringify(any[0]?.data?.fgColor) + JSON.stringify(any[0]?.data?.bgColor))))].slice(0, 12))`)

    assert.deepEqual(pale, [])
  })
}

pageTest('the page of the contract is sent compressed, and once', async ({ site }) => {
  const ask = (headers: Record<string, string>) =>
    site.browser().get('/docs/swagger-ui-bundle.js', headers)

  const first = await ask({ 'accept-encoding': 'gzip' })
  const again = await ask({ 'if-none-match': String(first.headers.etag) })
  const contract = await site.server.inject({
    url: '/openapi.json',
    headers: { 'accept-encoding': 'gzip' },
  })

  assert.equal(first.headers['content-encoding'], 'gzip')
  assert.ok(first.bytes.length < 600_000)
  assert.deepEqual([again.status, again.bytes.length], [304, 0])
  assert.equal(contract.headers['content-encoding'], 'gzip')
})
