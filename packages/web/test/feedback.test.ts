import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { HOUR } from '../../server/src/platform/clock.ts'
import { pageTest } from './page-test.ts'
import { signInWithoutForm } from './site-in-browser.ts'

async function inView(page: Page, selector: string): Promise<boolean> {
  const box = await page.locator(selector).first().boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

pageTest(
  'the message after saving disappears, but not while the pointer is on it',
  async (given) => {
    const { page } = await given.owner()
    const saved = page.getByRole('status').getByText('Saved.')

    await page.goto('/panel/roles/default')
    await page.getByRole('button', { name: 'Save' }).waitFor()
    await page.clock.pauseAt(given.site.now() + HOUR)
    await page.getByRole('button', { name: 'Save' }).click()
    await saved.waitFor()
    const seen = await inView(page, '.toast')
    await saved.hover()
    await page.clock.runFor(20_000)
    const held = await saved.count()
    await page.mouse.move(10, 10)
    await page.clock.runFor(5000)
    await saved.waitFor({ state: 'detached' })

    assert.deepEqual([seen, held], [true, 1])
  },
)

pageTest('a refused form focuses the first invalid field', async (given) => {
  const { page } = await given.owner()
  await page.goto('/panel/roles/new')

  await page.getByLabel('Name', { exact: true }).fill('Team')
  await page.getByLabel('ID', { exact: true }).fill('Über')
  await page.getByRole('button', { name: 'Save' }).focus() // far below the invalid field
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await page.keyboard.press('Enter')
  const id = page.getByLabel('ID', { exact: true })
  await page.locator('input:focus').and(id).waitFor()
  const described = (await id.getAttribute('aria-describedby')) ?? ''
  const notes = described.split(' ').map((note) => page.locator(`[id="${note}"]`).textContent())

  assert.deepEqual(await Promise.all(notes), [
    'Use at most 32 characters: a–z, 0–9, - and _.',
    'Derived from the name: a–z, 0–9, _ and -. It cannot be changed later.',
  ])
  assert.equal(await inView(page, 'input:focus'), true)
})

pageTest('a refusal that concerns no field scrolls into view', async (given) => {
  const { site, owner } = given
  await site.player('Steve')
  const { page } = await owner({ viewport: { width: 1280, height: 400 } })
  await page.goto('/panel/settings')
  const body = { error: 'unavailable', message: 'The site is busy.' }
  await page.route('**/admin/settings', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 503, json: body }),
  )
  given.excuse(/status of 503/)

  await page.getByLabel('Name of the project').fill('Blocks')
  await page.keyboard.press('Enter') // the notice is at the end of a long form
  await page.getByText('The site is busy.').waitFor()

  assert.equal(await inView(page, '.notice.error'), true)
})

pageTest('an empty sign-in form shows which fields are missing', async ({ site, visitor }) => {
  await site.player('Steve')
  const { page } = await visitor()
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.goto('/login')

  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Enter your name or e-mail.').waitFor()
  await page.getByText('Enter your password.').waitFor()
  await page.locator('[name=username]:focus').waitFor()
  await page.keyboard.type('Steve')
  await page.keyboard.press('Enter')
  await page.locator('[name=password]:focus').waitFor()

  assert.equal(asked.includes('/auth/login'), false)
  assert.equal(await page.getByText('Enter your name or e-mail.').count(), 0)
  await signInWithoutForm(page, 'Steve')
})
