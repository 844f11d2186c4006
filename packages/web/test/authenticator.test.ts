import assert from 'node:assert/strict'
import { pageTest } from './page-test.ts'
import { copyField, signInWithoutForm } from './site-in-browser.ts'

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

pageTest('on a phone the authenticator app can be opened and the secret copied', async (given) => {
  await given.site.player('Steve')
  const { page, context } = await given.visitor({ ...PHONE })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/security')

  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  const link = page.getByRole('link', { name: 'Open the authenticator app' })
  const address = new URL(String(await link.getAttribute('href')))
  await copyField(page)
  const copied = await page.evaluate('navigator.clipboard.readText()')

  assert.equal(address.protocol, 'otpauth:')
  assert.equal(copied, address.searchParams.get('secret'))
  const [button, picture] = [await link.boundingBox(), await page.locator('.qr').boundingBox()]
  assert.ok(button && picture && button.y < picture.y)
})
