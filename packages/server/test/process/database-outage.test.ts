import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort, newFolder, newPlace, runPortal, startPortal } from '../support/server-process.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Returns the error of the commands that need the database. Fails unless all of them print the same error. */
async function saidOf(databaseUrl: string): Promise<string> {
  using folder = newFolder()
  const env = {
    DATA_DIR: folder.path,
    DATABASE_URL: databaseUrl,
    PORT: String(await freePort()),
    DATABASE_WAIT: 'off',
  }
  const lines = new Set<string>()
  for (const words of ['serve', 'settings get', 'migrate status', 'setup-url']) {
    const { code, stdout, stderr } = await runPortal(words.split(' '), env)
    assert.deepEqual([code, stdout], [1, ''], words)
    lines.add(stderr)
  }
  const { stdout } = await runPortal(['doctor'], env)
  const [line = '', ...others] = lines
  assert.deepEqual(others, [])
  assert.ok(stdout.includes(line.replace('error: ', '').trim()), stdout)
  return line
}

test('a DATABASE_URL with a closed port ends the start with a one-line error', async () => {
  const port = await freePort()

  const said = await saidOf(`postgres://portal:Secret1@127.0.0.1:${port}/portal`)

  const shown = `"postgres://portal:***@127.0.0.1:${port}/portal"`
  assert.equal(
    said,
    `error: DATABASE_URL holds ${shown}, and no PostgreSQL answers there (ECONNREFUSED): start it or correct the address\n`,
  )
})

test('a DATABASE_URL with an unknown database or user ends the start with a one-line error', async () => {
  await using place = await newPlace('PostgreSQL')
  const [noDatabase, noUser] = [1, 2].map(() => new URL(place.env.DATABASE_URL ?? ''))
  if (!noDatabase || !noUser) throw new Error('no address')
  noDatabase.pathname = '/nowhere'
  noUser.username = 'stranger'
  noUser.password = 'Secret1'

  const ofDatabase = await saidOf(noDatabase.href)
  const ofUser = await saidOf(noUser.href)

  const { host, pathname } = noUser
  assert.match(
    ofDatabase,
    /^error: DATABASE_URL holds "\S+\/nowhere", and that server has no such database \(3D000\): create it or correct the name\n$/,
  )
  assert.match(
    ofUser,
    /^error: \S+ \S+ \S+, and that server does not let this user in \([^\n]*"stranger"[^\n]*\): correct the user or the password\n$/,
  )
  assert.ok(ofUser.includes(` holds "postgres://stranger:***@${host}${pathname}", `), ofUser)
})

test('the server waits at its start until the database is available', async () => {
  await using opened = new AsyncDisposableStack()
  const place = opened.use(await newPlace('PostgreSQL'))
  const url = new URL(place.env.DATABASE_URL ?? '')
  const wire = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  opened.defer(() => wire.close())
  url.port = String(wire.port)
  let said = ''

  await wire.cut()
  const starting = startPortal({ ...place.env, DATABASE_URL: url.href }, undefined, (text) => {
    said += text
  })
  starting.catch(() => undefined)
  await waitUntil(() => said.includes('database unavailable, waiting'))
  await wire.restore()
  const server = opened.use(await starting)
  const ready = await server.send('GET', '/health/ready')

  assert.equal(ready.status, 200)
  assert.equal(server.output.stdout.match(/database unavailable, waiting/g)?.length, 1)
})
