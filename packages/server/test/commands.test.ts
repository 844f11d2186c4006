import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DAY, MINUTE, SECOND } from '../src/platform/clock.ts'
import { sealMail } from '../src/platform/mail/outbox.ts'
import { insertMail, markFailed } from '../src/platform/mail/outbox-store.ts'
import { migrations } from '../src/platform/migrations/migrations.ts'
import { changeSetting } from '../src/settings/change-setting.ts'
import { bearer } from './browser.ts'
import { type Ended, newFolder, newPlace, runPortal, startPortal } from './child.ts'
import { databases, PASSWORD, type Site, siteTest } from './site.ts'
import { openMailServer } from './smtp.ts'
import { sqliteTest } from './sqlite-test.ts'
import { until } from './until.ts'

const DONE = 0
const REFUSED = 1
const WRONG_USAGE = 2

/** Runs a command beside a running site, on its database and with its key. */
function command(site: Site, args: readonly string[], stdin = ''): Promise<Ended> {
  return runPortal(args, site.env, stdin)
}

/** There is no leak database here: a new password would be accepted with a warning on stderr. */
async function leaveLeaksUnchecked(site: Site): Promise<void> {
  const change = { name: 'leakCheck', text: 'off' } as const
  await changeSetting(site.app, change, { actor: 'command', ip: null })
}

/** Runs a command that succeeds and prints one line of JSON. */
async function json(site: Site, args: readonly string[], stdin = '') {
  const ended = await command(site, [...args, '--json'], stdin)
  assert.deepEqual({ ...ended, stdout: '' }, { code: DONE, stdout: '', stderr: '' })
  assert.match(ended.stdout, /^\S.*\n$/)
  return JSON.parse(ended.stdout)
}

test('every command and every group of commands explains itself', async () => {
  const seen: string[] = []
  const silent: string[] = []
  for (let level = ['']; level.length > 0; ) {
    const ended = await Promise.all(level.map((path) => explain(path)))
    silent.push(...ended.filter(({ explained }) => !explained).map(({ path }) => path))
    seen.push(...level)
    level = ended.flatMap(({ path, below }) => below.map((name) => `${path} ${name}`.trim()))
  }

  const known = ['serve', 'player create', 'player show', 'player set-password', 'settings get']
  known.push('settings set', 'keys rotate', 'migrate status', 'migrate up')
  known.push('mail list', 'mail retry', 'mail test')
  const unknown = known.filter((path) => !seen.includes(path))
  assert.deepEqual({ silent, unknown }, { silent: [], unknown: [] })
})

/** What `<path> --help` says: whether it is help, and which commands are below. */
async function explain(path: string) {
  const args = [...path.split(' ').filter(Boolean), '--help']
  const { code, stdout, stderr } = await runPortal(args, {})
  const usage = `Usage: portal ${path}`.trim()
  const [, list = ''] = stdout.split('Commands:\n')
  const names = [...list.matchAll(/^ {2}([a-z][a-z0-9-]*)/gm)].map(([, name = '']) => name)
  return {
    path,
    explained: code === DONE && stderr === '' && stdout.startsWith(`${usage} [`),
    below: names.filter((name) => name !== 'help'),
  }
}

test('a group of commands without one of them shows its help as wrong usage', async () => {
  const ended = await Promise.all([[], ['player']].map((path) => runPortal(path, {})))

  assert.deepEqual(
    ended.map(({ code, stdout, stderr }) => [code, stdout, stderr.split(' [')[0]]),
    [
      [WRONG_USAGE, '', 'Usage: portal'],
      [WRONG_USAGE, '', 'Usage: portal player'],
    ],
  )
})

test('wrong usage ends with 2 and one line that says what is wrong', async () => {
  using folder = newFolder()
  const wrong: Record<string, RegExp> = {
    nonsense: /^error: unknown command 'nonsense'/,
    'player nonsense': /^error: unknown command 'nonsense'/,
    '--nonsense': /unknown option '--nonsense'/,
    'player show Steve --nonsense': /unknown option '--nonsense'/,
    'player show': /missing required argument 'username'/,
    'player show Steve Alex': /too many arguments/,
    'player create St st@example.org': /3 to 16 Latin letters, digits and underscores/,
    'player create Steve steve': /not an e-mail address: steve/,
    'settings get nonsense': /no setting nonsense; there are: siteName, /,
    'settings set nonsense on': /no setting nonsense; there are: siteName, /,
    'settings set siteName': /missing required argument 'value'/,
    'mail test nonsense': /not an e-mail address: nonsense/,
  }

  const ended = await Promise.all(
    Object.keys(wrong).map((line) => runPortal(line.split(' '), { DATA_DIR: folder.path })),
  )

  for (const [turn, reason] of Object.values(wrong).entries()) {
    const { code, stdout, stderr } = ended[turn] ?? assert.fail()
    assert.deepEqual([code, stdout, stderr.split('\n').length], [WRONG_USAGE, '', 2])
    assert.match(stderr, reason)
  }
})

const SHORT = 'password.short: The password needs at least 8 characters.'

sqliteTest('a refused command ends with 1 and says why on stderr', async (site) => {
  await leaveLeaksUnchecked(site)
  await site.player('Steve')
  const refused: [line: string, stdin: string, reason: string][] = [
    ['player create sTEVE other@example.org', '', 'auth.usernametaken: This name is taken.'],
    [
      'player create Alex STEVE@example.org',
      '',
      'auth.emailtaken: An account with this e-mail address exists already.',
    ],
    ['player create Alex alex@example.org --password-stdin', '1234567\n', SHORT],
    [
      'player create Alex alex@example.org --password-stdin',
      'a'.repeat(129),
      'password.long: The password may have at most 128 characters.',
    ],
    ['player show Alex', '', 'there is no player Alex'],
    ['player set-password Alex', '', 'there is no player Alex'],
    ['player set-password Steve --password-stdin', 'short\n', SHORT],
    ['mail retry unknown', '', 'there is no unsent mail unknown'],
  ]

  const ended: Ended[] = []
  for (const [line, stdin] of refused) ended.push(await command(site, line.split(' '), stdin))

  assert.deepEqual(
    ended,
    refused.map(([, , reason]) => ({ code: REFUSED, stdout: '', stderr: `error: ${reason}\n` })),
  )
})

siteTest('a made password is printed once and opens the account', async (site) => {
  await leaveLeaksUnchecked(site)
  const made = await command(site, ['player', 'create', 'Steve', 'Steve@Example.org'])
  const [, password = assert.fail(made.stdout)] = /^password: (\S+)$/m.exec(made.stdout) ?? []

  const login = await site.browser().logIn('steve', password)
  const show = await command(site, ['player', 'show', 'Steve'])

  const { uuid } = login.body.user
  assert.deepEqual(made, {
    code: DONE,
    stdout: `uuid: ${uuid}\nusername: Steve\nemail: Steve@Example.org\npassword: ${password}\n`,
    stderr: '',
  })
  assert.match(password, /^[A-Za-z0-9_-]{24}$/)
  assert.equal(login.status, 200)
  assert.ok(!show.stdout.includes(password))
})

sqliteTest('the first line of standard input is the password, as it is', async (site) => {
  await leaveLeaksUnchecked(site)
  const password = '  пароль 🐝 с пробелами  '
  const args = ['player', 'create', 'Steve', 'steve@example.org', '--password-stdin']

  const made = await json(site, args, `${password}\r\nanother line\n`)

  const exact = await site.browser().logIn('Steve', password)
  const trimmed = await site.browser().logIn('Steve', password.trim())
  assert.deepEqual(made, {
    uuid: exact.body.user.uuid,
    username: 'Steve',
    email: 'steve@example.org',
  })
  assert.deepEqual([exact.status, trimmed.status], [200, 401])
})

sqliteTest('accounts are made activated or not, superusers or not, as asked', async (site) => {
  await leaveLeaksUnchecked(site)
  await json(site, ['settings', 'set', 'emailConfirmation', 'on'])
  const flags = { Plain: [], Active: ['--activated'], Super: ['--superuser'] }

  for (const [name, options] of Object.entries(flags)) {
    await json(site, ['player', 'create', name, `${name}@example.org`, ...options])
  }

  const shown = []
  for (const name of Object.keys(flags)) shown.push(await json(site, ['player', 'show', name]))
  assert.deepEqual(
    shown.map(({ username, activated, superuser }) => ({ username, activated, superuser })),
    [
      { username: 'Plain', activated: false, superuser: false },
      { username: 'Active', activated: true, superuser: false },
      { username: 'Super', activated: false, superuser: true },
    ],
  )
})

sqliteTest('a player is shown by name or address as he sees himself', async (site) => {
  const steve = await site.player('Steve')
  const me = await steve.browser.get('/auth/me', bearer(steve.accessToken))

  const byName = await json(site, ['player', 'show', 'sTEVE'])
  const byEmail = await json(site, ['player', 'show', 'STEVE@example.org'])
  const forPeople = await command(site, ['player', 'show', 'Steve'])

  assert.deepEqual(byName, { ...me.body.user, superuser: false })
  assert.deepEqual(byEmail, byName)
  assert.deepEqual([forPeople.code, forPeople.stderr], [DONE, ''])
  assert.match(forPeople.stdout, /^username: Steve$/m)
  assert.match(forPeople.stdout, /^activated: yes$/m)
})

siteTest('a new password shuts out the old one and every session', async (site) => {
  await leaveLeaksUnchecked(site)
  const steve = await site.player('Steve')

  const byHand = await json(
    site,
    ['player', 'set-password', 'steve', '--password-stdin'],
    'another battery staple\n',
  )
  const session = await steve.browser.refresh()
  const old = await site.browser().logIn('Steve', PASSWORD)
  const given = await site.browser().logIn('Steve', 'another battery staple')
  const { password } = await json(site, ['player', 'set-password', 'Steve'])
  const made = await site.browser().logIn('Steve', password)

  assert.deepEqual(byHand, { username: 'Steve' })
  assert.deepEqual([session.status, session.body.error], [401, 'auth.sessionexpired'])
  assert.deepEqual([old.status, given.status, made.status], [401, 200, 200])
})

sqliteTest('every setting is read and changed by its name', async (site) => {
  const changes: Record<string, [text: string, value: unknown]> = {
    siteName: ['  Кубоград & Co ', 'Кубоград & Co'],
    registrationOpen: ['off', false],
    emailConfirmation: ['on', true],
    leakCheck: ['off', false],
    launcherBuilds: ['main, beta.2 ,main', ['main', 'beta.2']],
    defaultLanguage: ['ru', 'ru'],
    hdTexturesInGame: ['on', true],
    accentColor: [' #AA3300 ', '#aa3300'],
    logoUrl: ['https://example.org/logo.svg', 'https://example.org/logo.svg'],
  }
  const before = await json(site, ['settings', 'get'])

  const answers: object[] = []
  for (const [name, [text]] of Object.entries(changes)) {
    answers.push(await json(site, ['settings', 'set', name, text]))
  }

  const one = await json(site, ['settings', 'get', 'launcherBuilds'])
  const after = await json(site, ['settings', 'get'])
  const wanted = Object.entries(changes).map(([name, [, value]]) => [name, value] as const)
  assert.deepEqual(before, {
    siteName: 'Portal',
    registrationOpen: true,
    emailConfirmation: false,
    leakCheck: true,
    launcherBuilds: [],
    defaultLanguage: 'en',
    hdTexturesInGame: false,
    accentColor: '',
    logoUrl: '',
  })
  assert.deepEqual(
    answers,
    wanted.map(([name, value]) => ({ [name]: value })),
  )
  assert.deepEqual(one, { launcherBuilds: ['main', 'beta.2'] })
  assert.deepEqual(after, Object.fromEntries(wanted))
})

sqliteTest('a value that a setting cannot hold changes nothing', async (site) => {
  const wrong: Record<string, [text: string, reason: string]> = {
    siteName: ['', 'siteName may hold 1 to 64 characters on one line'],
    registrationOpen: ['maybe', 'registrationOpen may hold on or off'],
    emailConfirmation: ['', 'emailConfirmation may hold on or off'],
    leakCheck: ['2', 'leakCheck may hold on or off'],
    launcherBuilds: [
      'main,not a build',
      'launcherBuilds may hold identifiers separated by commas, each of 1 to 64 of A-Z a-z 0-9 _ . -',
    ],
    defaultLanguage: ['de', 'defaultLanguage may hold ru or en'],
    hdTexturesInGame: ['onn', 'hdTexturesInGame may hold on or off'],
    accentColor: ['red', 'accentColor may hold a colour as #1f6f5c, or nothing'],
    logoUrl: [
      'javascript:alert(1)',
      'logoUrl may hold an http(s) address or a path from / on, or nothing',
    ],
  }
  const before = await json(site, ['settings', 'get'])

  const ended: Ended[] = []
  for (const [name, [text]] of Object.entries(wrong)) {
    ended.push(await command(site, ['settings', 'set', name, text]))
  }

  assert.deepEqual(
    ended,
    Object.values(wrong).map(([, reason]) => ({
      code: REFUSED,
      stdout: '',
      stderr: `error: ${reason}\n`,
    })),
  )
  assert.deepEqual(await json(site, ['settings', 'get']), before)
})

siteTest('a changed setting holds at the running site within five seconds', async (site) => {
  const visitor = site.browser()
  const account = { username: 'Steve', email: 'steve@example.org', password: PASSWORD }

  await json(site, ['settings', 'set', 'registrationOpen', 'off'])
  site.wait(5 * SECOND)
  const closed = await visitor.post('/auth/register', account)
  await json(site, ['settings', 'set', 'registrationOpen', 'on'])
  site.wait(5 * SECOND)
  const open = await visitor.post('/auth/register', account)

  assert.deepEqual([closed.status, closed.body.error], [403, 'auth.registrationclosed'])
  assert.equal(open.status, 201)
})

for (const database of databases) {
  test(`keys are rotated beside the running site and nobody is signed out (${database})`, async () => {
    await using place = await newPlace(database)
    await using server = await startPortal(place.env)
    const account = { username: 'Steve', email: 'steve@example.org', password: PASSWORD }
    const { accessToken, refreshToken } = (await server.send('POST', '/auth/register', account))
      .body

    const rotated = await runPortal(['keys', 'rotate', '--json'], place.env)
    const { kid } = JSON.parse(rotated.stdout)
    let tokens = { accessToken, refreshToken }
    await until(async () => {
      const body = { refresh_token: tokens.refreshToken }
      const renewed = await server.send('POST', '/auth/refresh', body)
      assert.equal(renewed.status, 200)
      tokens = renewed.body
      return kidOf(tokens.accessToken) === kid
    })
    const me = await server.send('GET', '/auth/me', undefined, bearer(accessToken))

    assert.notEqual(kidOf(accessToken), kid)
    assert.equal(me.status, 200)
  })
}

function kidOf(accessToken: string): string {
  const [header = ''] = accessToken.split('.')
  return JSON.parse(Buffer.from(header, 'base64url').toString()).kid
}

for (const database of databases) {
  test(`an empty database is migrated by command, once (${database})`, async () => {
    await using place = await newPlace(database)
    const names = migrations.map(({ name }) => name)

    const answers: unknown[] = []
    for (const word of ['status', 'up', 'status', 'up']) {
      const { stdout } = await runPortal(['migrate', word, '--json'], place.env)
      answers.push(JSON.parse(stdout))
    }

    assert.deepEqual(answers, [
      { applied: [], pending: names },
      { applied: names },
      { applied: names, pending: [] },
      { applied: [] },
    ])
  })
}

siteTest('the outbox is listed with what became of each mail, newest first', async (site) => {
  const waits = await queueFailed(site, 'One', '451 later', false)
  const dead = await queueFailed(site, 'Two', '550 never', true)
  const sent = await queueFailed(site, 'Three', '550 never', true)
  await json(site, ['mail', 'retry', sent])
  await site.app.postman.round()

  const mails = await json(site, ['mail', 'list'])
  const table = await command(site, ['mail', 'list'])

  const mail = { kind: 'test', to: 'steve@example.org' }
  assert.deepEqual(mails, [
    { id: sent, at: '2030-01-01T12:03:00.000Z', ...mail, state: 'sent', tries: 1, error: null },
    {
      id: dead,
      at: '2030-01-01T12:02:00.000Z',
      ...mail,
      state: 'dead',
      tries: 0,
      error: '550 never',
    },
    {
      id: waits,
      at: '2030-01-01T12:01:00.000Z',
      ...mail,
      state: 'waiting',
      tries: 0,
      error: '451 later',
    },
  ])
  assert.deepEqual([table.code, table.stderr], [DONE, ''])
  assert.deepEqual(
    table.stdout.split('\n').map((line) => line.split(/ {2,}/)[4]),
    ['state', 'sent', 'dead', 'waiting', undefined],
  )
})

siteTest('a mail is tried again by its id, or every dead one', async (site) => {
  await queueFailed(site, 'one', '550 never', true)
  const two = await queueFailed(site, 'two', '550 never', true)
  await queueFailed(site, 'three', '550 never', true)

  const single = await json(site, ['mail', 'retry', two])
  const afterSingle = await site.mails()
  const rest = await json(site, ['mail', 'retry'])
  const afterRest = await site.mails()
  const sentAlready = await command(site, ['mail', 'retry', two])

  assert.deepEqual([single, rest], [{ retried: 1 }, { retried: 2 }])
  assert.deepEqual(
    [afterSingle, afterRest].map((mails) => mails.map(({ subject }) => subject).sort()),
    [['two'], ['one', 'three', 'two']],
  )
  assert.deepEqual(sentAlready, {
    code: REFUSED,
    stdout: '',
    stderr: `error: there is no unsent mail ${two}\n`,
  })
})

test('a test mail goes through the mail server, or says why it does not', async () => {
  using folder = newFolder()
  await using smtp = await openMailServer()
  const env = { DATA_DIR: folder.path, SMTP_URL: smtp.url }

  const sent = await runPortal(['mail', 'test', 'steve@example.org', '--json'], env)
  const refused = await runPortal(['mail', 'test', 'nobody@example.org'], env)
  await smtp.close()
  const down = await runPortal(['mail', 'test', 'steve@example.org'], env)

  assert.deepEqual(sent, {
    code: DONE,
    stdout: '{"sent":"steve@example.org","by":"SMTP"}\n',
    stderr: '',
  })
  assert.deepEqual(
    smtp.arrived.map(({ to, mail }) => [to, mail.subject]),
    [[['steve@example.org'], 'Test mail from Portal']],
  )
  for (const [{ code, stdout, stderr }, reason] of [
    [refused, /refused with 550/],
    [down, /ECONNREFUSED/],
  ] as const) {
    assert.deepEqual([code, stdout], [REFUSED, ''])
    assert.match(stderr, /^error: [^\n]+\n$/)
    assert.match(stderr, reason)
  }
})

sqliteTest('without a mail server a test mail becomes a file', async (site) => {
  const sent = await json(site, ['mail', 'test', 'steve@example.org'])

  const [mail, ...more] = await site.mails()
  assert.deepEqual(sent, { sent: 'steve@example.org', by: 'file' })
  assert.deepEqual([mail?.to?.[0]?.address, more.length], ['steve@example.org', 0])
})

test('a setting of the environment that cannot be used stops every command', async () => {
  using folder = newFolder()
  const env = { DATA_DIR: join(folder.path, 'data'), PORT: 'eighty' }

  const ended = await Promise.all(
    [['serve'], ['migrate', 'up'], ['player', 'show', 'Steve']].map((args) => runPortal(args, env)),
  )

  const stderr = 'error: PORT holds "eighty"; it may hold a whole number from 0 to 65535\n'
  assert.deepEqual(ended, Array(3).fill({ code: REFUSED, stdout: '', stderr }))
  assert.equal(existsSync(env.DATA_DIR), false)
})

/** Puts a mail into the outbox, a minute after the last one, as one that failed. @returns its id. */
async function queueFailed(site: Site, subject: string, error: string, isDead: boolean) {
  const words = { subject, text: 'Text.\n', html: '<p>Text.</p>' }
  const generation = await site.app.keys.newest()
  site.wait(MINUTE)
  const now = site.now()
  const mail = sealMail(site.app, generation, { kind: 'test', to: 'steve@example.org', ...words })
  await site.app.db.transaction().execute(async (tx) => {
    await insertMail(tx, mail)
    const deadAt = isDead ? now : null
    await markFailed(tx, mail.id, { error, nextTryAt: now + DAY, deadAt })
  })
  return mail.id
}
