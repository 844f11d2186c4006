import assert from 'node:assert/strict'
import dns from 'node:dns'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '../../src/platform/clock.ts'
import { guardedPost } from '../../src/platform/outbound/guarded-post.ts'
import { openNameServer } from '../support/name-server.ts'

const PUBLIC = '203.0.113.7'
const LIMITS = { budget: 20 * SECOND, sizeBytes: 1024 }
/** Long enough for a second question to the name server. */
const GRACE = SECOND / 2

/**
 * Sends a request to a host name that DNS resolves to these addresses, one list per query. Counts the connections to
 * this machine.
 */
async function postTo(answers: readonly (readonly string[])[]) {
  await using names = await openNameServer(answers)
  let connections = 0
  const inside = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  const port = await new Promise<number>((resolve) => {
    inside.listen(0, '127.0.0.1', () => {
      const address = inside.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const former = dns.getServers()
  dns.setServers([names.address])
  const ending = new AbortController()
  try {
    const request = { headers: {}, body: '{}', allowedHosts: [], signal: ending.signal }
    const posting = guardedPost(`https://receiver.example:${port}/`, request, LIMITS).then(
      () => 'answered',
      (error: Error & { code?: string }) => error.code ?? error.name,
    )
    await names.isAnswered
    if (answers.length > 1) {
      await Promise.race([posting, sleep(GRACE)])
      ending.abort()
    }
    return { outcome: await posting, connections, asked: names.asked() }
  } finally {
    dns.setServers(former)
    inside.close()
  }
}

const OPTIONS = { timeout: 60_000 }

test(
  'a webhook is not sent if its host resolves to a private address after the check',
  OPTIONS,
  async () => {
    const { outcome, connections, asked } = await postTo([[PUBLIC], ['127.0.0.1']])

    assert.notEqual(outcome, 'answered')
    assert.deepEqual({ connections, asked }, { connections: 0, asked: 1 })
  },
)

test('a webhook host with one public and one private address is refused', OPTIONS, async () => {
  const { outcome, connections } = await postTo([[PUBLIC, '127.0.0.1']])

  assert.deepEqual({ outcome, connections }, { outcome: 'EINSIDE', connections: 0 })
})

test('a webhook host with a private address is refused', OPTIONS, async () => {
  const { outcome, connections } = await postTo([['10.0.0.5']])

  assert.deepEqual({ outcome, connections }, { outcome: 'EINSIDE', connections: 0 })
})
