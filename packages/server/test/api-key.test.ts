import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { MINUTE } from '../src/platform/clock.ts'
import { outcome, type Reply, tally } from './browser.ts'
import { keyCalls, keyOwner, keyReader, NEW_KEY } from './key-manager.ts'
import { LAUNCHER_IP, launcherWith } from './launcher-server.ts'
import { type Site, siteTest } from './site.ts'

const UNUSED = {
  revokedAt: null,
  lastUsedAt: null,
  lastUsedIp: null,
  lastRefusedAt: null,
  lastRefusedIp: null,
}

siteTest('a new key is shown once, and is 256 bits behind a recognisable word', async (site) => {
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
})

siteTest('no two keys are alike', async (site) => {
  const owner = await keyOwner(site)

  const keys = await Promise.all(Array.from({ length: 30 }, () => owner.made()))

  assert.equal(new Set(keys.map(({ key }) => key)).size, 30)
  assert.equal(new Set(keys.map(({ id }) => id)).size, 30)
})

siteTest('a key is nowhere but in the answer that made it', async (site) => {
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
  await site.app.keyNotes.settled()
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

siteTest('an empty list is saved, trusts nobody, and the owner is warned', async (site) => {
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

siteTest('addresses and permissions are kept in one form and without repeats', async (site) => {
  const owner = await keyOwner(site)

  const { addresses, permissions } = await owner.made({
    addresses: ['::FFFF:203.0.113.7', '203.0.113.7', ' 10.1.2.3/8', '2001:DB8::0:1', '::1/128'],
    permissions: ['kernel.provider', 'kernel.launcher.provider', 'kernel.provider'],
  })

  assert.deepEqual(addresses, ['203.0.113.7', '10.0.0.0/8', '2001:db8::1', '::1'])
  assert.deepEqual(permissions, ['kernel.launcher.provider', 'kernel.provider'])
})

const wrongKeys: [what: string, key: object, field: string][] = [
  ['no name', { name: undefined }, 'name'],
  ['an empty name', { name: '' }, 'name'],
  ['a name of spaces', { name: '   ' }, 'name'],
  ['a name on two lines', { name: 'a\nb' }, 'name'],
  ['a name with a zero byte', { name: 'a\u0000' }, 'name'],
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
  ['a zone', { addresses: ['fe80::1%eth0'] }, 'addresses'],
  ['too wide a mask', { addresses: ['10.0.0.0/33', '::/129'] }, 'addresses'],
  ['101 addresses', { addresses: Array(101).fill('::1') }, 'addresses'],
]

siteTest('a key that cannot be is not made, and every wrong field is named', async (site) => {
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

siteTest('a wrong address is named in both languages', async (site) => {
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
        message: 'This is neither an IP address nor a network as 203.0.113.0/24.',
      },
    ],
    [{ field: 'addresses.1', message: 'Это не IP-адрес и не сеть вида 203.0.113.0/24.' }],
  ])
})

siteTest('reading keys needs its permission, anything more a superuser', async (site) => {
  const owner = await keyOwner(site)
  const { id } = await owner.made()
  const reader = await keyReader(site)
  const steve = keyCalls(await site.player('Steve'))
  const nobody = keyCalls({ browser: site.browser(), accessToken: 'nobody' })

  const asked = await Promise.all(
    [nobody, steve, reader, owner].map(async (who) => [
      outcome(await who.list()),
      outcome(await who.show(id)),
      outcome(await who.create()),
      outcome(await who.change(id, { name: 'Other' })),
    ]),
  )
  const revoked = [
    outcome(await steve.revoke(id)),
    outcome(await reader.revoke(id)),
    outcome(await owner.revoke(id)),
  ]

  const all = (answer: string) => Array(4).fill(answer)
  const FORBIDDEN = '403 auth.forbidden'
  assert.deepEqual(asked, [
    all('401 auth.unauthorized'),
    all(FORBIDDEN),
    ['200', '200', FORBIDDEN, FORBIDDEN],
    all('200'),
  ])
  assert.deepEqual(revoked, [FORBIDDEN, FORBIDDEN, '204'])
})

siteTest('a revoked key stays in the list and is good for nothing', async (site) => {
  const owner = await keyOwner(site)
  const { id, key } = await owner.made()
  site.wait(MINUTE)

  const revoked = await owner.revoke(id)
  const again = await owner.revoke(id)
  const changed = await owner.change(id, { addresses: [] })
  const shown = await owner.show(id)

  assert.deepEqual([revoked, again, changed].map(outcome), [
    '204',
    '404 apikey.notfound',
    '404 apikey.notfound',
  ])
  assert.equal(shown.body.revokedAt, new Date(site.now()).toISOString())
  assert.deepEqual(shown.body.addresses, NEW_KEY.addresses)
  assert.equal(outcome(await launcherWith(site, key).ping()), '401 auth.invalidkey')
})

siteTest('there is no key but those there are', async (site) => {
  const owner = await keyOwner(site)
  const { id } = await owner.made()
  const ids = ['unknown', '%00', "'--", `${id}x`, id.toUpperCase(), '..%2f', 'x'.repeat(900)]

  const replies = await Promise.all(
    ids.flatMap((one) => [owner.show(one), owner.change(one, {}), owner.revoke(one)]),
  )

  assert.deepEqual(tally(replies), { '404 apikey.notfound': ids.length * 3 })
})

siteTest('keys are listed newest first, page by page, and found by name', async (site) => {
  const owner = await keyOwner(site)
  const names = ['Main', 'Test 100%', 'Сервер', 'сервер 2', 'Main_2']
  for (const name of names) {
    site.wait(1)
    await owner.made({ name })
  }
  await owner.revoke((await owner.list()).body.items[0].id)

  const first = await owner.list({ limit: '2' })
  const second = await owner.list({ limit: '2', cursor: first.body.next })
  const third = await owner.list({ limit: '2', cursor: second.body.next })
  const found: Record<string, string[]> = {}
  for (const query of ['main', 'СЕРВЕР', '%', '_', '2', 'nothing', ' Test ']) {
    found[query] = namesOf(await owner.list({ query }))
  }

  assert.deepEqual([first, second, third].map(namesOf), [
    ['Main_2', 'сервер 2'],
    ['Сервер', 'Test 100%'],
    ['Main'],
  ])
  assert.equal(third.body.next, null)
  assert.deepEqual(found, {
    main: ['Main_2', 'Main'],
    СЕРВЕР: ['сервер 2', 'Сервер'],
    '%': ['Test 100%'],
    _: ['Main_2'],
    2: ['Main_2', 'сервер 2'],
    nothing: [],
    ' Test ': ['Test 100%'],
  })
})

siteTest('a list without an end, or a cursor of none, is refused or cut', async (site) => {
  const owner = await keyOwner(site)

  const replies = await Promise.all(
    [{ limit: '0' }, { limit: 'x' }, { cursor: 'junk' }, { limit: '5000' }].map(owner.list),
  )

  assert.deepEqual(replies.map(outcome), [
    '400 request.invalid',
    '400 request.invalid',
    '400 request.invalid',
    '200',
  ])
})

siteTest('what happened to a key is in the audit, old and new, without the key', async (site) => {
  const owner = await keyOwner(site)
  const { id } = await owner.made()
  site.wait(1)
  await owner.change(id, { name: 'Other', addresses: [] })
  site.wait(1)
  await owner.change(id, { name: 'Other' })
  await owner.revoke(id)

  const trail = await site.app.db
    .selectFrom('audit')
    .select(['action', 'actor', 'ip', 'before', 'after'])
    .where('target', '=', id)
    .orderBy('id')
    .execute()
  const made = JSON.stringify(NEW_KEY)
  const changed = JSON.stringify({ ...NEW_KEY, name: 'Other', addresses: [] })
  const by = { actor: owner.id, ip: '127.0.0.1' }
  assert.deepEqual(
    trail.map((line) => ({ ...line })),
    [
      { action: 'api-key.created', ...by, before: null, after: made },
      { action: 'api-key.changed', ...by, before: made, after: changed },
      { action: 'api-key.revoked', ...by, before: changed, after: null },
    ],
  )
})

siteTest(
  'of many who revoke one key at once one does, and no change comes after it',
  async (site) => {
    const owner = await keyOwner(site)
    const { id } = await owner.made()
    const doors = [0, 1].map((instance) =>
      keyCalls({ ...owner, browser: site.browser({ instance }) }),
    )

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => [
        doors[n % 2]?.revoke(id),
        doors[n % 2]?.change(id, { name: `Name ${n}` }),
      ]).flat(),
    )

    const outcomes = tally(replies.filter((reply) => reply !== undefined))
    const trail = await site.app.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('target', '=', id)
      .where('action', 'in', ['api-key.changed', 'api-key.revoked'])
      .execute()
    const changes = trail.filter(({ action }) => action === 'api-key.changed')
    const revokings = trail.filter(({ action }) => action === 'api-key.revoked')
    assert.equal(outcomes['204'], 1)
    assert.equal((outcomes['200'] ?? 0) + (outcomes['404 apikey.notfound'] ?? 0), 39)
    assert.deepEqual([changes.length, revokings.length], [outcomes['200'] ?? 0, 1])
    assertChain(changes, revokings[0]?.before)
  },
  { instances: 2 },
)

siteTest(
  'changes at the same time are made one after another, each upon the last',
  async (site) => {
    const owner = await keyOwner(site)
    const { id } = await owner.made()
    const doors = [0, 1].map((instance) =>
      keyCalls({ ...owner, browser: site.browser({ instance }) }),
    )

    await Promise.all(
      Array.from({ length: 20 }, (_, n) => doors[n % 2]?.change(id, { name: `Name ${n}` })),
    )

    const changes = await site.app.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('target', '=', id)
      .where('action', '=', 'api-key.changed')
      .execute()
    const { name, permissions, addresses } = (await owner.show(id)).body
    assert.equal(changes.length, 20)
    assertChain(changes, JSON.stringify({ name, permissions, addresses }))
  },
  { instances: 2 },
)

/** Every change began from what another one had made: none was lost or overlooked. */
function assertChain(
  changes: readonly { before: string | null; after: string | null }[],
  last: string | null | undefined,
): void {
  const befores = [...changes.map(({ before }) => before), last]
  const afters = [JSON.stringify(NEW_KEY), ...changes.map(({ after }) => after)]
  assert.deepEqual([...befores].sort(), [...afters].sort())
}

/** What a refusal finds fault with; `addresses.0` is `addresses` here. */
function faultyFields({ body }: Reply): Set<string> {
  return new Set(body.fields.map(({ field }: { field: string }) => field.split('.', 1)[0]))
}

function namesOf({ body }: Reply): string[] {
  return body.items.map(({ name }: { name: string }) => name)
}

/** Every row of every table, as text. */
async function everythingStored(site: Site): Promise<string> {
  const tables = await site.app.db.introspection.getTables()
  const rows = await Promise.all(
    tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(site.app.db)),
  )
  return JSON.stringify(rows.map((result) => result.rows))
}
