import assert from 'node:assert/strict'
import { createHash, pbkdf2Sync } from 'node:crypto'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { DAY, isoInstant } from '../../src/platform/clock.ts'
import { auditEntries } from '../support/administrator.ts'
import { outcome } from '../support/browser.ts'
import { type Ended, runPortal, runProgram } from '../support/server-process.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const UUID = '0b3f2a54-7c1d-4e8f-9a6b-1c2d3e4f5a6b'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Runs `import players` with these lines on standard input, while the site runs. */
function importPlayers(site: Site, lines: readonly string[], ...args: string[]): Promise<Ended> {
  return runPortal(['import', 'players', '-', ...args], site.env, lines.join('\n'))
}

async function storedPlayers(site: Site) {
  return site.app.db.selectFrom('player').selectAll().orderBy('username').execute()
}

sqliteTest('the program reads players and passwords from a pipe', async (site) => {
  const players = 'username,email\nNotch,notch@example.org\n'
  const read = await runProgram(['import', 'players', '-'], site.env, players)
  const set = ['player', 'set-password', 'Notch', '--password-stdin']
  const changed = await runProgram(set, site.env, `${PASSWORD}\n`)

  const signedIn = await site.browser().logIn('Notch', PASSWORD)

  assert.deepEqual([read.code, changed.code], [0, 0], read.stderr + changed.stderr)
  assert.equal(outcome(signedIn), '200')
})

siteTest('--offline-uuids gives players without a UUID the UUID of offline mode', async (site) => {
  const lines = ['username,email,uuid', 'Notch,notch@example.org,', `Alex,alex@example.org,${UUID}`]
  const twin = ['username,email,uuid', 'Twin,twin@example.org,b50ad385829d3141a2167e7d7539ba7f']

  const { code } = await importPlayers(site, lines, '--offline-uuids')
  const again = await importPlayers(site, twin)
  await importPlayers(site, ['username,email', 'jeb_,jeb@example.org'])
  const ids = new Map((await storedPlayers(site)).map(({ username, id }) => [username, id]))

  assert.equal(code, 0)
  assert.match(again.stderr, /^line 2: uuid: already taken on this site$/m)
  assert.equal(ids.get('Notch'), 'b50ad385-829d-3141-a216-7e7d7539ba7f')
  assert.equal(ids.get('Alex'), UUID)
  assert.notEqual(ids.get('jeb_'), 'a762f560-4fce-3236-812a-b80efff0b62b')
})

siteTest('imported players sign in with their old passwords', async (site) => {
  const salt = 'f00dcafe12345678'
  const lines = [
    'username,email,passwordHash,uuid,activated,locale,createdAt,real,virtual',
    `Steve,steve@example.org,${await bcrypt(PASSWORD, 4)},${UUID},1,ru,1500000000,12.50,3`,
    `Alex,"Alex@Example.org",$SHA$${salt}$${sha256(sha256(PASSWORD) + salt)},,yes,,,,`,
    'Creeper,creeper@example.org,NULL,,0,en,2020-01-31 12:00:00,,',
  ]

  const { code, stdout, stderr } = await importPlayers(site, lines, '--json')
  const steve = await site.browser().logIn('STEVE', PASSWORD)
  const again = await site.browser().logIn('steve@example.org', PASSWORD)
  const alex = await site.browser().logIn('alex@example.org', PASSWORD)
  const wrong = await site.browser().logIn('Alex', `${PASSWORD}!`)
  const creeper = await site.browser().logIn('Creeper', PASSWORD)

  assert.deepEqual([code, stderr], [0, ''])
  assert.deepEqual(JSON.parse(stdout), { players: 3, faults: 0, dryRun: false })
  const { uuid, username, locale, real, virtual, activated } = steve.body.user
  assert.deepEqual(
    { uuid, username, locale, real, virtual, activated },
    { uuid: UUID, username: 'Steve', locale: 'ru', real: 12.5, virtual: 3, activated: true },
  )
  assert.deepEqual([again, alex, wrong, creeper].map(outcome), [
    '200',
    '200',
    '401 auth.wrongcredentials',
    '401 auth.wrongcredentials',
  ])
  const rows = await storedPlayers(site)
  assert.deepEqual(
    rows.map((row) => [row.username, row.password_hash.split('$')[1], row.activated_at !== null]),
    [
      ['Alex', 'argon2id', true],
      ['Creeper', 'argon2id', false],
      ['Steve', 'argon2id', true],
    ],
  )
  assert.deepEqual(rows.map(({ created_at }) => isoInstant(created_at)).slice(1), [
    '2020-01-31T12:00:00.000Z',
    '2017-07-14T02:40:00.000Z',
  ])
  const ledger = await site.app.db.selectFrom('balance_entry').selectAll().execute()
  assert.deepEqual(
    ledger.map((row) => [row.player_id, row.real_cents, row.virtual_cents, row.author]),
    [[UUID, 1250, 300, 'command']],
  )
  const trail = await auditEntries(site, 'players.imported')
  assert.deepEqual(
    trail.map(({ actor, after }) => [actor, after]),
    [['command', '3']],
  )
})

sqliteTest('PBKDF2 hashes of AuthMe and of Django are both recognized', async (site) => {
  // The hash of "password" from AuthMe's own tests: the salt is text, the hash 64 bytes in hex.
  const ofAuthMe =
    'pbkdf2_sha256$10000$b25801311edf$093E38B16DFF13FCE5CD64D5D888EE6E0376A3E572FE5DA6749515EA0F384413223A21C464B0BE899E64084D1FFEFD44F2AC768453C87F41B42CC6954C416900'
  const derived = pbkdf2Sync(PASSWORD, 'seasalt', 1000, 32, 'sha256')
  const head = ['username,email,passwordHash']
  const lines = [
    `Steve,steve@example.org,${ofAuthMe}`,
    `Alex,alex@example.org,pbkdf2_sha256$1000$seasalt$${derived.toString('base64')}`,
  ]
  const neither = `Creeper,c@example.org,pbkdf2_sha256$1000$seasalt$${derived.toString('hex')}`

  const refused = await importPlayers(site, [...head, neither])
  const taken = await importPlayers(site, [...head, ...lines])
  const signedIn = [
    await site.browser().logIn('Steve', 'Password'),
    await site.browser().logIn('Steve', 'password'),
    await site.browser().logIn('Steve', 'password'),
    await site.browser().logIn('Alex', PASSWORD),
  ]

  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^line 2: passwordHash: not a known password hash format$/m)
  assert.deepEqual([taken.code, taken.stderr], [0, ''])
  assert.deepEqual(signedIn.map(outcome), ['401 auth.wrongcredentials', '200', '200', '200'])
  const rows = await storedPlayers(site)
  assert.deepEqual(
    rows.map(({ username, password_hash }) => [username, password_hash.split('$')[1]]),
    [
      ['Alex', 'argon2id'],
      ['Steve', 'argon2id'],
    ],
  )
})

sqliteTest('weak password hashes of AuthMe are stored only wrapped in argon2id', async (site) => {
  const quick = sha256(`${sha256(PASSWORD)}salt`)

  await importPlayers(site, ['username,email,passwordHash', `Alex,a@b.org,$SHA$salt$${quick}`])

  const [alex] = await storedPlayers(site)
  assert.match(alex?.password_hash ?? '', /^\$authme\$salt\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.ok(!alex?.password_hash.includes(quick))
})

sqliteTest('one invalid row prevents the whole import', async (site) => {
  await site.player('Steve')
  const lines = [
    'username,email,passwordHash,uuid,activated,createdAt,real',
    'Alex,alex@example.org,,,,,',
    'sTEVE,other@example.org,,,,,',
    'Notch,steve@EXAMPLE.org,,,,,',
    'ALEX,alex2@example.org,,,,,',
    'x,nobody,md5,none,perhaps,yesterday,-1',
    ',,,,,,',
  ]

  const refused = await importPlayers(site, lines)
  const before = await storedPlayers(site)
  const looked = await importPlayers(site, lines, '--dry-run', '--json')
  const afterLook = await storedPlayers(site)
  const skipped = await importPlayers(site, lines, '--skip-faulty', '--json')
  const after = await storedPlayers(site)

  const faults = [
    'line 5: username: already in an earlier row',
    'line 6: username: not 3 to 16 Latin letters, digits and _',
    'line 6: email: not an e-mail address',
    'line 6: passwordHash: not a known password hash format',
    'line 6: uuid: not a uuid',
    'line 6: activated: not yes or no',
    'line 6: createdAt: not an instant',
    'line 6: real: not an amount with at most two decimals',
    'line 7: username: missing',
    'line 3: username: already taken on this site',
    'line 4: email: already taken on this site',
  ]
  const last = 'error: nothing imported; faults: 11 (--skip-faulty skips those rows)'
  assert.deepEqual([refused.code, refused.stderr], [1, [...faults, last, ''].join('\n')])
  assert.equal(before.length, 1)
  assert.deepEqual(JSON.parse(looked.stdout), { players: 1, faults: 11, dryRun: true })
  assert.equal(afterLook.length, 1)
  assert.deepEqual(JSON.parse(skipped.stdout), { players: 1, faults: 11, dryRun: false })
  assert.deepEqual(
    after.map(({ username }) => username),
    ['Alex', 'Steve'],
  )
})

sqliteTest('players imported without an address sign in by name', async (site) => {
  await importPlayers(site, ['username', 'Herobrine'])
  const hash = await bcrypt(PASSWORD, 4)
  const lines = ['username,email,passwordHash', `Steve,,${hash}`, `Alex,,${hash}`]

  const { code, stderr, stdout } = await importPlayers(site, lines, '--json')
  const signedIn = [
    await site.browser().logIn('Steve', PASSWORD),
    await site.browser().logIn('Alex', PASSWORD),
  ]

  assert.deepEqual([code, stderr], [0, ''])
  assert.deepEqual(JSON.parse(stdout), { players: 2, faults: 0, dryRun: false })
  assert.deepEqual(signedIn.map(outcome), ['200', '200'])
  assert.deepEqual(
    (await storedPlayers(site)).map(({ username, email }) => [username, email]),
    [
      ['Alex', null],
      ['Herobrine', null],
      ['Steve', null],
    ],
  )
})

sqliteTest(
  'a CSV file with renamed columns and a JSON Lines file can be imported',
  async (site) => {
    const at = site.now() - DAY
    const csv = ['id;realname;mail;regdate', `7;Steve;steve@example.org;${at}`]
    const renames = ['username=realname', 'email=mail', 'createdAt=regdate']
    const json = ['{"username":"Alex","email":"alex@example.org","real":1.5}', '']

    const fromCsv = await importPlayers(
      site,
      csv,
      ...['--delimiter', ';', '--json', ...renames.flatMap((pair) => ['--column', pair])],
    )
    const fromJson = await importPlayers(site, json, '--format', 'jsonl', '--json')

    assert.deepEqual([fromCsv.stderr, fromJson.stderr], ['', ''])
    const rows = await storedPlayers(site)
    assert.deepEqual(
      rows.map((row) => [row.username, row.real_cents, row.activated_at !== null]),
      [
        ['Alex', 150, true],
        ['Steve', 0, true],
      ],
    )
    assert.equal(rows[1]?.created_at, at)
  },
)

sqliteTest('an import of an unreadable file is refused with a one-line message', async (site) => {
  const attempts = [
    await importPlayers(site, ['not json'], '--format', 'jsonl'),
    await importPlayers(site, ['[1]'], '--format', 'jsonl'),
    await importPlayers(site, ['username,email', 'Steve,"steve@example.org']),
    await importPlayers(site, ['username,email', 'a,b,c']),
    await importPlayers(site, ['username,email', `Steve,"${'x'.repeat(4_200_000)}"`]),
    await importPlayers(site, [`{"username":"${'x'.repeat(4_200_000)}"}`], '--format', 'jsonl'),
    await runPortal(['import', 'players', 'no-such-file.csv'], site.env),
    await importPlayers(site, [], '--column', 'name=nick'),
    await importPlayers(site, [], '--format', 'xml'),
  ]

  assert.deepEqual(
    attempts.map(({ code }) => code),
    [1, 1, 1, 1, 1, 1, 1, 2, 2],
  )
  for (const { stderr } of attempts.slice(0, 8)) assert.match(stderr, /^error: [^\n]+\n$/)
  assert.deepEqual(await storedPlayers(site), [])
})
