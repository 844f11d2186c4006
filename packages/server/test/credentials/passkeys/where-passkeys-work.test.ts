import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, outcome } from '../../support/browser.ts'
import { openSite } from '../../support/site.ts'

const addresses = {
  'http://192.0.2.7:8080': 'ip',
  'https://[2001:db8::7]': 'ip',
  'http://play.example.org': 'http',
  'https://play.example.org': null,
} as const

for (const [url, whyNot] of Object.entries(addresses)) {
  test(`a site at ${url} ${whyNot ? 'offers no passkeys' : 'offers passkeys'}`, async () => {
    const site = await openSite('SQLite', { env: { PUBLIC_URL: url } })
    try {
      const steve = await site.player('Steve')
      const headers = bearer(steve.accessToken)

      const list = await steve.browser.get('/passkeys', headers)
      const config = await steve.browser.get('/config')
      const replies = [
        await steve.browser.post('/passkeys/options', undefined, headers),
        await steve.browser.post('/auth/passkey/options'),
      ]

      assert.deepEqual([list.body.whyNot, config.body.passkeys], [whyNot, whyNot === null])
      const expected = whyNot ? '409 passkey.unavailable' : '200'
      assert.deepEqual(replies.map(outcome), [expected, expected])
    } finally {
      await site.close()
    }
  })
}
