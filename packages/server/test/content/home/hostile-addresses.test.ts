import assert from 'node:assert/strict'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import type { Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

const UNREADABLE = 'https://['

/** Requests a page by exactly this path, which usual HTTP clients would normalize. */
async function pageAt(site: Site, path: string) {
  const { port } = new URL(await site.server.listen({ port: 0, host: '127.0.0.1' }))
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; html: string }>()
  const request = get({ host: '127.0.0.1', port, path, headers: { accept: 'text/html' } })
  request.once('error', reject)
  request.once('response', async (response) => {
    resolve({ status: response.statusCode ?? 0, html: await text(response) })
  })
  return promise
}

for (const path of ['//evil.example/x', '//', '//[', '/%5cevil.example', 'http://evil.example/']) {
  sqliteTest(`a page at ${path} has a canonical URL on this site`, async (site) => {
    const { status, html } = await pageAt(site, path)

    assert.equal(status, path.startsWith('http') ? 200 : 404)
    assert.match(html, /<link rel="canonical" href="http:\/\/localhost:8080\//)
    assert.doesNotMatch(html, /"https?:\/\/evil/)
  })
}

sqliteTest('an unparsable logo URL is refused', async (site) => {
  const setting = { name: 'logoUrl', text: UNREADABLE } as const

  await assert.rejects(changeSetting(site.app, BY_OWNER, setting), { code: 'request.invalid' })
  await site.app.db.insertInto('setting').values({ name: 'logoUrl', value: UNREADABLE }).execute()
  site.app.settings.invalidate()
  const { status, text } = await site.browser().get('/panel', { accept: 'text/html' })

  assert.equal(status, 200)
  assert.match(text, /"og:image" content="http:\/\/localhost:8080\/icon-512.png"/)
})

sqliteTest(
  'a site name with placeholders of the page template is shown unchanged',
  async (site) => {
    await changeSetting(site.app, BY_OWNER, { name: 'siteName', text: '%frame% </head> %name%' })

    const { text } = await site.browser().get('/login', { accept: 'text/html' })

    assert.match(text, /class="layout first gate"/)
    assert.match(text, /<title>Sign in · %frame% &lt;\/head&gt; %name%<\/title>/)
  },
)
