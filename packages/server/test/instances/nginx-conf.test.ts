import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { findNginx, startNginx } from '../http/nginx.ts'
import type { Reply } from '../support/browser.ts'
import { freePort } from '../support/server-process.ts'
import { send } from './pair.ts'

/** These tests need nginx; `.ci/run` installs it where it can. */
const program = process.platform === 'linux' ? findNginx() : undefined
if (program !== undefined) tellStories(program)

function tellStories(nginx: string): void {
  for (const method of ['POST', 'PATCH']) {
    test(`nginx does not repeat a ${method} that an instance has received`, async () => {
      await using dying = await openUpstream((request) => request.socket.destroy())
      await using well = await openUpstream(answerOk)
      await using proxy = await startNginx(nginx, [dying.port, well.port], 'as delivered')

      const replies = [
        await send(proxy.port, { method, path: '/auth/register', body: {} }),
        await send(proxy.port, { method, path: '/auth/register', body: {} }),
      ]

      assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 502])
      assert.deepEqual([dying.heard.length, well.heard.length], [1, 1])
    })
  }

  test('nginx repeats a read at the other instance if the first one dies', async () => {
    await using dying = await openUpstream((request) => request.socket.destroy())
    await using well = await openUpstream(answerOk)
    await using proxy = await startNginx(nginx, [dying.port, well.port], 'as delivered')

    const replies = [
      await send(proxy.port, { path: '/auth/me' }),
      await send(proxy.port, { path: '/auth/me' }),
    ]

    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200],
    )
    assert.equal(dying.heard.length, 1) // nginx sent the second request to the other server
  })

  test('nginx sends every request, even a POST, to the instance that is up', async () => {
    await using well = await openUpstream(answerOk)
    await using proxy = await startNginx(nginx, [await freePort(), well.port], 'as delivered')

    const replies = await Promise.all(
      Array.from({ length: 20 }, () => send(proxy.port, { method: 'POST', path: '/', body: {} })),
    )

    assert.deepEqual(
      replies.map(({ status }) => status),
      replies.map(() => 200),
    )
  })

  test('nginx passes on the caller’s address, the host and the whole upload', async () => {
    await using well = await openUpstream(answerOk)
    await using proxy = await startNginx(nginx, [well.port, well.port], 'as delivered')
    const forged = { 'x-forwarded-for': '198.51.100.7', host: 'portal.example' }
    const skin = { png: 'x'.repeat(2 * 1024 * 1024) }

    const upload = { method: 'PUT', path: '/cabinet/skin', body: skin, headers: forged }
    const reply = await send(proxy.port, upload, { localAddress: '127.0.0.9' })

    const [heard] = well.heard
    assert.equal(reply.status, 200)
    assert.equal(heard?.headers['x-forwarded-for'], '127.0.0.9')
    assert.equal(heard?.headers.host, 'portal.example')
    assert.equal(heard?.bytes, JSON.stringify(skin).length)
  })

  test('nginx limits only callers who send requests without pause', async () => {
    await using well = await openUpstream(answerOk)
    await using proxy = await startNginx(nginx, [well.port, well.port], 'as delivered')
    const ask = (path: string, visitor: string) =>
      send(proxy.port, { path }, { localAddress: visitor })
    const flood = async (path: string, visitor: string) => {
      const replies: Reply[] = []
      for (let sent = 0; sent < 1500; sent += 50) {
        const some = Array.from({ length: 50 }, () => ask(path, visitor))
        replies.push(...(await Promise.all(some)))
      }
      return replies
    }

    const replies = await flood('/config', '127.0.0.9')
    const neighbour = await ask('/config', '127.0.0.8')
    const launcher = await flood('/auth/launcher/user', '127.0.0.9')

    const refused = replies.filter(({ status }) => status === 429)
    assert.ok(refused.length > 0)
    assert.ok(replies.length - refused.length > 500) // a page with all its pictures
    assert.equal(refused[0]?.body.error, 'request.toomany')
    assert.equal(refused[0]?.headers['retry-after'], '2')
    assert.equal(neighbour.status, 200)
    assert.deepEqual(new Set(launcher.map(({ status }) => status)), new Set([200]))
  })

  test('nginx does not let visitors read the metrics of an instance', async () => {
    await using well = await openUpstream(answerOk)
    await using proxy = await startNginx(nginx, [well.port, well.port], 'as delivered')

    const reply = await send(proxy.port, { path: '/metrics' })

    assert.deepEqual([reply.status, well.heard.length], [403, 0])
  })
}

type Heard = Pick<IncomingMessage, 'headers'> & { bytes: number }

/** Opens a server that replaces an instance and records the received requests. */
async function openUpstream(answer: (request: IncomingMessage, reply: ServerResponse) => void) {
  const heard: Heard[] = []
  const server = createServer(async (request, reply) => {
    const { length } = await buffer(request)
    heard.push({ headers: request.headers, bytes: length })
    answer(request, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    heard,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answerOk(_request: IncomingMessage, reply: ServerResponse): void {
  reply.end()
}
