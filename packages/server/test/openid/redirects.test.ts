import assert from 'node:assert/strict'
import { parseClient } from '../../src/openid/clients/parse-client.ts'
import { Refusal } from '../../src/platform/errors.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { authorizeUrl, newRelyingParty } from './relying-party.ts'

const VARIATIONS = [
  'https://forum.example.org/Callback',
  'https://forum.example.org/callback/',
  'https://forum.example.org/callback/more',
  'https://forum.example.org/callback?next=1',
  'https://forum.example.org:8443/callback',
  'https://forum.example.org/callback#fragment',
  'https://forum.example.org@evil.example.org/callback',
  'https://forum.example.org%2F@evil.example.org/callback',
  'https://forum.example.org/%2e%2e/callback',
  'https://forum.example.org%2Fcallback',
  'https://evil.example.org/callback',
  'http://forum.example.org/callback',
  '//forum.example.org/callback',
]

sqliteTest(
  'a redirect address that differs in any way from the registered one is refused',
  async (site) => {
    const client = await newRelyingParty(site)
    const { browser } = await site.player('Steve')

    const replies = await Promise.all(
      VARIATIONS.map((redirect_uri) => browser.get(authorizeUrl(client, { redirect_uri }))),
    )

    assert.deepEqual(
      replies.map(({ status, headers }) => [status, headers.location]),
      VARIATIONS.map(() => [400, undefined]),
    )
  },
)

sqliteTest('an unknown client or a missing redirect address causes no redirect', async (site) => {
  const client = await newRelyingParty(site)
  const { browser } = await site.player('Steve')

  const unknown = await browser.get(authorizeUrl({ clientId: 'unknown', clientSecret: '' }))
  const missing = await browser.get(authorizeUrl(client, { redirect_uri: '' }))

  assert.deepEqual([unknown.status, unknown.headers.location], [400, undefined])
  assert.deepEqual([missing.status, missing.headers.location], [400, undefined])
})

sqliteTest(
  'the redirect address of a program on the player’s machine may have any port',
  async (site) => {
    const redirectUris = ['http://127.0.0.1/cb', 'http://[::1]/cb', 'com.example.launcher:/cb']
    const client = await newRelyingParty(site, { redirectUris, public: true })
    const { browser } = await site.player('Steve')
    const reply = async (redirect_uri: string) => {
      const { status, headers } = await browser.get(authorizeUrl(client, { redirect_uri }))
      return [status, String(headers.location).startsWith('/authorize/')]
    }

    assert.deepEqual(await reply('http://127.0.0.1:49152/cb'), [303, true])
    assert.deepEqual(await reply('http://[::1]:50000/cb'), [303, true])
    assert.deepEqual(await reply('com.example.launcher:/cb'), [303, true])
    assert.deepEqual(await reply('http://127.0.0.1:49152/other'), [400, false])
    assert.deepEqual(await reply('http://127.0.0.2:49152/cb'), [400, false])
  },
)

sqliteTest('a client cannot register an address that is not exact or not safe', async () => {
  const wrong = [
    'http://forum.example.org/cb',
    'https://forum.example.org/cb#part',
    'https://user:secret@forum.example.org/cb',
    'javascript:alert(1)',
    'data:text/html,hello',
    'launcher:/cb',
    '/cb',
    '*',
  ]

  const accepted = wrong.filter((uri) => {
    try {
      parseClient({ ...DETAILS, redirectUris: [uri] })
      return true
    } catch (error) {
      assert.ok(error instanceof Refusal)
      return false
    }
  })

  assert.deepEqual(accepted, [])
})

const DETAILS = {
  name: 'Forum',
  redirectUris: [],
  postLogoutRedirectUris: [],
  backchannelLogoutUri: null,
  scopes: ['openid' as const],
  permission: null,
  accessToken: 'opaque' as const,
  idTokenAlg: 'RS256' as const,
  public: false,
  trusted: false,
  pkce: true,
  device: false,
}

for (const [language, sentence] of [
  ['en', 'The site does not know this application, or it was revoked.'],
  ['ru', 'Сайт не знает этого приложения, или оно отозвано.'],
] as const) {
  sqliteTest(
    `the error page about an authorization request shows the reason (${language})`,
    async (site) => {
      await newRelyingParty(site)
      const url = authorizeUrl({ clientId: '<script>', clientSecret: '' })

      const reply = await site.browser().get(url, { 'accept-language': language })

      const { text, headers, status } = reply
      assert.equal(status, 400)
      assert.match(text, /Craft &amp; &lt;Land&gt;/)
      assert.ok(text.includes(sentence))
      assert.ok(text.includes('invalid_client: client is invalid'))
      assert.equal(text.includes('<script'), false)
      assert.match(String(headers['content-security-policy']), /style-src 'sha256-/)
    },
    { settings: { siteName: 'Craft & <Land>' } },
  )
}
