import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { changeSetting } from '../../server/src/admin/settings/change-setting.ts'
import { pageTest } from './page-test.ts'
import { type BrowserSite, mailedCode, register } from './site-in-browser.ts'

const BY_OWNER = { actor: 'command', ip: null }
const FIELD = 'Code from the e-mail'
const FOCUSED = '[autocomplete=one-time-code]:focus'

async function unconfirmedPlayer({ site, visitor }: BrowserSite) {
  await changeSetting(site.app, BY_OWNER, { name: 'emailConfirmation', text: 'on' })
  const { page, context } = await visitor()
  await register(page, 'Steve')
  await page.waitForURL('**/confirm')
  return { page, context, code: await mailedCode(site, 'steve@example.org') }
}

async function stateOf(page: Page): Promise<{ value: string; focused: boolean }> {
  const focused = (await page.locator(FOCUSED).count()) === 1
  return { value: await page.getByLabel(FIELD).inputValue(), focused }
}

pageTest('the sixth digit submits the code, and a wrong code is cleared', async (given) => {
  const { page, code } = await unconfirmedPlayer(given)

  await page.getByLabel(FIELD).pressSequentially('00000')
  const before = await stateOf(page)
  await page.keyboard.press('0')
  await page.getByText('This code is wrong.').waitFor()
  const refused = await stateOf(page)
  await page.keyboard.type(code)
  await page.waitForURL('**/account')

  assert.deepEqual(before, { value: '00000', focused: true })
  assert.deepEqual(refused, { value: '', focused: true })
})

pageTest('submitting too few digits of a code focuses the field', async (given) => {
  const { page, code } = await unconfirmedPlayer(given)

  await page.getByLabel(FIELD).fill('11111')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.locator(FOCUSED).waitFor()
  await page.keyboard.type(code)

  await page.waitForURL('**/account')
})

pageTest('a code pasted with spaces is submitted', async (given) => {
  const { page, context, code } = await unconfirmedPlayer(given)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const written = ` ${code.slice(0, 3)} ${code.slice(3)} `

  await page.evaluate(`navigator.clipboard.writeText('${written}')`)
  await page.getByLabel(FIELD).focus()
  await page.keyboard.press('Control+V')

  await page.waitForURL('**/account')
})
