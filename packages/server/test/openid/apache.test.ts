import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { freePort } from '../../../../scripts/test/free-port.ts'
import { sendLogouts } from '../../src/openid/logout/send-logouts.ts'
import { bearer } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { openStubServer } from '../support/stub-server.ts'
import { type Apache, findApache, startApache } from './apache.ts'
import { ALLOWED } from './logout-receiver.ts'
import { agree, follow, newRelyingParty } from './relying-party.ts'

/** These tests need Apache with mod_auth_openidc; `.ci/run` installs them where it can. */
const installed = process.platform === 'linux' ? findApache() : undefined
if (installed !== undefined) addTests(installed)

function addTests(apache: Apache): void {
  sqliteTest(
    'a player signs in to an Apache server with mod_auth_openidc',
    async (site) => {
      await site.server.listen({ host: '127.0.0.1', port: 0 })
      const { port: sitePort } = site.server.server.address() as AddressInfo
      const port = await freePort()
      const callback = `http://127.0.0.1:${port}/callback`
      const client = await newRelyingParty(site, {
        name: 'Members',
        redirectUris: [callback],
        backchannelLogoutUri: `${callback}?logout=backchannel`,
      })
      const steve = await site.player('Steve')
      await using metadata = await openMetadata(site, `http://127.0.0.1:${sitePort}`)
      await using server = await startApache(apache, { port, metadataUrl: metadata.url, client })
      const visitor = openVisitor(`http://127.0.0.1:${port}`)

      const asked = await visitor.get('/members.html')
      assert.equal(asked.status, 302, server.log())
      const page = await follow(steve.browser, asked.location)
      const back = await agree(steve, page)
      const returned = await visitor.get(back.pathname + back.search)
      const members = await visitor.get('/members.html')
      const info = await visitor.get('/callback?info=json')
      await site.browser().delete('/auth/sessions_all', bearer(steve.accessToken))
      await sendLogouts(site.app)
      const ended = await visitor.get('/members.html')

      assert.equal(new URL(returned.location).pathname, '/members.html', server.log())
      assert.deepEqual([members.status, members.text], [200, 'For members'])
      const { id_token, userinfo } = JSON.parse(info.text)
      assert.deepEqual([id_token.sub, userinfo.preferred_username], [steve.id, 'Steve'])
      assert.deepEqual([ended.status, new URL(ended.location).pathname], [302, '/oidc/auth'])
    },
    ALLOWED,
  )
}

/** Serves the discovery document, in which the endpoints that Apache calls are at the port of the test server. */
async function openMetadata(site: Pick<Site, 'browser'>, address: string) {
  const { body } = await site.browser().get('/.well-known/openid-configuration')
  const called = ['token_endpoint', 'userinfo_endpoint', 'jwks_uri']
  const moved = called.map((name) => [name, address + new URL(body[name]).pathname] as const)
  return openStubServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ ...body, ...Object.fromEntries(moved) }))
  })
}

/** Opens a browser for Apache, which keeps its cookies and follows no redirect. */
function openVisitor(origin: string) {
  const cookies = new Map<string, string>()
  return {
    async get(path: string) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const sent = request(origin + path, { headers: { cookie, accept: 'text/html' } }).end()
      const [response]: IncomingMessage[] = await once(sent, 'response')
      if (!response) throw new Error('there is no answer')
      for (const set of response.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      const { location = '' } = response.headers
      return { status: response.statusCode, location, text: await text(response) }
    },
  }
}
