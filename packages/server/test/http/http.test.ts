import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Endpoint, endpoints, protocols, usesApiKey } from '@portal/contract'
import { readBuiltPages } from '../../src/http/pages/built-pages.ts'
import { staticPages } from '../../src/http/pages/static-pages.ts'
import { turnOn } from '../integrations/yggdrasil/game-player.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const rows: Endpoint[] = Object.values(endpoints)
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

sqliteTest('a wrong method gets 405 with the allowed methods of the path', async (site) => {
  await turnOn(site)
  const paths = Map.groupBy(rows, ({ path }) => path)
  const pages = new Set(staticPages(readBuiltPages()).map(({ path }) => path))
  const wrong = [...paths].flatMap(([path, group]) => {
    const served: string[] = group.map(({ method }) => method)
    if (served.includes('GET') || pages.has(path)) served.push('GET', 'HEAD')
    const named = [...new Set(served)]
    served.push(...methodsByParameter(path))
    const said = saidBy(group[0])
    return METHODS.filter((method) => !served.includes(method)).map((method) => ({
      path,
      method,
      allow: named.sort().join(', '),
      said,
    }))
  })

  const replies = await Promise.all(
    wrong.map(({ method, path }) => site.browser().send(method, path.replace(/:\w+/g, 'x'))),
  )

  assert.deepEqual(
    replies.map(({ status, body, headers }, n) => ({
      ...wrong[n],
      status,
      body,
      has: String(headers.allow).split(', ').sort().join(', '),
    })),
    wrong.map((one) => ({
      ...one,
      status: 405,
      body: one.method === 'HEAD' ? undefined : one.said,
      has: one.allow,
    })),
  )
})

/**
 * Lists the methods with which a path matches other endpoints by a parameter: DELETE /auth/sessions/me matches
 * /auth/sessions/:id.
 */
function methodsByParameter(path: string): string[] {
  return rows
    .filter((row) => row.path.includes(':') && row.path !== path)
    .filter((row) => new RegExp(`^${row.path.replace(/:\w+/g, '[^/]+')}$`).test(path))
    .map(({ method }) => method)
}

/** The response of an address to a wrong method. */
function saidBy(row: Endpoint | undefined): object {
  if (row?.protocol) {
    const refusal = {
      code: 'request.method',
      status: 405,
      locale: 'en',
      reason: undefined,
    } as const
    return protocols[row.protocol].toBody(refusal)
  }
  return row && usesApiKey(row) && row.path.startsWith('/auth/launcher/')
    ? { error: 'request.method' }
    : NO_SUCH_METHOD
}

sqliteTest('an unusual HTTP method returns 405', async (site) => {
  const port = await listen(site)
  const methods = ['TRACE', 'PROPFIND', 'SEARCH', 'MKCOL']

  const answers = await Promise.all(
    methods.map((method) => speak(port, `${method} /auth/login HTTP/1.1\r\n${CLOSING}\r\n`)),
  )

  assert.deepEqual(
    answers.map(({ status, headers, body }) => [status, headers.allow, body]),
    methods.map(() => [405, 'POST', NO_SUCH_METHOD]),
  )
})

sqliteTest('an unknown path returns 404', async (site) => {
  const paths = [
    '/nothing',
    '/auth',
    '/auth/',
    '/auth/login/',
    '/auth/login/more',
    '/auth//login',
    '/AUTH/LOGIN',
    '/auth/sessions',
    '/auth/sessions/a/b',
    '/.env',
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/%00',
    '/Xwell-known/jwks.json', // a dot in a path is literal
  ]

  const replies = await Promise.all(
    paths.flatMap((path) => [site.browser().get(path), site.browser().post(path, {})]),
  )
  const russian = await site.browser().get('/nothing', { 'accept-language': 'ru' })

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body]),
    Array(paths.length * 2).fill([
      404,
      { error: 'request.notfound', message: 'There is nothing at this address.' },
    ]),
  )
  assert.equal(russian.body.message, 'По этому адресу ничего нет.')
})

sqliteTest('headers above the size limit are refused', async (site) => {
  const port = await listen(site)
  const header = (size: number) => `X-Long: ${'x'.repeat(size)}\r\n`

  const large = await speak(port, `GET /health/live HTTP/1.1\r\n${CLOSING}${header(20_000)}\r\n`)
  const fits = await speak(port, `GET /health/live HTTP/1.1\r\n${CLOSING}${header(10_000)}\r\n`)

  assert.deepEqual(
    [large.status, large.body, large.headers['cache-control']],
    [431, { error: 'request.toolarge', message: 'The request headers are too large.' }, 'no-store'],
  )
  assert.deepEqual([fits.status, fits.body], [200, { status: 'ok' }])
})

sqliteTest('a request that is not HTTP gets 400', async (site) => {
  const port = await listen(site)
  const login = '{"username_or_email":"Steve","password":"x"}'
  const noises = [
    'garbage\r\n\r\n',
    '\u0016\u0003\u0001\u0002\u0000',
    'GET /health/live HTTP/9.9\r\n\r\n',
    `GET /health/live HTTP/1.1\r\n${CLOSING}No colon here\r\n\r\n`,
    `GET /health/live HTTP/1.1\r\n${CLOSING}X-Null: a\u0000b\r\n\r\n`,
    `POST /auth/login HTTP/1.1\r\n${CLOSING}Content-Type: application/json\r\nContent-Length: ${login.length}\r\nTransfer-Encoding: chunked\r\n\r\n${login}`,
    `POST /auth/login HTTP/1.1\r\n${CLOSING}Content-Type: application/json\r\nContent-Length: x\r\n\r\n${login}`,
  ]

  const answers = await Promise.all(noises.map((noise) => speak(port, noise)))
  const after = await speak(port, `GET /health/live HTTP/1.1\r\n${CLOSING}\r\n`)

  assert.deepEqual(
    answers.map(({ status, body }) => [status, body]),
    noises.map(() => [400, { error: 'request.invalid', message: 'This is not valid HTTP.' }]),
  )
  assert.equal(after.status, 200)
})

sqliteTest('a request that arrives too slowly gets 408', async (site) => {
  const port = await listen(site)
  const { server } = site.server
  server.once('connection', (socket) => {
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    socket.once('data', () => server.emit('clientError', late, socket)) // as Node does after the timeout
  })

  const words = `POST /auth/login HTTP/1.1\r\n${CLOSING}Content-Length: 100\r\n\r\n{`
  const answer = await speak(port, words)

  assert.equal(server.requestTimeout, 120_000)
  assert.deepEqual(
    [answer.status, answer.body],
    [408, { error: 'request.invalid', message: 'The request took too long to arrive.' }],
  )
})

sqliteTest('null in an optional field means the same as no field', async (site) => {
  const browser = site.browser()
  const steve = { username: 'Steve', email: 'steve@example.org', password: PASSWORD, ref: null }
  const login = { username_or_email: 'Steve', password: PASSWORD, totp: null }

  const registered = await browser.post('/auth/register', steve)
  const signedIn = await site.browser().post('/auth/login', login)
  const refreshed = await site.browser().post('/auth/refresh', { refresh_token: null })
  const needed = await site.browser().post('/auth/login', { ...login, password: null })

  assert.deepEqual([registered.status, signedIn.status, refreshed.status], [201, 200, 401])
  assert.equal(needed.status, 400)
  assert.deepEqual(needed.body.fields, [
    { field: 'password', message: 'This field has the wrong type.' },
  ])
})

sqliteTest('an invalid field with several allowed forms is named only once', async (site) => {
  const reply = await site.browser().get('/render/nothing/Steve')

  assert.equal(reply.status, 400)
  assert.deepEqual(
    reply.body.fields.map(({ field }: { field: string }) => field),
    ['view'],
  )
})

const CLOSING = 'Host: localhost\r\nConnection: close\r\n'
const NO_SUCH_METHOD = {
  error: 'request.method',
  message: 'This address does not support that method.',
}

/** Opens the site on a real port. */
async function listen(site: Site): Promise<number> {
  await site.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = site.server.server.address() as AddressInfo
  return port
}

/** Sends text over a bare socket, and reads the response until the site disconnects. */
async function speak(port: number, words: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(words, 'latin1')
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [start = '', ...lines] = head.split('\r\n')
  return {
    status: Number(start.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((line) => {
        const [name = '', ...value] = line.split(': ')
        return [name.toLowerCase(), value.join(': ')]
      }),
    ),
    body: body ? JSON.parse(body) : undefined,
  }
}
