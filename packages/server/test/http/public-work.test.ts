import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { MINUTE } from '../../src/platform/clock.ts'
import { bearer, outcome, type Reply, tally } from '../support/browser.ts'
import { PASSWORD, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

sqliteTest('the OpenAPI document is serialized once for all requests', async (site) => {
  const stringify = mock.method(JSON, 'stringify')
  const replies: Reply[] = []
  for (let turn = 0; turn < 5; turn += 1) replies.push(await site.browser().get('/openapi.json'))

  const written = stringify.mock.calls.filter(({ arguments: [value] }) => value?.openapi)
  stringify.mock.restore()
  assert.deepEqual(tally(replies), { 200: 5 })
  assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
  assert.equal(written.length, 1)
})

sqliteTest('the API page at /docs is sent compressed', async (site) => {
  const path = '/docs'

  const plain = await site.browser().get(path)
  const packed = await site.browser().get(path, { 'accept-encoding': 'gzip, br' })

  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(Number(plain.headers['content-length']), Buffer.byteLength(plain.text))
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.equal(packed.headers.vary, 'Accept-Encoding')
  assert.ok(Number(packed.headers['content-length']) < Buffer.byteLength(plain.text) / 3)
})

siteTest(
  'an account gets at most twenty authenticator secrets in ten minutes',
  async (site) => {
    const [steve, alex] = [await site.player('Steve'), await site.player('Alex')]
    const ask = ({ accessToken }: typeof steve, turn: number): Promise<Reply> =>
      site.browser({ instance: turn % 2 }).get('/cabinet/2fa/generate', bearer(accessToken))

    const storm = await Promise.all(Array.from({ length: 30 }, (_, turn) => ask(steve, turn)))
    const other = await ask(alex, 0)
    site.wait(10 * MINUTE)
    const { body } = await steve.browser.logIn('Steve', PASSWORD)
    const later = await ask({ ...steve, accessToken: body.accessToken }, 1)

    assert.deepEqual(tally(storm), { 200: 20, '429 request.toomany': 10 })
    assert.deepEqual([other, later].map(outcome), ['200', '200'])
  },
  { instances: 2 },
)
