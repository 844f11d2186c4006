import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { openDatabase } from '../../src/database/open-database.ts'
import { claimSetup } from '../../src/operations/setup/setup-store.ts'
import { readConfig } from '../../src/settings/config.ts'
import { isRefused, openSlowRequest, STEVE } from '../http/raw-request.ts'
import { bearer } from '../support/browser.ts'
import {
  type Environment,
  freePort,
  newPlace,
  runPortal,
  startPortal,
} from '../support/server-process.ts'
import { databases, PASSWORD } from '../support/site.ts'
import { openMailServer } from '../support/smtp.ts'
import { waitUntil } from '../support/wait-until.ts'

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`after ${signal} the server finishes only the requests in progress`, async () => {
    await using place = await newPlace('SQLite', 'set up')
    await using server = await startPortal(place.env)
    const slow = await openSlowRequest(server.port, '/auth/register', STEVE)

    server.kill(signal)
    await waitUntil(() => isRefused(server.port))
    const reply = await slow.finish()
    const ended = await server.ended()

    assert.match(reply, /^HTTP\/1\.1 201 Created\r\n/)
    assert.match(reply, /"username":"Steve"/)
    assert.deepEqual(ended, { code: 0, signal: null })
    assert.match(server.output.stdout, /"msg":"stopped"}\n$/)
    assert.equal(server.output.stderr, '')
  })
}

test('a response during the stop has the header Connection: close', async () => {
  await using place = await newPlace('SQLite', 'set up')
  await using server = await startPortal(place.env)
  const slow = await openSlowRequest(server.port, '/auth/register', STEVE)

  server.kill('SIGTERM')
  await waitUntil(() => isRefused(server.port))
  const reply = await slow.finish()

  assert.match(reply, /^HTTP\/1\.1 201 .*\r\nconnection: close\r\n/is)
})

test('the server stops although its mail server never finishes', async () => {
  await using smtp = await openMailServer()
  smtp.mood = 'drags on'
  await using place = await newPlace('SQLite', 'set up')
  await using server = await startPortal({ ...place.env, SMTP_URL: smtp.url })
  await server.send('POST', '/auth/register', STEVE)
  await logIn(server, 'Steve', { 'user-agent': 'curl/8.0' })
  await waitUntil(() => smtp.arrived.length === 1)

  server.kill('SIGTERM')
  const ended = await server.ended()

  assert.deepEqual(ended, { code: 0, signal: null })
  assert.match(server.output.stdout, /"msg":"stopped"}\n$/)
})

for (const database of databases) {
  test(`every acknowledged sign-in survives kill -9 (${database})`, async () => {
    await using place = await newPlace(database, 'set up')
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
        const from = { 'x-forwarded-for': `10.${turn}.${count >> 8}.${count & 255}` }
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
    assert.ok(cut > 0) // some were interrupted
    assert.deepEqual(
      statuses,
      answered.map(() => 200),
    )
  })

  test(`two processes that start concurrently on an empty database serve one site (${database})`, async () => {
    await using place = await newPlace(database)
    const env = { ...place.env, PUBLIC_URL: 'http://localhost:8080' }

    const starts = await Promise.allSettled([startPortal(env), startPortal(env)])
    await using running = new AsyncDisposableStack()
    for (const start of starts) if (start.status === 'fulfilled') running.use(start.value)
    const [one, two] = starts.map((start) =>
      start.status === 'fulfilled' ? start.value : assert.fail(start.reason),
    )
    assert.ok(one && two)
    const db = await openDatabase(readConfig(place.env))
    await claimSetup(db, Date.now()) // otherwise no player could register
    await db.destroy()

    const steve = (await one.send('POST', '/auth/register', STEVE)).body
    const tokens = (await two.send('POST', '/auth/refresh', { refresh_token: steve.refreshToken }))
      .body
    const seen = await one.send('GET', '/auth/me', undefined, bearer(tokens.accessToken))
    assert.deepEqual([seen.status, seen.body?.user], [200, steve.user])
  })

  test(`a database of a newer version ends the start with a one-line error (${database})`, async () => {
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

  test(`a wrong ENCRYPTION_KEY ends the start with a one-line error (${database})`, async () => {
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

function logIn(
  server: { send: Awaited<ReturnType<typeof startPortal>>['send'] },
  username: string,
  headers: Environment,
) {
  const given = { username_or_email: username, password: PASSWORD }
  return server.send('POST', '/auth/login', given, headers)
}
