import assert from 'node:assert/strict'
import { pageTest } from './page-test.ts'
import { loaded, PASSWORD, signIn } from './site-in-browser.ts'

/** The names of everything that pages can store in a browser and read again. */
type Kept = Record<'local' | 'session' | 'caches' | 'cookies', string[]> & { databases: number }

const LOOK = `(async () => ({
  local: Object.keys(localStorage),
  session: Object.keys(sessionStorage),
  databases: (await indexedDB.databases()).length,
  caches: await caches.keys(),
  cookies: document.cookie.split('; ').map((cookie) => cookie.split('=')[0]),
}))()`

pageTest(
  'the browser stores the language and scroll positions, but no account data',
  async ({ site, visitor }) => {
    await site.player('Steve')
    const { page } = await visitor()
    const kept = () => page.evaluate<Kept>(LOOK)

    await signIn(page, 'Steve')
    await page.getByRole('button', { name: 'Русский' }).first().click()
    for (const path of ['/account/skin', '/account/security', '/account/profile']) {
      await page.goto(path)
      await loaded(page)
    }
    const signedIn = await kept()
    await page.getByRole('button', { name: 'Выйти', exact: true }).click()
    await page.waitForURL('**/login')
    const signedOut = await kept()

    const rest = { session: ['vue-router:scroll'], databases: 0, caches: [] }
    assert.deepEqual(signedIn, { local: ['portal-language'], ...rest, cookies: ['portal_csrf'] })
    assert.deepEqual(signedOut, { local: ['portal-language'], ...rest, cookies: [''] })
  },
)

pageTest(
  'a password field is masked until the player chooses to show the password',
  async ({ visitor }) => {
    const { page } = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto('/login')
    const field = page.getByLabel('Password', { exact: true })
    const look = async () => [await field.getAttribute('type'), await field.inputValue()]

    await page.evaluate(`navigator.clipboard.writeText('${PASSWORD}')`)
    await field.focus()
    await page.keyboard.press('ControlOrMeta+V')
    const hidden = await look()
    await page.getByRole('button', { name: 'Show the password' }).click()
    const shown = await look()
    const manager = await field.getAttribute('autocomplete')
    await page.goto('/register')
    const chosen = page.getByLabel('Password', { exact: true })

    assert.deepEqual(
      [hidden, shown],
      [
        ['password', PASSWORD],
        ['text', PASSWORD],
      ],
    )
    assert.equal(manager, 'current-password')
    assert.deepEqual(
      [await chosen.getAttribute('type'), await chosen.getAttribute('autocomplete')],
      ['password', 'new-password'],
    )
  },
)
