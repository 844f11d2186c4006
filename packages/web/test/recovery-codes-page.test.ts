import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { MINUTE } from '../../server/src/platform/clock.ts'
import {
  fromBase32,
  stepAt,
  totpCode,
} from '../../server/test/credentials/two-factor/authenticator.ts'
import {
  offerCodes,
  withCodes,
} from '../../server/test/credentials/two-factor/with-recovery-codes.ts'
import type { Site } from '../../server/test/support/site.ts'
import { pageTest } from './page-test.ts'
import { loaded, PASSWORD, signInWithoutForm } from './site-in-browser.ts'

const FORM = /^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/

const group = (page: Page) => page.getByRole('region', { name: 'Recovery codes' })

async function turnOn(site: Site, page: Page): Promise<void> {
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('You then get ten recovery codes').waitFor()
  const secret = (await page.getByLabel('Secret', { exact: true }).textContent()) ?? ''
  const key = fromBase32(secret.replaceAll(/[^A-Z2-7]/g, ''))
  await page.getByLabel('Code', { exact: true }).fill(totpCode(key, stepAt(site.now())))
}

async function shownCodes(page: Page): Promise<string[]> {
  const text = await page.getByLabel('Your recovery codes').textContent()
  return (text ?? '').split('\n')
}

/** The number of lines that each code takes. */
const PIECES = `(() => {
  const text = document.querySelector('.recovery pre').firstChild
  return text.data.split('\\n').map((code, place) => {
    const range = document.createRange()
    range.setStart(text, place * (code.length + 1))
    range.setEnd(text, place * (code.length + 1) + code.length)
    return range.getClientRects().length
  })
})()`

/** Enters name and password, which leads to the step with the code. */
async function begin(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.goto('/login')
  await page.locator('[name=username]').fill('Steve')
  await page.locator('[name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code', { exact: true }).waitFor()
}

pageTest('turning on 2FA shows ten recovery codes once', async (given) => {
  await offerCodes(given.site)
  await given.site.player('Steve')
  const { page } = await given.visitor()
  await page.addInitScript('window.print = () => { document.title = "printed" }')
  await signInWithoutForm(page, 'Steve')

  await turnOn(given.site, page)
  const codes = await shownCodes(page)
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await waiting
  const text = await readFile(await file.path(), 'utf8')
  await page.getByRole('button', { name: 'Print' }).click()
  await page.waitForFunction('document.title === "printed"')
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await group(page).getByText('Recovery codes left: 10').waitFor()
  assert.equal(codes.length, 10)
  for (const code of codes) assert.match(code, FORM)
  assert.equal(file.suggestedFilename(), 'recovery-codes.txt')
  for (const part of [...codes, 'Recovery codes of Steve at Portal']) assert.ok(text.includes(part))
  await page.reload()
  await group(page).getByText('Recovery codes left: 10').waitFor()
  assert.equal(await page.getByText(codes[0] ?? '').count(), 0)
})

pageTest('on a phone no recovery code wraps', async (given) => {
  await offerCodes(given.site)
  await given.site.player('Steve')
  const { page } = await given.visitor({ viewport: { width: 320, height: 640 } })
  await signInWithoutForm(page, 'Steve')

  await turnOn(given.site, page)

  const codes = await shownCodes(page)
  const pieces = await page.evaluate(PIECES)
  assert.deepEqual(
    pieces,
    codes.map(() => 1),
  )
})

pageTest(
  'the printout of recovery codes contains only the codes and their owner',
  async (given) => {
    await offerCodes(given.site)
    await given.site.player('Steve')
    const { page } = await given.visitor()
    await signInWithoutForm(page, 'Steve')
    await turnOn(given.site, page)
    const codes = page.getByLabel('Your recovery codes')
    await codes.waitFor()

    await page.emulateMedia({ media: 'print' })

    await page.getByText('Recovery codes of Steve at Portal').waitFor()
    assert.equal(await codes.isVisible(), true)
    assert.equal(await page.getByRole('heading', { name: 'Devices' }).isVisible(), false)
  },
)

pageTest('a player without the phone signs in with a recovery code', async (given) => {
  const { codes } = await withCodes(given.site)
  const { page } = await given.visitor()
  await begin(page)

  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.locator('[name=recovery-code]:focus').waitFor()
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('This code is wrong or has already been used.').waitFor()
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase())
  await page.keyboard.press('Enter')

  await page.waitForURL('**/account')
  await page.goto('/account/security')
  await group(page).getByText('Recovery codes left: 9').waitFor()
})

pageTest('new recovery codes replace the old codes after re-authentication', async (given) => {
  const { codes, totp } = await withCodes(given.site)
  const { page } = await given.visitor()
  await begin(page)
  await page.getByLabel('Code', { exact: true }).fill(totp())
  await page.waitForURL('**/account')
  await loaded(page) // no refresh is in progress when the clock moves
  given.site.wait(11 * MINUTE)
  await page.goto('/account/security')

  await group(page).getByRole('button', { name: 'Create new codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create new codes' }).click()
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await question.locator('[name=password]').fill(PASSWORD)
  await question.getByRole('button', { name: 'Use a recovery code' }).click()
  await question.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')

  const fresh = await shownCodes(page)
  assert.equal(new Set([...codes, ...fresh]).size, 20)
})

pageTest('a site with recovery codes turned off does not mention them', async (given) => {
  await given.site.player('Steve')
  const { page } = await given.visitor()
  await signInWithoutForm(page, 'Steve')
  await page.goto('/account/security')

  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('If you lose your phone').waitFor()

  assert.equal(await page.getByText('ecovery code').count(), 0)
})
