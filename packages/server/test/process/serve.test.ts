import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { version } from '../../src/platform/version.ts'
import { STEVE, sendRaw } from '../http/raw-request.ts'
import { bearer } from '../support/browser.ts'
import {
  type Environment,
  freePort,
  newFolder,
  newPlace,
  runPortal,
  startPortal,
} from '../support/server-process.ts'
import { databases, PASSWORD } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

test('a started site is ready and logs its address', async () => {
  await using place = await newPlace('SQLite')

  await using server = await startPortal(place.env)

  const ready = await server.send('GET', '/health/ready')
  await waitUntil(() => server.output.stdout.includes('no mail server is set')) // logged after the server listens
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
      ['info', 'database migrated'],
      ['info', `Portal ${version} is serving at ${server.url}`],
      ['info', `this site has no administrator yet; set it up at ${server.url}/setup?token=…`],
      ['warn', `no mail server is set: mails are written to files in ${place.env.DATA_DIR}/mail`],
    ],
  )
})

test('a first start in a terminal prints the address and the setup link without JSON', async () => {
  await using place = await newPlace('SQLite')

  await using server = await startPortal({
    ...place.env,
    LOG_FORMAT: 'text',
    LC_ALL: 'ru_RU.UTF-8',
  })

  await waitUntil(() => server.output.stdout.includes('Письма'))
  assert.match(server.output.stdout, /^\S+ database migrated applied=\S+ \(\d+\)$/m)
  assert.match(server.output.stdout, new RegExp(`^Portal ${version}$`, 'm'))
  assert.match(server.output.stdout, new RegExp(`^Адрес +${server.url}$`, 'm'))
  assert.match(server.output.stdout, new RegExp(`^Настройка +${server.url}/setup\\?token=`, 'm'))
  assert.doesNotMatch(server.output.stdout, /[{}]/)
})

/** Returns the threads of a process with their nice values, from `/proc`, which only Linux has. */
const threadsOf = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).map((thread) => ({
    main: Number(thread) === pid,
    name: readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim(),
    nice: getPriority(Number(thread)),
  }))

test('the threads that hash passwords have a lower priority than the main thread', async () => {
  await using place = await newPlace('SQLite')
  const usual = getPriority()

  await using server = await startPortal(place.env)

  const threads = threadsOf(server.pid)
  const hashing = threads.filter(({ name }) => name === 'libuv-worker')
  assert.ok(hashing.length > 0, JSON.stringify(threads))
  for (const { nice } of hashing) assert.equal(nice, Math.min(usual + 5, 19))
  for (const { nice } of threads.filter(({ main }) => main)) assert.equal(nice, usual)
})

test('an unusable data folder ends the start with a one-line error that names the folder', async () => {
  using folder = newFolder()
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  const taken = join(folder.path, 'taken')
  mkdirSync(join(taken, 'portal.db'), { recursive: true }) // SQLite cannot open this, as if the folder were read-only
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
  test(`an address in use ends the start with a one-line error (${database})`, async () => {
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

test('only the user that runs the server can read the key and the database', async () => {
  using folder = newFolder()
  const data = join(folder.path, 'data')

  await using _server = await startPortal({ DATA_DIR: data })

  const modes = ['.', 'encryption.key'].map((name) => statSync(join(data, name)).mode & 0o777)
  const drafts = readdirSync(data).filter((name) => name.startsWith('encryption.key.'))
  assert.deepEqual(modes, [0o700, 0o600])
  assert.deepEqual(drafts, [])
})

test('only the user that runs the server can read portal.db, its WAL and its index', async () => {
  using folder = newFolder()
  const names = ['portal.db', 'portal.db-wal', 'portal.db-shm']
  const modes = (path: string) => names.map((name) => statSync(join(path, name)).mode & 0o777)
  const [fresh, older] = [join(folder.path, 'fresh'), join(folder.path, 'older')]
  for (const path of [fresh, older]) mkdirSync(path, { mode: 0o755 })
  for (const name of names) writeFileSync(join(older, name), '', { mode: 0o644 })

  await using _fresh = await startPortal({ DATA_DIR: fresh })
  await using _older = await startPortal({ DATA_DIR: older })

  assert.deepEqual([modes(fresh), modes(older)], Array(2).fill([0o600, 0o600, 0o600]))
})

for (const database of databases) {
  test(`no secret is logged at the most verbose level (${database})`, async () => {
    await using place = await newPlace(database, 'set up')
    const key = Buffer.alloc(32, 7).toString('base64')
    const env = { ...place.env, LOG_LEVEL: 'trace', ENCRYPTION_KEY: key }
    await using server = await startPortal({
      ...env,
      SMTP_URL: `smtp://portal:SmtpSecret1@127.0.0.1:${await freePort()}`, // a closed port
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
    await waitUntil(() => server.output.stdout.includes('"msg":"mail failed; will retry"'))
    server.kill('SIGTERM')
    await server.ended()

    const log = server.output.stdout + server.output.stderr
    const shown = secrets.filter((secret) => log.includes(secret))
    assert.deepEqual(statuses, [401, 200, 200, 403, 200, 401, 200, 404, 204])
    assert.match(broken, /^HTTP\/1\.1 400 .*"request\.invalid"/s)
    assert.match(noHttp, /^HTTP\/1\.1 400 .*"request\.invalid"/s)
    assert.ok(secrets.length >= 15)
    assert.deepEqual(shown, [])
    assert.match(log, /"msg":"mail failed; will retry"/)
  })
}
