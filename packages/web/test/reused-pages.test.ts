import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openForAll } from '../../server/test/open-for-all.ts'
import type { Site } from '../../server/test/support/site.ts'
import { closeBrowser, withSite } from './site-in-browser.ts'

openForAll.defer(closeBrowser)

const STORED = `({
  cookie: document.cookie,
  local: localStorage.getItem('note'),
  session: sessionStorage.getItem('note'),
})`

const NOTHING = { cookie: '', local: null, session: null }

const scriptsSent = (site: Site) =>
  site.logLines.flatMap((line) => /\/assets\/[^"]*\.js/.exec(line) ?? [])

test('a reused page has the scripts of an earlier test but not its cookies or storage', async () => {
  const [sent, before] = await withSite({}, async ({ site, visitor }) => {
    const { page } = await visitor()
    await page.goto('/login', { waitUntil: 'networkidle' }) // more scripts follow after the page is loaded
    await page.evaluate(`
      document.cookie = 'note=1'
      localStorage.setItem('note', '1')
      sessionStorage.setItem('note', '1')`)
    return [scriptsSent(site), await page.evaluate(STORED)] as const
  })
  const [sentAgain, after] = await withSite({}, async ({ site, visitor }) => {
    const { page } = await visitor()
    await page.goto('/login')
    return [scriptsSent(site), await page.evaluate(STORED)] as const
  })
  const repeated = sentAgain.filter((script) => sent.includes(script))

  assert.deepEqual(before, { cookie: 'note=1', local: '1', session: '1' })
  assert.ok(sent.length > 0)
  assert.deepEqual([repeated, after], [[], NOTHING])
})

test('a page with an init script is not reused', async () => {
  await withSite({}, async ({ visitor }) => {
    const { page } = await visitor()
    await page.addInitScript(`window.changed = true`)
    await page.goto('/login')
  })
  const isChanged = await withSite({}, async ({ visitor }) => {
    const { page } = await visitor()
    await page.goto('/login')
    return page.evaluate(`'changed' in window`)
  })

  assert.equal(isChanged, false)
})
