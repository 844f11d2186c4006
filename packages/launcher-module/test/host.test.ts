import assert from 'node:assert/strict'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { openHost } from './host.ts'
import { newFolder } from './program.ts'
import { openStandIn, profileOf, STEVE } from './stand-in-site.ts'

const settings = (url: string, more: object = {}) => ({ portal: { url, apiKey: 'key', ...more } })

test('the module completes the handshake with its host', async () => {
  await using site = await openStandIn(() => ({ json: { name: 'Craftland', version: '1.2.3' } }))
  await using host = await openHost({ config: settings(site.url) })

  const info = await host.portal.call('Info')

  assert.match(info.version, /^\d+\.\d+\.\d+$/)
  assert.deepEqual(
    { ...info, version: '' },
    {
      name: 'portal',
      version: '',
      description: 'Sign-in, skins, access and news from the site',
      commands: [
        { name: 'portal', aliases: ['cms'], synopsis: 'the site: connection, players, memory' },
      ],
      events: [],
      providers: [1, 2, 3, 4].map((kind) => ({ kind, name: 'portal' })),
    },
  )
})

test('the module prints one line that names a socket in a private folder', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  await using host = await openHost({ config: settings(site.url) })
  const { handshake, output } = host.portal
  const socket = handshake.split('|')[3] ?? ''

  await host.portal.command('portal')
  await host.portal.command('nonsense').catch(() => undefined)

  assert.match(handshake, /^1\|1\|unix\|\/.+\|grpc$/)
  assert.equal(output.stdout, `${handshake}\n`)
  assert.equal(dirname(dirname(socket)), host.temp)
  assert.equal(statSync(dirname(socket)).mode & 0o777, 0o700)
  assert.ok(statSync(socket).isSocket())
})

test('the host can choose the folder of the socket and the group that may connect', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const group = process.getgid?.() ?? 0
  await using outer = await openHost({ config: settings(site.url) })
  await using host = await openHost({
    config: settings(site.url),
    env: { PLUGIN_UNIX_SOCKET_DIR: outer.temp, PLUGIN_UNIX_SOCKET_GROUP: String(group) },
  })
  const socket = host.portal.handshake.split('|')[3] ?? ''

  assert.equal(dirname(dirname(socket)), outer.temp)
  assert.equal(statSync(dirname(socket)).mode & 0o777, 0o710)
  assert.equal(statSync(socket).mode & 0o777, 0o660)
  assert.equal(statSync(socket).gid, group)
})

test('a socket folder whose path is too long is replaced by the temporary directory', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const env = { PLUGIN_UNIX_SOCKET_DIR: longFolder() }
  await using host = await openHost({ config: settings(site.url), env })

  const socket = host.portal.handshake.split('|')[3] ?? ''

  assert.equal(dirname(dirname(socket)), host.temp)
  assert.deepEqual(readdirSync(env.PLUGIN_UNIX_SOCKET_DIR), [])
})

const noSockets: [string, Record<string, string>][] = [
  ['where the temp dir does not exist', { TMPDIR: '/nowhere/at/all' }],
  ['where the path would be too long for a socket', { TMPDIR: longFolder() }],
  ['where the group does not exist', { PLUGIN_UNIX_SOCKET_GROUP: 'no-such-group' }],
]
for (const [name, env] of noSockets) {
  test(`the module listens on a TCP port ${name}`, async () => {
    await using site = await openStandIn(() => ({ json: profileOf() }))
    await using host = await openHost({ config: settings(site.url), env })

    const port = Number(/^1\|1\|tcp\|127\.0\.0\.1:(\d+)\|grpc$/.exec(host.portal.handshake)?.[1])

    assert.ok(port >= 10_000 && port <= 25_000, host.portal.handshake)
    assert.deepEqual(readdirSync(host.temp), [])
  })
}

function longFolder(): string {
  const path = join(newFolder().path, 'x'.repeat(100))
  mkdirSync(path)
  return path
}

test('Shutdown ends the process immediately and removes its socket', async () => {
  await using site = await openStandIn(() => () => undefined) // never responds
  await using host = await openHost({ config: settings(site.url, { timeout: '0s' }) })
  const skin = await host.portal.open('skin')
  const hanging = host.portal.call('Textures', { handle: skin, uuid: STEVE }).catch(() => 'cut off')

  const reply = await host.portal.call('Shutdown')
  const ended = await host.portal.ended()

  assert.deepEqual([reply, ended], [{}, { code: 0, signal: null }])
  assert.deepEqual([await hanging, readdirSync(host.temp)], ['cut off', []])
})

test('SIGTERM stops the module, SIGINT and SIGHUP do not', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  await using host = await openHost({ config: settings(site.url) })

  host.portal.kill('SIGINT')
  host.portal.kill('SIGHUP')
  const alive = await host.portal.call('Check', { service: 'plugin' })
  host.portal.kill('SIGTERM')
  const ended = await host.portal.ended()

  assert.deepEqual([alive.status, ended], [1, { code: 0, signal: null }])
  assert.deepEqual(readdirSync(host.temp), [])
})

test('with invalid settings the module is not loaded, and the log has the reason', async () => {
  const wrong = { url: 'https://example.org/', timeout: 5, colour: 'red' }
  await using english = await openHost({ config: { portal: wrong } })
  await using russian = await openHost({ lang: 'ru_RU.UTF-8' })

  assert.deepEqual(english.notLoaded(), {
    portal:
      'url is "https://example.org/"; it must be an address that starts with http:// or https:// and has no trailing slash; ' +
      'apiKey is missing; it must be an API key of the site, without spaces; ' +
      'timeout is 5; it must be a duration in quotes: "5s", "1m", "1h30m", "500ms", "0s"; ' +
      'unknown field "colour"; known fields: url, apiKey, timeout, cacheTTL, language',
  })
  assert.match(
    russian.notLoaded().portal ?? '',
    /^не указано поле url; .+; не указано поле apiKey; /,
  )
  assert.deepEqual(readdirSync(english.temp), [])
})

test('a renamed module is not loaded, because its new name has no settings', async () => {
  await using host = await openHost({
    config: settings('https://example.org'),
    prepare: (folder) => renameSync(join(folder, 'portal'), join(folder, 'portal-linux')),
  })

  assert.deepEqual(host.loaded(), [])
  assert.match(host.notLoaded()['portal-linux'] ?? '', /^url is missing/)
})

test('a file without its execute bit is not started', async () => {
  await using host = await openHost({
    config: settings('https://example.org'),
    prepare: (folder) => chmodSync(join(folder, 'portal'), 0o644),
  })

  assert.deepEqual([host.loaded(), host.notLoaded()], [[], {}])
})

test('without Node on the PATH the module does not start, and the error names node', async () => {
  await assert.rejects(openHost({ env: { PATH: '/nowhere' } }), {
    message: /^ended with 127 before its handshake: .*env: .*node/,
  })
})

test('two modules can run concurrently', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = { url: site.url, apiKey: 'key' }
  await using host = await openHost({
    config: { portal, second: portal },
    prepare: (folder) => copyFileSync(join(folder, 'portal'), join(folder, 'second')),
  })

  assert.deepEqual(host.loaded(), ['portal', 'second'])
})

test('the module refuses a host with another protocol version and says why', async () => {
  await assert.rejects(openHost({ env: { PLUGIN_PROTOCOL_VERSIONS: '2,3' } }), {
    message:
      'ended with 1 before its handshake: [ERROR] portal: Error: the host supports protocol version 2,3, this module version 1',
  })
})
