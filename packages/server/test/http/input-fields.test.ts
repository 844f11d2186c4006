import assert from 'node:assert/strict'
import { type Endpoint, endpoints, statusOf, usesApiKey } from '@portal/contract'
import { openCallers } from '../contract/callers.ts'
import { turnOn } from '../integrations/yggdrasil/game-player.ts'
import { type Reply, tally } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const rows: Endpoint[] = Object.values(endpoints)

sqliteTest('every missing or wrong field is named with a sentence', async (site) => {
  const login = await site.browser().post('/auth/login', {})
  const register = await site
    .browser()
    .post(
      '/auth/register',
      { username: 'я', email: 'steve', password: 5, ref: 7 },
      { 'accept-language': 'ru' },
    )

  assert.deepEqual(
    [login.status, login.body],
    [
      400,
      {
        error: 'request.invalid',
        message: 'Some fields are missing or invalid.',
        fields: [
          { field: 'username_or_email', message: 'This field is required.' },
          { field: 'password', message: 'This field is required.' },
        ],
      },
    ],
  )
  assert.deepEqual(register.body.fields, [
    {
      field: 'username',
      message: 'Ник состоит из 3–16 латинских букв, цифр и знаков подчёркивания.',
    },
    { field: 'email', message: 'Укажите адрес вида name@example.org.' },
    { field: 'password', message: 'У этого поля неверный тип.' },
    { field: 'ref', message: 'У этого поля неверный тип.' },
  ])
})

sqliteTest('a field must have the type and length that the contract gives', async (site) => {
  const wrongType = 'This field has the wrong type.'
  const login = { username_or_email: 'Steve', password: 'x' }
  const account = { username: 'Steve', email: 'steve@example.org', password: PASSWORD }
  const cases: [path: string, body: object, field: string, message: string][] = [
    ...[null, 5, true, ['Steve'], { $ne: null }].flatMap((value): typeof cases => [
      ['/auth/login', { ...login, username_or_email: value }, 'username_or_email', wrongType],
      ['/auth/login', { ...login, password: value }, 'password', wrongType],
      ['/auth/register', { ...account, username: value }, 'username', wrongType],
      ['/auth/register', { ...account, email: value }, 'email', wrongType],
      ['/auth/register', { ...account, password: value }, 'password', wrongType],
    ]),
    // null in these fields equals their absence
    ...[5, true, ['Steve'], { $ne: null }].flatMap((value): typeof cases => [
      ['/auth/register', { ...account, ref: value }, 'ref', wrongType],
      ['/auth/refresh', { refresh_token: value }, 'refresh_token', wrongType],
      ['/auth/logout', { refresh_token: value }, 'refresh_token', wrongType],
    ]),
    ['/auth/login', { ...login, password: '' }, 'password', 'This field must not be empty.'],
    [
      '/auth/login',
      { ...login, username_or_email: 'x'.repeat(255) },
      'username_or_email',
      'At most 254 characters are allowed.',
    ],
    [
      '/auth/refresh',
      { refresh_token: 'x'.repeat(513) },
      'refresh_token',
      'At most 512 characters are allowed.',
    ],
  ]

  const replies = await Promise.all(
    cases.map(([path, body], n) => site.browser({ ip: `203.0.113.${n}` }).post(path, body)),
  )

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body.error, body.fields]),
    cases.map(([, , field, message]) => [400, 'request.invalid', [{ field, message }]]),
  )
  assert.deepEqual(await stored(site), { players: 0, sessions: 0 })
})

sqliteTest('a null byte is refused in every text field', async (site) => {
  const { headersFor } = await openCallers(site)
  await turnOn(site)
  const jsonRows = rows.filter(({ upload }) => !upload)
  const fields = jsonRows.flatMap((row) =>
    Object.entries(row.body?.properties ?? {})
      .filter(([, schema]) => 'type' in schema && schema.type === 'string')
      .map(([field]) => ({ method: row.method, path: row.path, row, field })),
  )

  const replies = await Promise.all(
    fields.map(({ method, path, row, field }, n) =>
      site
        .browser({ ip: `203.0.113.${n}` })
        .send(method, path, { [field]: 'St\u0000ve' }, headersFor(row)),
    ),
  )

  assert.ok(fields.length >= 8)
  assert.deepEqual(
    replies.map((reply, n) => ({ ...fields[n], status: reply.status, said: wrongField(reply) })),
    fields.map((field) => ({
      ...field,
      status: statusOf(field.row, 'request.invalid'),
      said: faultIn(field),
    })),
  )
  assert.deepEqual(await stored(site), { players: 1, sessions: 2 })
})

sqliteTest('fields outside of the contract are ignored', async (site) => {
  const account = { username: 'Steve', email: 'steve@example.org', password: PASSWORD }
  const wishes = {
    id: 'mine',
    uuid: '00000000-0000-4000-8000-000000000000',
    superuser: true,
    superuserAt: 1,
    activated: false,
    locale: 'ru',
    real: 1_000_000,
    realCents: 1_000_000,
    roles: ['admin'],
    permissions: ['*'],
    createdAt: 0,
  }

  const registered = await site.browser().post('/auth/register', { ...account, ...wishes })
  const signedIn = await site.browser().post('/auth/login', {
    username_or_email: 'Steve',
    password: PASSWORD,
    remember: { me: ['please'] },
  })

  const { uuid, ...user } = registered.body.user
  assert.deepEqual([registered.status, signedIn.status], [201, 200])
  assert.notEqual(uuid, wishes.uuid)
  assert.deepEqual(user, {
    username: 'Steve',
    email: 'steve@example.org',
    locale: 'en',
    activated: true,
    twoFactorEnabled: false,
    passwordChangeRequired: false,
    real: 0,
    virtual: 0,
    roles: ['default'],
    groups: [],
    permissions: ['player.cape.upload', 'player.skin.upload'], // everyone has these through the role default
    banned: false,
    banReason: '',
    banExpiresAt: null,
    textures: {},
    createdAt: '2030-01-01T12:00:00.000Z',
  })
  const superusers = await site.app.db
    .selectFrom('player')
    .select('id')
    .where('superuser_at', 'is not', null)
    .execute()
  assert.deepEqual(superusers, [])
})

sqliteTest('a request body cannot change object prototypes', async (site) => {
  await site.player('Steve')
  const login = `"username_or_email":"Steve","password":"${PASSWORD}"`

  const harmless = [
    await site.browser().post('/auth/login', `{${login},"__proto__":{"polluted":1}}`),
    await site
      .browser()
      .post('/auth/login', `{${login},"constructor":{"prototype":{"polluted":1}}}`),
    await site.browser().post('/auth/login', `{${login},"toString":1,"hasOwnProperty":1}`),
  ]
  const inherited = await site.browser().post('/auth/login', `{"__proto__":{${login}}}`)

  assert.deepEqual(tally(harmless), { 200: 3 })
  assert.deepEqual(
    [inherited.status, inherited.body.fields],
    [
      400,
      [
        { field: 'username_or_email', message: 'This field is required.' },
        { field: 'password', message: 'This field is required.' },
      ],
    ],
  )
  assert.equal('polluted' in {}, false)
})

/** Returns the expected refusal of a null byte in a field. Refusals to launchers and game servers name no field. */
function faultIn({ row, field }: { row: Endpoint; field: string }): string {
  if (row.protocol === 'yggdrasil') return 'IllegalArgumentException'
  if (usesApiKey(row) || row.protocol) return 'request.invalid'
  const isResetLink = field === 'hash' && row.path !== endpoints.downloadExport.path
  return isResetLink ? 'auth.linkexpired' : field // docs/contract.md#reset
}

/** Returns the invalid field that a refusal names. Ignores missing fields; without an invalid one, returns the code. */
function wrongField({ body }: Reply): string {
  const faults: { field: string; message: string }[] = body.fields ?? []
  return faults.find(({ message }) => message !== 'This field is required.')?.field ?? body.error
}

async function stored(site: Site): Promise<{ players: number; sessions: number }> {
  const [players, sessions] = [
    await site.app.db.selectFrom('player').select('id').execute(),
    await site.app.db.selectFrom('session').select('id').execute(),
  ]
  return { players: players.length, sessions: sessions.length }
}
