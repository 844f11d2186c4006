import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/platform/database.ts'
import { version } from '../src/version.ts'
import { bearer } from './browser.ts'
import { type Environment, freePort, newFolder, newPlace, runPortal, startPortal } from './child.ts'
import { databases, PASSWORD } from './site.ts'
import { openMailServer } from './smtp.ts'
import { until } from './until.ts'

const STEVE = { username: 'Steve', email: 'steve@example.org', password: PASSWORD }

test('a started site is ready and says in its log where it is', async () => {
  await using place = await newPlace('SQLite')

  await using server = await startPortal(place.env)

  const ready = await server.send('GET', '/health/ready')
  const lines = server.output.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual([ready.status, ready.body], [200, { status: 'ok' }])
  assert.equal(server.output.stderr, '')
  assert.deepEqual(
    lines
      .filter(({ msg }) => msg !== 'request')
      .map(({ level, msg }) => [level, msg.replace(/token=\S+/, 'token=…')]),
    [
      ['info', 'the database was migrated'],
      ['info', `Portal ${version} serves at ${server.url}`],
      ['info', `nobody administers this site yet; set it up at ${server.url}/setup?token=…`],
      ['warn', `SMTP_URL is not set: mails are kept as files in ${place.env.DATA_DIR}/mail`],
    ],
  )
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`${signal} lets the request under way finish and nobody else in`, async () => {
    await using place = await newPlace('SQLite')
    await using server = await startPortal(place.env)
    const slow = await openSlowRequest(server.port, '/auth/register', STEVE)

    server.kill(signal)
    await until(() => isRefused(server.port))
    const reply = await slow.finish()
    const ended = await server.ended()

    assert.match(reply, /^HTTP\/1\.1 201 Created\r\n/)
    assert.match(reply, /"username":"Steve"/)
    assert.deepEqual(ended, { code: 0, signal: null })
    assert.match(server.output.stdout, /"msg":"stopped"}\n$/)
    assert.equal(server.output.stderr, '')
  })
}

test('an answer given while the process stops says that its connection ends', async () => {
  await using place = await newPlace('SQLite')
  await using server = await startPortal(place.env)
  const slow = await openSlowRequest(server.port, '/auth/register', STEVE)

  server.kill('SIGTERM')
  await until(() => isRefused(server.port))
  const reply = await slow.finish()

  assert.match(reply, /^HTTP\/1\.1 201 .*\r\nconnection: close\r\n/is)
})

test('a mail server that never comes to the point keeps no process from ending', async () => {
  await using smtp = await openMailServer()
  smtp.mood = 'drags on'
  await using place = await newPlace('SQLite')
  await using server = await startPortal({ ...place.env, SMTP_URL: smtp.url })
  await server.send('POST', '/auth/register', STEVE)
  await logIn(server, 'Steve', { 'user-agent': 'curl/8.0' })
  await until(() => smtp.arrived.length === 1)

  server.kill('SIGTERM')
  const ended = await server.ended()

  assert.deepEqual(ended, { code: 0, signal: null })
  assert.match(server.output.stdout, /"msg":"stopped"}\n$/)
})

for (const database of databases) {
  test(`every sign-in that was answered outlives kill -9 (${database})`, async () => {
    await using place = await newPlace(database)
    const env = { ...place.env, TRUST_PROXY: '1', LOG_LEVEL: 'warn' }
    const players = ['Steve', 'Alex', 'Herobrine']
    const answered: string[] = []
    let cut = 0
    const first = await startPortal(env)
    for (const username of players) {
      const account = { ...STEVE, username, email: `${username}@example.org` }
      await first.send('POST', '/auth/register', account)
    }
    const signIn = async (turn: number): Promise<void> => {
      for (let count = 0; !first.hasEnded(); count += 1) {
        const from = { 'x-forwarded-for': `10.0.${turn}.${count}` }
        const reply = await logIn(first, players[turn % 3] ?? '', from).catch(() => undefined)
        if (reply?.status === 200) answered.push(reply.body.refreshToken)
        if (!reply) cut += 1
        if (answered.length >= 60) first.kill('SIGKILL')
      }
    }
    await Promise.all(Array.from({ length: 16 }, (_, turn) => signIn(turn)))

    await using server = await startPortal(env)
    const statuses: number[] = []
    for (const refresh_token of answered) {
      statuses.push((await server.send('POST', '/auth/refresh', { refresh_token })).status)
    }

    assert.ok(answered.length >= 60)
    assert.ok(cut > 0) // some were cut off in the middle
    assert.deepEqual(
      statuses,
      answered.map(() => 200),
    )
  })

  test(`two processes that start at once on an empty database serve one site (${database})`, async () => {
    await using place = await newPlace(database)
    const env = { ...place.env, PUBLIC_URL: 'http://localhost:8080' }

    const starts = await Promise.allSettled([startPortal(env), startPortal(env)])
    await using running = new AsyncDisposableStack()
    for (const start of starts) if (start.status === 'fulfilled') running.use(start.value)
    const [one, two] = starts.map((start) =>
      start.status === 'fulfilled' ? start.value : assert.fail(start.reason),
    )
    assert.ok(one && two)

    const steve = (await one.send('POST', '/auth/register', STEVE)).body
    const tokens = (await two.send('POST', '/auth/refresh', { refresh_token: steve.refreshToken }))
      .body
    const seen = await one.send('GET', '/auth/me', undefined, bearer(tokens.accessToken))
    assert.deepEqual([seen.status, seen.body?.user], [200, steve.user])
  })

  test(`a database of a newer version refuses the start with one line (${database})`, async () => {
    await using place = await newPlace(database)
    await runPortal(['migrate', 'up'], place.env)
    const db = await openDatabase(readConfig(place.env))
    const newer = { name: '999-future', applied_at: 0 }
    await db
      .insertInto('migration' as never)
      .values(newer as never)
      .execute()
    await db.destroy()

    const ended = await runPortal(['serve'], { ...place.env, PORT: String(await freePort()) })

    assert.deepEqual(ended, {
      code: 1,
      stdout: '',
      stderr: 'error: the database has migrations this version does not know: 999-future\n',
    })
  })

  test(`an ENCRYPTION_KEY that does not fit refuses the start with one line (${database})`, async () => {
    await using place = await newPlace(database)
    const [right, wrong] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'))
    const serve = (key = '') => ({ ...place.env, ENCRYPTION_KEY: key })
    const first = await startPortal(serve(right))
    await first[Symbol.asyncDispose]()

    const port = String(await freePort())
    const refused = await runPortal(['serve'], { ...serve(wrong), PORT: port })
    await using again = await startPortal(serve(Buffer.alloc(32, 1).toString('hex')))

    assert.deepEqual(refused, {
      code: 1,
      stdout: '',
      stderr:
        'error: ENCRYPTION_KEY does not fit this database: its keys were sealed with another one\n',
    })
    assert.equal((await again.send('GET', '/health/ready')).status, 200)
    assert.ok(!readdirSync(place.env.DATA_DIR ?? '').includes('encryption.key'))
  })
}

test('a data directory that cannot be used refuses the start with one line that names it', async () => {
  using folder = newFolder()
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  const taken = join(folder.path, 'taken')
  mkdirSync(join(taken, 'portal.db'), { recursive: true }) // SQLite cannot open this, as in a read-only directory
  const port = String(await freePort())
  const places = [file, join(file, 'below'), taken]

  const ended = await Promise.all(
    places.map((place) => runPortal(['serve'], { DATA_DIR: place, PORT: port })),
  )

  for (const [turn, { code, stdout, stderr }] of ended.entries()) {
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^error: [^\n]+\n$/)
    assert.ok(stderr.includes(places[turn] ?? ''), stderr)
  }
})

for (const database of databases) {
  test(`an address in use refuses the start with one line (${database})`, async () => {
    await using place = await newPlace(database)
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }

    const env = { ...place.env, HOST: '127.0.0.1', PORT: String(port) }
    const ended = await runPortal(['serve'], { ...env, LOG_LEVEL: 'warn' })

    taken.close()
    assert.deepEqual([ended.code, ended.stdout], [1, ''])
    assert.match(ended.stderr, new RegExp(`^error: [^\\n]*127\\.0\\.0\\.1:${port}[^\\n]*\\n$`))
  })
}

test('the key and the database are for the owner of the process alone', async () => {
  using folder = newFolder()
  const data = join(folder.path, 'data')

  await using _server = await startPortal({ DATA_DIR: data })

  const modes = ['.', 'encryption.key'].map((name) => statSync(join(data, name)).mode & 0o777)
  const drafts = readdirSync(data).filter((name) => name.startsWith('encryption.key.'))
  assert.deepEqual(modes, [0o700, 0o600])
  assert.deepEqual(drafts, [])
})

for (const database of databases) {
  test(`no secret reaches the log, however much is logged (${database})`, async () => {
    await using place = await newPlace(database)
    const key = Buffer.alloc(32, 7).toString('base64')
    const env = { ...place.env, LOG_LEVEL: 'trace', ENCRYPTION_KEY: key }
    await using server = await startPortal({
      ...env,
      SMTP_URL: `smtp://portal:SmtpSecret1@127.0.0.1:${await freePort()}`, // nobody is there
    })
    const secrets = [key, 'SmtpSecret1', PASSWORD, 'WrongSecret1', 'QuerySecret1', 'BrokenSecret1']

    const cookies = new Map<string, string>()
    const keep = (headers: Headers) => {
      for (const line of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^(\w+)=([^;]*)/.exec(line) ?? []
        if (value) cookies.set(name, value)
        if (value) secrets.push(value)
      }
    }
    const send = async (method: string, path: string, body?: object, headers?: Environment) => {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const csrf = cookies.get('portal_csrf')
      const session = { ...(cookie && { cookie }), ...(csrf && { 'x-csrf-token': csrf }) }
      const reply = await server.send(method, path, body, { ...session, ...headers })
      keep(reply.headers)
      for (const name of ['accessToken', 'refreshToken']) {
        if (reply.body?.[name]) secrets.push(reply.body[name])
      }
      return reply
    }
    const { accessToken } = (await send('POST', '/auth/register', STEVE)).body
    const wrong = { username_or_email: 'Steve', password: 'WrongSecret1' }
    const statuses = [
      await send('POST', '/auth/login', wrong),
      await send('POST', '/auth/login', { ...wrong, password: PASSWORD }, { 'user-agent': 'curl' }),
      await send('POST', '/auth/refresh'),
      await send('POST', '/auth/refresh', undefined, { 'x-csrf-token': 'WrongSecret1' }),
      await send('GET', '/auth/me?token=QuerySecret1', undefined, bearer(accessToken)),
      await send('GET', '/auth/me', undefined, bearer('WrongSecret1')),
      await send('POST', '/auth/sessions/me', undefined, bearer(accessToken)),
      await send('GET', '/nothing?hash=QuerySecret1'),
      await send('POST', '/auth/logout', undefined, bearer(accessToken)),
    ].map(({ status }) => status)
    const broken = await sendRaw(server.port, '{"password":"BrokenSecret1",')
    const noHttp = await sendRaw(server.port, undefined)
    await until(() => server.output.stdout.includes('"msg":"a mail failed"'))
    server.kill('SIGTERM')
    await server.ended()

    const log = server.output.stdout + server.output.stderr
    const shown = secrets.filter((secret) => log.includes(secret))
    assert.deepEqual(statuses, [401, 200, 200, 403, 200, 401, 200, 404, 204])
    assert.match(broken, /^HTTP\/1\.1 400 .*"request\.invalid"/s)
    assert.match(noHttp, /^HTTP\/1\.1 400 .*"request\.invalid"/s)
    assert.ok(secrets.length >= 15)
    assert.deepEqual(shown, [])
    assert.match(log, /"msg":"a mail failed"/)
  })
}

function logIn(
  server: { send: Awaited<ReturnType<typeof startPortal>>['send'] },
  username: string,
  headers: Environment,
) {
  const given = { username_or_email: username, password: PASSWORD }
  return server.send('POST', '/auth/login', given, headers)
}

/** A POST whose head the server has read and whose body it waits for. */
async function openSlowRequest(port: number, path: string, payload: object) {
  const body = JSON.stringify(payload)
  const socket = connect(port, '127.0.0.1')
  let reply = ''
  socket.on('data', (chunk) => {
    reply += chunk
  })
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await until(() => reply.startsWith('HTTP/1.1 100 '))
  return {
    async finish(): Promise<string> {
      reply = ''
      socket.write(body)
      await closed(socket)
      return reply
    },
  }
}

/** Sends a sign-in with this body, or, without one, bytes that are no HTTP. @returns all that came back. */
async function sendRaw(port: number, body: string | undefined): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let reply = ''
  socket.on('data', (chunk) => {
    reply += chunk
  })
  const head = 'POST /auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close'
  const type = 'Content-Type: application/json'
  if (body === undefined)
    socket.write('BrokenSecret1\r\nCookie: portal_refresh=BrokenSecret1\r\n\r\n')
  else socket.write(`${head}\r\n${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  await closed(socket)
  return reply
}

async function closed(socket: Socket): Promise<void> {
  await new Promise((resolve) => socket.once('close', resolve))
}

async function isRefused(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.once('connect', () => resolve(false))
  socket.once('error', () => resolve(true))
  const refused = await promise
  socket.destroy()
  return refused
}
