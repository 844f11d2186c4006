import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import type { Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

const LEAKED = 'a phrase that leaked once'
const suffix = createHash('sha1').update(LEAKED).digest('hex').toUpperCase().slice(5)

const list = createServer((_request, response) => {
  response.end(`${'0'.repeat(35)}:3\r\n${suffix}:17\r\n`)
})
await new Promise<void>((resolve) => list.listen(0, '127.0.0.1', resolve))
list.unref()
const env = { BREACH_API_URL: `http://127.0.0.1:${(list.address() as AddressInfo).port}` }

function register(site: Site, password: string) {
  return site
    .browser()
    .post('/auth/register', { username: 'Steve', email: 'steve@example.org', password })
}

sqliteTest(
  'a breached password is refused',
  async (site) => {
    const leaked = await register(site, LEAKED)
    const other = await register(site, 'a phrase that never leaked')

    assert.deepEqual([leaked.status, leaked.body.error], [400, 'password.breached'])
    assert.equal(other.status, 201)
  },
  { env },
)

sqliteTest(
  'with leakCheck off, a breached password is accepted',
  async (site) => {
    await changeSetting(
      site.app,
      { actor: 'command', ip: null },
      { name: 'leakCheck', text: 'off' },
    )

    const reply = await register(site, LEAKED)

    assert.equal(reply.status, 201)
    assert.deepEqual(site.app.breachList.counts(), { hits: 0, misses: 0, failures: 0, skipped: 0 })
  },
  { env },
)

sqliteTest(
  'a breached password is accepted while the list of breached passwords is unreachable',
  async (site) => {
    const reply = await register(site, LEAKED)

    assert.equal(reply.status, 201)
    assert.equal(site.app.breachList.counts().failures, 1)
  },
  { settings: { leakCheck: 'on' } },
)
