import assert from 'node:assert/strict'
import { SECOND } from '../../src/platform/clock.ts'
import type { Ended } from '../child.ts'
import { PASSWORD, siteTest } from '../site.ts'
import { sqliteTest } from '../sqlite-test.ts'
import { command, json, WRONG_USAGE } from './command.ts'

sqliteTest('every setting is read and changed by its name', async (site) => {
  const changes: Record<string, [text: string, value: unknown]> = {
    siteName: ['  Кубоград & Co ', 'Кубоград & Co'],
    registrationOpen: ['off', false],
    emailConfirmation: ['on', true],
    unconfirmedDays: [' 30 ', 30],
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
    unconfirmedDays: 14,
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
    siteName: ['', 'siteName may hold 1 to 64 characters on one line, and no control characters'],
    registrationOpen: ['maybe', 'registrationOpen may hold on or off'],
    emailConfirmation: ['', 'emailConfirmation may hold on or off'],
    unconfirmedDays: ['two weeks', 'unconfirmedDays may hold 0 (never) to 365'],
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
      code: WRONG_USAGE,
      stdout: '',
      stderr: `error: ${reason}\n`,
    })),
  )
  assert.deepEqual(await json(site, ['settings', 'get']), before)
})

sqliteTest('booleans are shown by the words that set them', async (site) => {
  const switches = ['registrationOpen', 'emailConfirmation', 'leakCheck', 'hdTexturesInGame']
  const said: Record<string, string[]> = {}
  for (const name of switches) {
    const turned: string[] = []
    for (const word of ['on', 'off']) {
      turned.push((await command(site, ['settings', 'set', name, word])).stdout)
      turned.push((await command(site, ['settings', 'get', name])).stdout)
    }
    said[name] = turned
  }
  const { stdout } = await command(site, ['settings', 'get'])

  for (const name of switches) {
    const [on, off] = [`${name}: on\n`, `${name}: off\n`]
    assert.deepEqual(said[name], [on, on, off, off])
    assert.ok(stdout.includes(off), stdout)
  }
})

siteTest('a changed setting takes effect on the running site within five seconds', async (site) => {
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
