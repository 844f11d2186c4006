import assert from 'node:assert/strict'
import { launcherWith } from '../integrations/launcher/launcher-server.ts'
import { outcome } from '../support/browser.ts'
import { runPortal } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const DONE = 0
const REFUSED = 1
const WRONG_USAGE = 2
const PROVIDER = ['--permission', 'kernel.launcher.provider']
const HERE = ['--address', '198.51.100.7']

function apiKey(site: Site, ...args: string[]) {
  return runPortal(['api-key', ...args], site.env)
}

async function json(site: Site, ...args: string[]) {
  const { code, stdout, stderr } = await apiKey(site, ...args, '--json')
  assert.deepEqual([code, stderr], [DONE, ''])
  return JSON.parse(stdout)
}

siteTest('an API key created by command works immediately', async (site) => {
  const options = ['--name', 'Main launcher', ...PROVIDER, '--permission', 'kernel.provider']

  const made = await json(site, 'create', ...options, ...HERE, '--address', '::1/64')
  const plain = await apiKey(site, 'create', '--name', 'Second', ...PROVIDER, ...HERE)
  const list = await apiKey(site, 'list')
  const [second, first] = await json(site, 'list')

  assert.deepEqual(Object.keys(made), ['id', 'key'])
  assert.equal(outcome(await launcherWith(site, made.key).ping()), '200')
  assert.match(plain.stdout, /^id: [0-9a-f-]{36}\nkey: portal_[\w-]{43}\n$/)
  assert.deepEqual([plain.code, plain.stderr], [DONE, ''])
  assert.equal(list.stdout.includes('portal_'), false)
  assert.equal(second.name, 'Second')
  assert.deepEqual(
    { ...first, createdAt: 'some time' },
    {
      id: made.id,
      name: 'Main launcher',
      permissions: ['kernel.launcher.provider', 'kernel.provider'],
      addresses: ['198.51.100.7', '::/64'],
      createdAt: 'some time',
      author: 'command',
      revokedAt: null,
      lastUsedAt: null,
      lastUsedIp: null,
      lastRefusedAt: null,
      lastRefusedIp: null,
      lastRefusedIsTrusted: false,
    },
  )
})

sqliteTest('changing or revoking an API key by command affects the running site', async (site) => {
  const { id, key } = await json(site, 'create', '--name', 'Launcher', ...PROVIDER, ...HERE)
  const { ping } = launcherWith(site, key)
  const outcomes = [outcome(await ping())]

  const renamed = await json(site, 'change', id, '--name', 'Other')
  outcomes.push(outcome(await ping()))
  await json(site, 'change', id, '--address', '192.0.2.1')
  outcomes.push(outcome(await ping()))
  await json(site, 'change', id, ...HERE, '--permission', 'kernel.provider')
  outcomes.push(outcome(await ping()))
  const revoked = await json(site, 'revoke', id)
  outcomes.push(outcome(await ping()))
  const again = await apiKey(site, 'revoke', id)

  assert.deepEqual(outcomes, [
    '200',
    '200',
    '403 auth.untrustedaddress',
    '403 auth.forbidden',
    '401 auth.invalidkey',
  ])
  assert.deepEqual([renamed.name, renamed.addresses], ['Other', ['198.51.100.7']])
  assert.deepEqual(revoked, { id, name: 'Other', done: 'revoked' })
  assert.deepEqual(
    [again.code, again.stdout, again.stderr],
    [REFUSED, '', 'error: apikey.notfound: There is no such API key.\n'],
  )
})

sqliteTest('an API key that trusts no address or every address causes a warning', async (site) => {
  const create = (...addresses: string[]) =>
    apiKey(site, 'create', '--name', 'Launcher', ...PROVIDER, '--json', ...addresses)

  const nobody = await create()
  const everybody = await create('--address', '0.0.0.0/0')

  for (const { code, stdout } of [nobody, everybody]) {
    assert.equal(code, DONE)
    assert.deepEqual(Object.keys(JSON.parse(stdout)), ['id', 'key'])
  }
  assert.equal(
    nobody.stderr,
    'warning: The key trusts no address, so every request with it will be refused.\n',
  )
  assert.equal(
    everybody.stderr,
    'warning: The key works from any address, so anyone who obtains it can use it.\n',
  )
})

const wrong: [args: string[], reason: RegExp][] = [
  [['create', ...PROVIDER, ...HERE], /--name/],
  [
    ['create', '--name', 'x', ...HERE],
    /--permission: kernel\.launcher\.provider, kernel\.provider, kernel\.connect$/m,
  ],
  [['create', '--name', 'x', '--permission', 'kernel.*', ...HERE], /cannot hold kernel\.\*/],
  [['create', '--name', 'x', '--permission', 'toString', ...HERE], /cannot hold toString/],
  [['create', '--name', ' ', ...PROVIDER, ...HERE], /1 to 64 characters/],
  [['create', '--name', 'x', ...PROVIDER, '--address', 'localhost'], /localhost/],
  [['create', '--name', 'x', ...PROVIDER, ...HERE, '--address', '1.2.3.4/33'], /1\.2\.3\.4\/33/],
  [['create', '--name', 'x', ...PROVIDER, '--everywhere'], /unknown option/],
  [['change', 'x'], /--name, --permission or --address/],
  [['revoke'], /missing required argument/],
]

sqliteTest('an invalid api-key command creates no key', async (site) => {
  const ended = await Promise.all(wrong.map(([args]) => apiKey(site, ...args)))

  for (const [turn, [, reason]] of wrong.entries()) {
    const { code, stdout, stderr } = ended[turn] ?? assert.fail()
    assert.deepEqual([code, stdout, stderr.split('\n').length], [WRONG_USAGE, '', 2])
    assert.match(stderr, reason)
  }
  assert.deepEqual(await json(site, 'list'), [])
})

sqliteTest('a command with an unknown API key id is refused', async (site) => {
  const ended = [
    await apiKey(site, 'revoke', 'unknown'),
    await apiKey(site, 'change', 'unknown', '--name', 'x'),
  ]

  const stderr = 'error: apikey.notfound: There is no such API key.\n'
  assert.deepEqual(ended, Array(2).fill({ code: REFUSED, stdout: '', stderr }))
})
