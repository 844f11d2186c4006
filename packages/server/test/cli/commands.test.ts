import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrations } from '../../src/database/migrations/migrations.ts'
import { bearer } from '../support/browser.ts'
import {
  type Ended,
  newFolder,
  newPlace,
  runPortal,
  startPortal,
} from '../support/server-process.ts'
import { databases, PASSWORD } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { waitUntil } from '../support/wait-until.ts'
import { command, DONE, disableBreachCheck, REFUSED, WRONG_USAGE } from './command.ts'

test('every command and every topic has help', async () => {
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

/** Runs `<path> --help`. Returns whether it printed help, and the subcommands that it lists. */
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

test('a topic without a command prints its help and exits with 2', async () => {
  const ended = await Promise.all([[], ['player']].map((path) => runPortal(path, {})))

  assert.deepEqual(
    ended.map(({ code, stdout, stderr }) => [code, stdout, stderr.split(' [')[0]]),
    [
      [WRONG_USAGE, '', 'Usage: portal'],
      [WRONG_USAGE, '', 'Usage: portal player'],
    ],
  )
})

test('a wrongly used command prints a one-line explanation and exits with 2', async () => {
  using folder = newFolder()
  const wrong: Record<string, RegExp> = {
    abracadabra: /^error: unknown command 'abracadabra'/, // no command is spelled like it
    'player nonsense': /^error: unknown command 'nonsense'/,
    '--nonsense': /unknown option '--nonsense'/,
    'player show Steve --nonsense': /unknown option '--nonsense'/,
    'player show': /missing required argument 'username'/,
    'player show Steve Alex': /too many arguments/,
    'player create St st@example.org': /3 to 16 Latin letters, digits or underscores/,
    'player create Steve steve': /not an e-mail address: steve/,
    'settings get nonsense': /no setting nonsense; the settings are: siteName, /,
    'settings set nonsense on': /no setting nonsense; the settings are: siteName, /,
    'settings set registrationOpen maybe': /registrationOpen may hold on or off/,
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

const SHORT = 'password.short: The password must have at least 8 characters.'

sqliteTest('a refused command exits with 1 and prints the reason to stderr', async (site) => {
  await disableBreachCheck(site)
  await site.player('Steve')
  const refused: [line: string, stdin: string, reason: string][] = [
    ['player create sTEVE other@example.org', '', 'auth.usernametaken: This name is taken.'],
    [
      'player create Alex STEVE@example.org',
      '',
      'auth.emailtaken: An account with this e-mail address already exists.',
    ],
    ['player create Alex alex@example.org --password-stdin', '1234567\n', SHORT],
    [
      'player create Alex alex@example.org --password-stdin',
      'a'.repeat(129),
      'password.long: The password must have at most 128 characters.',
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

for (const database of databases) {
  test(`rotating keys on a running site signs no player out (${database})`, async () => {
    await using place = await newPlace(database, 'set up')
    await using server = await startPortal(place.env)
    const account = { username: 'Steve', email: 'steve@example.org', password: PASSWORD }
    const { accessToken, refreshToken } = (await server.send('POST', '/auth/register', account))
      .body

    const rotated = await runPortal(['keys', 'rotate', '--json'], place.env)
    const { kid } = JSON.parse(rotated.stdout)
    let tokens = { accessToken, refreshToken }
    await waitUntil(async () => {
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
  test(`migrate up migrates an empty database once (${database})`, async () => {
    await using place = await newPlace(database)
    const names = migrations.map(({ name }) => name)

    const answers: unknown[] = []
    for (const word of ['status', 'up', 'status', 'up']) {
      const { stdout } = await runPortal(['migrate', word, '--json'], place.env)
      answers.push(JSON.parse(stdout))
    }

    assert.deepEqual(answers, [
      { applied: [], pending: names, newer: [] },
      { applied: names },
      { applied: names, pending: [], newer: [] },
      { applied: [] },
    ])
  })
}

test('an invalid environment variable stops every command', async () => {
  using folder = newFolder()
  const env = { DATA_DIR: join(folder.path, 'data'), PORT: 'eighty' }

  const ended = await Promise.all(
    [['serve'], ['migrate', 'up'], ['player', 'show', 'Steve']].map((args) => runPortal(args, env)),
  )

  const stderr = 'error: PORT holds "eighty"; it may hold a whole number from 0 to 65535\n'
  assert.deepEqual(ended, Array(3).fill({ code: REFUSED, stdout: '', stderr }))
  assert.equal(existsSync(env.DATA_DIR), false)
})
