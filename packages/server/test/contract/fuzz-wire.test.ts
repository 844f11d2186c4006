import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Endpoint, endpoints } from '@portal/contract'
import { MINUTE } from '../../src/platform/clock.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

/** Request heads that no HTTP library would write. Each is sent unchanged to every endpoint. */

const EVERY_ROW: readonly Endpoint[] = Object.values(endpoints)

const HEADERS = [
  'Authorization: Bearer a\r\nAuthorization: Api-Key b\r\nContent-Length: 2',
  'Content-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: 2',
  'Cookie: portal_refresh=a; portal_refresh=b\r\nCookie: \xff=\xfe\r\nContent-Length: 2',
  'X-Forwarded-For: ,,\r\nX-Forwarded-For: \xe9\r\nUser-Agent: \xff\xfe\r\nContent-Length: 2',
  'Content-Length: 2\r\nContent-Length: 3',
  'Content-Length: 2\r\nTransfer-Encoding: chunked',
  'Accept-Language: \xc3\x28\r\nAccept-Encoding: \xff\r\nIf-None-Match: \xff\r\nContent-Length: 2',
  'X-CSRF-Token: a\r\nX-CSRF-Token: b\r\nCaptcha: c\r\nCaptcha: d\r\nContent-Length: 2',
]

const TARGETS: ((path: string) => string)[] = [
  (path) => path.replace(/:\w+/g, '%00'),
  (path) => path.replace(/:\w+/g, '../../..'),
  (path) => path.replace(/:\w+/g, '\xff\xfe'),
  (path) => `${path.replace(/:\w+/g, '%2e%2e%2f%zz')}?%&limit=-1&limit=2`,
  (path) => `http://elsewhere.example${path}`,
  (path) => `/${path}`,
  (path) => `${path}/../..//`,
]

sqliteTest('a malformed request head never causes a server error', async (site) => {
  const port = Number(new URL(await site.server.listen({ host: '127.0.0.1', port: 0 })).port)
  const heads = EVERY_ROW.flatMap(({ method, path }, row) =>
    TARGETS.map((target, n) => {
      const headers = HEADERS[(row + n) % HEADERS.length]
      return `${method} ${target(path)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}`
    }),
  )

  const answers: { head: string; status: number }[] = []
  for (let first = 0; first < heads.length; first += TARGETS.length) {
    const some = heads.slice(first, first + TARGETS.length)
    answers.push(...(await Promise.all(some.map((head) => answerTo(port, head)))))
    site.wait(MINUTE)
  }

  const bad = answers.filter(({ status }) => !(status >= 200 && status < 500))
  assert.deepEqual(bad, [])
  const errors = site.logLines.filter((line) => JSON.parse(line).level === 'error')
  assert.deepEqual(errors, [])
  assert.equal((await site.browser().get('/health/ready')).status, 200)
})

async function answerTo(port: number, head: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(`${head}\r\n\r\n{}`, 'latin1')
  const [, status] = (await text(socket)).split(' ')
  return { head, status: Number(status) }
}
