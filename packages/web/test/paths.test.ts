import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { pageTest } from './page-test.ts'
import { loaded, signIn } from './site-in-browser.ts'

pageTest(
  'an unknown address returns a page to browsers and a refusal to programs',
  async (given) => {
    const { site, visitor, url } = given
    await site.player('Steve')
    const { page } = await visitor()
    await signIn(page, 'Steve')

    for (const path of [
      '/no/such/page',
      '/account/no-such',
      '/panel/no-such',
      '/panel/roles/a/b',
    ]) {
      const response = await page.goto(path)
      await page.getByRole('heading', { name: 'Page not found' }).waitFor()
      assert.equal(response?.status(), 404, path)
    }
    const program = await fetch(`${url}/no/such/page`, { headers: { accept: 'application/json' } })
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await page.waitForURL(`${url}/`)

    assert.equal(program.status, 404)
    assert.match(await program.text(), /"error":"request\.notfound"/)
  },
)

pageTest('a page whose script failed to load shows an error and opens on retry', async (given) => {
  const { site, visitor, excuse } = given
  excuse(/ERR_FAILED|Failed to fetch|dynamically imported/)
  await site.player('Steve')
  const { page } = await visitor()
  await signIn(page, 'Steve')
  await loaded(page)

  await page.route('**/assets/ReferralsPage-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Invited players' }).click()
  await page.getByRole('heading', { name: 'The page did not open' }).waitFor()
  await page.unroute('**/assets/ReferralsPage-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()

  await page.getByText('No players yet.').waitFor()
  assert.match(page.url(), /\/account\/referrals$/)
})

pageTest('the site serves every page of the router', async ({ url }) => {
  const source = ['routes.ts', 'pages/admin/admin-pages.ts']
    .map((file) => readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8'))
    .join('')
  const known = [...source.matchAll(/path: '(\/[\w/:]*)'/g)].flatMap(([, path]) => path ?? [])

  const kinds = await Promise.all(
    known.map(async (path) => {
      // A missing item of a page is also 404, but only an unknown path returns no page.
      const { headers } = await fetch(url + path.replace(/:\w+/, 'some'), { method: 'HEAD' })
      return { path, kind: headers.get('content-type') ?? '' }
    }),
  )

  assert.ok(known.length > 25)
  assert.deepEqual(
    kinds.filter(({ kind }) => !kind.startsWith('text/html')),
    [],
  )
})
