import assert from 'node:assert/strict'
import {
  rangeOf,
  type SettingKind,
  type SettingName,
  settingDefinitions,
  settingNames,
} from '@portal/contract'
import { SECOND } from '../../src/platform/clock.ts'
import { defaultSettings } from '../../src/settings/setting.ts'
import type { Ended } from '../support/server-process.ts'
import { PASSWORD } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { command, json, REFUSED, WRONG_USAGE } from './command.ts'

/** For each kind of setting: a text with its value, and an invalid text. */
const SAMPLES: Record<SettingKind, { text: string; value: unknown; wrong: string }> = {
  line: { text: '  Кубы&Co ', value: 'Кубы&Co', wrong: 'x'.repeat(2001) },
  flag: { text: 'Yes', value: true, wrong: 'maybe' },
  number: { text: ' 45 ', value: 45, wrong: 'two weeks' },
  identifiers: {
    text: 'main, beta.2 ,main',
    value: ['main', 'beta.2'],
    wrong: 'main,not a build',
  },
  language: { text: 'ru', value: 'ru', wrong: 'de' },
  color: { text: ' #AA3300 ', value: '#aa3300', wrong: 'red' },
  mailbox: {
    text: ' help@example.org ',
    value: 'help@example.org',
    wrong: 'help',
  },
  picture: {
    text: 'https://example.org/logo.svg',
    value: 'https://example.org/logo.svg',
    wrong: 'javascript:alert(1)',
  },
  choice: { text: ' news ', value: 'news', wrong: 'shop' },
  text: { text: ' One.\r\nTwo. ', value: 'One.\nTwo.', wrong: 'x'.repeat(2001) },
  link: {
    text: 'https://discord.gg/portal',
    value: 'https://discord.gg/portal',
    wrong: 'http://discord.gg/portal',
  },
  download: { text: '/files/a.exe', value: '/files/a.exe', wrong: '//evil.example/a.exe' },
  inquiry: {
    text: ' https://old.example.org:8443/portal.php ',
    value: 'https://old.example.org:8443/portal.php',
    wrong: 'ftp://old.example.org/portal.php',
  },
  servers: {
    text: 'Sky Block SKY.example.org:25566; Lobby [::1]',
    value: 'Sky Block sky.example.org:25566\nLobby [::1]',
    wrong: 'sky.example.org',
  },
  links: {
    text: ' Our wiki  https://wiki.example.org/a \n\nBoosty https://boosty.to/portal',
    value: 'Our wiki https://wiki.example.org/a\nBoosty https://boosty.to/portal',
    wrong: 'Wiki http://wiki.example.org',
  },
}

/** A text that changes the setting of a new site, and the new value. */
function sampleOf(name: SettingName): { text: string; value: unknown } {
  const { kind, default: atFirst } = settingDefinitions[name]
  return kind === 'flag' && atFirst ? { text: 'off', value: false } : SAMPLES[kind]
}

sqliteTest('settings get and set work for every setting', async (site) => {
  const before = await json(site, ['settings', 'get'])

  const answers: object[] = []
  for (const name of settingNames) {
    answers.push(await json(site, ['settings', 'set', name, sampleOf(name).text]))
  }

  const one = await json(site, ['settings', 'get', 'launcherBuilds'])
  const after = await json(site, ['settings', 'get'])
  const wanted = settingNames.map((name) => [name, sampleOf(name).value] as const)
  assert.deepEqual(before, defaultSettings({ smtpUrl: '' }))
  assert.deepEqual(
    answers,
    wanted.map(([name, value]) => ({ [name]: value })),
  )
  assert.deepEqual(one, { launcherBuilds: ['main', 'beta.2'] })
  assert.deepEqual(after, Object.fromEntries(wanted))
  for (const name of settingNames) assert.notDeepEqual(after[name], before[name])
})

sqliteTest('settings set refuses an invalid value and changes nothing', async (site) => {
  const before = await json(site, ['settings', 'get'])

  const ended: Ended[] = []
  for (const name of settingNames) {
    const { wrong } = SAMPLES[settingDefinitions[name].kind]
    ended.push(await command(site, ['settings', 'set', name, wrong]))
  }

  assert.deepEqual(
    ended,
    settingNames.map((name) => ({
      code: WRONG_USAGE,
      stdout: '',
      stderr: `error: ${name} may hold ${rangeOf(settingDefinitions[name])}\n`,
    })),
  )
  assert.deepEqual(await json(site, ['settings', 'get']), before)
})

sqliteTest(
  'settings set refuses a private previous site that ALLOW_PRIVATE_HOSTS does not name',
  async (site) => {
    const refused = await command(site, ['settings', 'set', 'legacyUrl', 'http://localhost/a.php'])

    assert.deepEqual(refused, {
      code: REFUSED,
      stdout: '',
      stderr:
        'error: request.invalid: legacyUrl: This host is in the internal network of the server. Add it to ALLOW_PRIVATE_HOSTS first.\n',
    })
  },
)

sqliteTest('settings get prints booleans as on and off', async (site) => {
  const switches = settingNames.filter((name) => settingDefinitions[name].kind === 'flag')
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

sqliteTest(
  'a changed setting takes effect on the running site within five seconds',
  async (site) => {
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
  },
)
