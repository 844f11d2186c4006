import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { outcome, type Reply } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { LAUNCHER_IP, launcherWith } from '../launcher/launcher-server.ts'
import { keyOwner, NEW_KEY } from './key-manager.ts'

const UNUSED = {
  revokedAt: null,
  lastUsedAt: null,
  lastUsedIp: null,
  lastRefusedAt: null,
  lastRefusedIp: null,
  lastRefusedIsTrusted: false,
}

sqliteTest(
  'a new key is shown once and has a recognizable prefix and 256 random bits',
  async (site) => {
    const owner = await keyOwner(site)

    const created = await owner.create({ ...NEW_KEY, name: '  Сервер лаунчера ' })

    const { id, key, ...rest } = created.body
    const shown = await owner.show(id)
    const item = {
      name: 'Сервер лаунчера',
      permissions: NEW_KEY.permissions,
      addresses: NEW_KEY.addresses,
      createdAt: new Date(site.now()).toISOString(),
      author: owner.id,
      ...UNUSED,
    }
    assert.equal(created.status, 200)
    assert.match(key, /^portal_[A-Za-z0-9_-]{43}$/)
    assert.deepEqual(rest, { ...item, warnings: [] })
    assert.deepEqual([shown.status, shown.body], [200, { id, ...item }])
    assert.equal((await launcherWith(site, key).ping()).status, 200)
  },
)

sqliteTest('every key is unique', async (site) => {
  const owner = await keyOwner(site)

  const keys = await Promise.all(Array.from({ length: 30 }, () => owner.made()))

  assert.equal(new Set(keys.map(({ key }) => key)).size, 30)
  assert.equal(new Set(keys.map(({ id }) => id)).size, 30)
})

sqliteTest('a secret appears only in the response that created it', async (site) => {
  const owner = await keyOwner(site)
  const { id, key } = await owner.made()
  const launcher = launcherWith(site, key)
  const other = launcherWith(site, key, { ip: '192.0.2.99' })

  const replies = [
    await launcher.ping(),
    await launcher.user({}),
    await launcher.send('POST', 'authenticate', '{'),
    await other.ping(),
    await owner.list(),
    await owner.show(id),
    await owner.change(id, { name: 'Other' }),
    await owner.revoke(id),
    await launcher.ping(),
  ]
  await site.app.keyUsage.flushed()
  const stored = await everythingStored(site)
  await site.app.db.destroy()
  replies.push(await launcher.ping())

  const secret = key.slice('portal_'.length)
  const told = replies.map(({ text, headers }) => text + JSON.stringify(headers)).join('\n')
  assert.equal(told.includes(secret), false)
  assert.equal(site.logLines.join('').includes(secret), false)
  assert.equal(stored.includes(secret), false)
  assert.equal(stored.includes(createHash('sha256').update(key).digest('base64url')), true)
})

sqliteTest('an empty address list is saved with a warning and trusts no address', async (site) => {
  const owner = await keyOwner(site)

  const { id, key, addresses, warnings } = await owner.made({ addresses: [] })
  const everywhere = await owner.change(id, { addresses: ['0.0.0.0/0', '::/0'] })
  const somewhere = await owner.change(id, { addresses: [LAUNCHER_IP] })
  const nowhere = await owner.change(id, { addresses: [] })

  assert.deepEqual([addresses, warnings], [[], ['apikey.noaddresses']])
  assert.deepEqual(
    [everywhere, somewhere, nowhere].map(({ body }) => body.warnings),
    [['apikey.anyaddress'], [], ['apikey.noaddresses']],
  )
  assert.equal(outcome(await launcherWith(site, key).ping()), '403 auth.untrustedaddress')
})

sqliteTest(
  'addresses and permissions are stored in canonical form without duplicates',
  async (site) => {
    const owner = await keyOwner(site)

    const { addresses, permissions } = await owner.made({
      addresses: ['::FFFF:203.0.113.7', '203.0.113.7', ' 10.1.2.3/8', '2001:DB8::0:1', '::1/128'],
      permissions: ['kernel.provider', 'kernel.launcher.provider', 'kernel.provider'],
    })

    assert.deepEqual(addresses, ['203.0.113.7', '10.0.0.0/8', '2001:db8::1', '::1'])
    assert.deepEqual(permissions, ['kernel.launcher.provider', 'kernel.provider'])
  },
)

const wrongKeys: [what: string, key: object, field: string][] = [
  ['no name', { name: undefined }, 'name'],
  ['an empty name', { name: '' }, 'name'],
  ['a name of spaces', { name: '   ' }, 'name'],
  ['a name on two lines', { name: 'a\nb' }, 'name'],
  ['a name with a zero byte', { name: 'a\u0000' }, 'name'],
  ['a name with a control of direction', { name: 'a\u202eb' }, 'name'],
  ['a long name', { name: 'x'.repeat(65) }, 'name'],
  ['no permissions', { permissions: undefined }, 'permissions'],
  ['not one permission', { permissions: [] }, 'permissions'],
  ['a wildcard', { permissions: ['kernel.*'] }, 'permissions'],
  ['every permission', { permissions: ['*'] }, 'permissions'],
  ['a denial', { permissions: ['-kernel.provider'] }, 'permissions'],
  ['another case', { permissions: ['Kernel.Launcher.Provider'] }, 'permissions'],
  ['more words', { permissions: ['kernel.launcher.provider.x'] }, 'permissions'],
  ["a player's permission", { permissions: ['panel.access'] }, 'permissions'],
  ['no addresses', { addresses: undefined }, 'addresses'],
  ['an address that is no list', { addresses: LAUNCHER_IP }, 'addresses'],
  ['a host name', { addresses: ['::1', 'localhost'] }, 'addresses'],
  ['a comma', { addresses: ['203.0.113.7,', '203.0.113.7,::1'] }, 'addresses'],
  ['nothing after a comma', { addresses: ['203.0.113.7', ''] }, 'addresses'],
  ['a zone', { addresses: ['fe80::1%eth0'] }, 'addresses'],
  ['too wide a mask', { addresses: ['10.0.0.0/33', '::/129'] }, 'addresses'],
  ['101 addresses', { addresses: Array(101).fill('::1') }, 'addresses'],
]

sqliteTest('an invalid key is not created, and every invalid field is named', async (site) => {
  const owner = await keyOwner(site)
  const { id } = await owner.made()

  const created: Reply[] = []
  const changed: Reply[] = []
  for (const [, key] of wrongKeys) {
    created.push(await owner.create({ ...NEW_KEY, ...key }))
    changed.push(await owner.change(id, key))
  }

  assert.deepEqual(
    created.map((reply) => [outcome(reply), ...faultyFields(reply)]),
    wrongKeys.map(([, , field]) => ['400 request.invalid', field]),
  )
  assert.deepEqual(
    changed.map(outcome),
    wrongKeys.map(([what]) => (what.startsWith('no ') ? '200' : '400 request.invalid')),
  )
  assert.equal((await owner.list()).body.items.length, 1)
})

sqliteTest('an invalid address is named in both languages', async (site) => {
  const owner = await keyOwner(site)
  const create = (language: string) =>
    owner.browser.post(
      '/admin/api-keys',
      { ...NEW_KEY, addresses: ['::1', 'localhost'] },
      {
        authorization: `Bearer ${owner.accessToken}`,
        'accept-language': language,
      },
    )

  const fields = [await create('en'), await create('ru')].map(({ body }) => body.fields)

  assert.deepEqual(fields, [
    [
      {
        field: 'addresses.1',
        message: 'This is neither an IP address nor a network such as 203.0.113.0/24.',
      },
    ],
    [{ field: 'addresses.1', message: 'Это не IP-адрес и не сеть вида 203.0.113.0/24.' }],
  ])
})

/** Returns the fields named by a refusal; `addresses.0` counts as `addresses`. */
function faultyFields({ body }: Reply): Set<string> {
  return new Set(body.fields.map(({ field }: { field: string }) => field.split('.', 1)[0]))
}

async function everythingStored(site: Site): Promise<string> {
  const tables = await site.app.db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(site.app.db)),
  )
  return JSON.stringify(rows.map((result) => result.rows))
}
