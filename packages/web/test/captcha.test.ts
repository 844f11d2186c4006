import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { openForAll } from '../../server/test/open-for-all.ts'
import { bodyOf, openStubServer } from '../../server/test/support/stub-server.ts'
import { pageTest } from './page-test.ts'
import { fillInRegistration, PASSWORD } from './site-in-browser.ts'

/** The tokens that the provider's box has given. The provider's server accepts each token once. */
const given = new Set<string>()
let away = false
const provider = await openStubServer(async (request, response) => {
  const token = new URLSearchParams(await bodyOf(request)).get('response') ?? ''
  const success = given.delete(token)
  const [, action] = token.split(':')
  response.statusCode = away ? 500 : 200
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ success, action: action || null, 'error-codes': [] }))
})
openForAll.use(provider)

const keysOf = (name: string) => ({
  env: {
    CAPTCHA_PROVIDER: name,
    CAPTCHA_SITE_KEY: 'site-key',
    CAPTCHA_SECRET_KEY: 'the-secret-key',
    CAPTCHA_VERIFY_URL: provider.url,
  },
})

const PROVIDERS = [
  { name: 'turnstile', api: 'turnstile', script: 'https://challenges.cloudflare.com/turnstile/' },
  { name: 'hcaptcha', api: 'hcaptcha', script: 'https://js.hcaptcha.com/1/' },
] as const

/** The script of a provider: draws a box, and each tick gives a new token. */
const boxScript = (api: string) => `(() => {
  const { origin } = new URL(document.currentScript.src)
  const buttonOf = (textContent) => Object.assign(document.createElement('button'), { type: 'button', textContent })
  let drawn
  window.${api} = {
    render(place, { sitekey, action = '', ...told }) {
      const [human, fail] = [buttonOf('I am human'), buttonOf('Fail')]
      human.addEventListener('click', async () => {
        const token = [sitekey, action, Math.random()].join(':')
        await fetch(origin + '/token?' + token, { mode: 'no-cors' })
        told.callback(token)
      })
      fail.addEventListener('click', () => told['error-callback']())
      place.append(human, fail)
      drawn = place
      return 'box'
    },
    reset() {},
    remove() { drawn.replaceChildren() },
  }
})()`

/** Replaces the hosts of a provider in the browser. @returns the requests to any other host. */
async function standIn(page: Page, api: string, script: string): Promise<string[]> {
  const elsewhere: string[] = []
  await page.route(/^https:/, async (route) => {
    const url = route.request().url()
    elsewhere.push(url)
    if (url.startsWith(script)) {
      await route.fulfill({ contentType: 'text/javascript', body: boxScript(api) })
    } else {
      given.add(decodeURIComponent(new URL(url).search.slice(1)))
      await route.fulfill({ status: 204 })
    }
  })
  return elsewhere
}

const human = (page: Page) => page.getByRole('button', { name: 'I am human' })

for (const { name, api, script } of PROVIDERS) {
  pageTest(
    `each registration and sign-in needs a new ${name} token, and no other host is contacted`,
    async ({ visitor, excuse }) => {
      excuse(/Content Security Policy|^asked https:/)
      const { page } = await visitor()
      const elsewhere = await standIn(page, api, script)

      await page.goto('/register')
      await fillInRegistration(page, 'Steve')
      await page.getByRole('button', { name: 'Create account' }).click() // waits for the tick
      await human(page).click()
      await page.waitForURL('**/account')
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByLabel('Name or e-mail').fill('Steve')
      await page.getByLabel('Password', { exact: true }).fill('wrong guess')
      await human(page).click()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByText('wrong').waitFor()
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await human(page).click()
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL('**/account')

      const hosts = new Set(elsewhere.map((url) => new URL(url).host))
      assert.deepEqual([...hosts], [new URL(script).host])
      const evil = `fetch('https://evil.example/', { mode: 'no-cors' }).then(() => 'came through', () => 'stopped')`
      assert.equal(await page.evaluate(evil), 'stopped')
    },
    keysOf(name),
  )
}

pageTest(
  'a player can retry after the captcha failed to load',
  async ({ site, visitor, excuse }) => {
    excuse(/ERR_FAILED|status of 503|^asked https:..challenges.cloudflare.com$/)
    const { page } = await visitor()
    await page.route('https://challenges.cloudflare.com/**', (route) => route.abort())
    const signIn = page.getByRole('button', { name: 'Sign in' })
    const unloaded = page.getByText('The captcha did not load.')

    await page.goto('/login')
    await unloaded.waitFor()
    await page.getByLabel('Name or e-mail').fill('Nobody')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await signIn.click()
    await page.locator('.notice').filter({ has: unloaded }).waitFor()
    await page.unroute('https://challenges.cloudflare.com/**')
    await standIn(page, 'turnstile', PROVIDERS[0].script)
    await signIn.click()
    await human(page).waitFor()
    await page.getByRole('button', { name: 'Fail' }).click()
    await unloaded.waitFor()
    away = true
    await human(page).click()
    await signIn.click()
    await page.getByText('The captcha cannot be checked right now.').waitFor()
    away = false
    site.wait(60_000)
    await page.clock.runFor(60_000)
    await human(page).click()
    await signIn.click()

    await page.getByText('wrong').waitFor()
  },
  keysOf('turnstile'),
)
