import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { PLAIN_HOST } from './chromium.ts'
import { pageTest } from './page-test.ts'
import { copyField, signIn } from './site-in-browser.ts'

/** Pastes the clipboard into a field of the page and returns its text. */
async function pasted(page: Page): Promise<string> {
  await page.goto('/account/profile')
  const field = page.getByLabel('New e-mail')
  await field.focus()
  await page.keyboard.press('ControlOrMeta+V')
  return field.inputValue()
}

pageTest(
  'the copy button works on a page without https',
  async ({ site, url, visitor }) => {
    await site.player('Steve')
    const { page } = await visitor()
    await signIn(page, 'Steve')

    await page.goto('/account/referrals')
    await copyField(page)
    const isSafe = await page.evaluate('isSecureContext')

    assert.equal(isSafe, false)
    assert.equal(await pasted(page), `${url}/register?ref=Steve`)
  },
  { host: PLAIN_HOST },
)

pageTest(
  'if the browser refuses to copy, the text is selected for the player',
  async ({ site, url, visitor }) => {
    await site.player('Steve')
    const { page } = await visitor()
    await page.addInitScript('document.execCommand = () => false')
    await signIn(page, 'Steve')

    await page.goto('/account/referrals')
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Selected: press Ctrl+C' }).waitFor()
    const selected = await page.evaluate('getSelection().toString()')
    await page.keyboard.press('ControlOrMeta+C')

    assert.equal(selected, `${url}/register?ref=Steve`)
    assert.equal(await pasted(page), selected)
  },
  { host: PLAIN_HOST },
)

pageTest('a secret is copied without its spaces', async (given) => {
  await given.site.player('Steve')
  const { page } = await given.visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  await signIn(page, 'Steve')

  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  const shown = (await page.getByLabel('Secret').textContent()) ?? ''
  await copyField(page.getByRole('main'))

  assert.match(shown, /^\S{4}( \S{1,4})+$/)
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), shown.replaceAll(' ', ''))
})
