import assert from 'node:assert/strict'
import type { Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const CLIENT = '198.51.100.7'
const OTHER_CLIENT = '203.0.113.9'

for (const peer of [
  '127.0.0.1',
  '10.0.0.1',
  '172.31.0.1',
  '192.168.1.1',
  '::1',
  'fd00::1',
  '::ffff:10.0.0.1',
]) {
  sqliteTest(`the log warns once that ${peer} is a proxy without TRUST_PROXY`, async (site) => {
    const browser = site.browser({ ip: peer })
    await browser.get('/health/live')
    const before = warnings(site)

    await browser.get('/health/live', { 'x-forwarded-for': CLIENT })
    await browser.get('/health/live', { 'x-forwarded-for': OTHER_CLIENT })

    assert.deepEqual(before, [])
    assert.deepEqual(warnings(site), [[peer.replace('::ffff:', ''), UNNAMED_PROXY]])
  })
}

sqliteTest('X-Forwarded-For from a public address causes no proxy warning', async (site) => {
  for (const peer of [OTHER_CLIENT, '172.32.0.1', '2001:db8::1']) {
    await site.browser({ ip: peer }).get('/health/live', { 'x-forwarded-for': CLIENT })
  }

  assert.deepEqual(warnings(site), [])
})

sqliteTest(
  'no proxy warning is logged if TRUST_PROXY is set',
  async (site) => {
    await site.browser({ ip: '10.0.0.1' }).get('/health/live', { 'x-forwarded-for': CLIENT })

    assert.deepEqual(warnings(site), [])
  },
  { env: { TRUST_PROXY: '1' } },
)

const UNNAMED_PROXY =
  'a proxy forwards requests, but TRUST_PROXY is off, so all visitors share one address: set TRUST_PROXY to the number of proxies or to their addresses'

function warnings(site: Site): unknown[] {
  const lines = site.logLines.map((line) => JSON.parse(line))
  return lines.filter(({ level }) => level === 'warn').map(({ peer, msg }) => [peer, msg])
}
