import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { timeoutError } from '../../src/database/database-failure.ts'
import { PASSWORD, type SiteOptions } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Shortens timeouts tenfold: ten seconds become one. */
const QUICK = { timeScale: { second: 100 } }

const environments: Record<string, SiteOptions['env']> = {
  'without a proxy': { TRUST_PROXY: 'off' },
  'that trusts one hop': { TRUST_PROXY: '1' },
  'that trusts an address': { TRUST_PROXY: '127.0.0.1' },
}

const STEVE = { username: 'Steve', password: PASSWORD }
const payloads = {
  '/auth/login': { username_or_email: 'Steve', password: PASSWORD },
  '/auth/register': { ...STEVE, email: 'steve@example.org' },
  '/yggdrasil/authserver/authenticate': STEVE,
}

for (const [name, env = {}] of Object.entries(environments)) {
  sqliteTest(
    `a site ${name} keeps running when clients disconnect during hanging requests`,
    async (site) => {
      const url = await site.server.listen({ host: '127.0.0.1', port: 0 })
      const port = Number(new URL(url).port)
      const codes: string[] = []
      site.app.metrics.countRefusal = (code) => void codes.push(code)
      const { promise: hanging, reject: fail } = Promise.withResolvers<never>()
      site.app.settings.read = () => hanging
      site.app.accessTokens.verify = () => hanging

      for (const [path, payload] of Object.entries(payloads)) {
        const socket = connect(port, '127.0.0.1')
        socket.write(postOf(path, JSON.stringify(payload)))
        const [, response] = await once(site.server.server, 'request')
        socket.destroy()
        await once(response, 'close')
      }
      const later = await fetch(`${url}/auth/me`, { headers: { authorization: 'Bearer a' } })
      fail(timeoutError(false))
      await waitUntil(() => codes.length === 4)
      const live = await fetch(`${url}/health/live`)

      assert.equal(later.status, 503) // so the time limit of the earlier requests is over too
      assert.equal(live.status, 200)
    },
    { ...QUICK, env },
  )
}

function postOf(path: string, body: string): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
