import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLog } from '../../platform/log.ts'
import { logStart, startSummary } from './announce-start.ts'

const SETUP = 'https://portal.example/setup?token=a.b.c'
const config = { publicUrl: 'https://portal.example', databaseUrl: '', dataDir: '/srv/data' }
const first = {
  version: '1.2.3',
  config,
  setup: SETUP,
  mail: { source: 'none', fingerprint: '' },
} as const

test('the first start in a terminal prints the setup link', () => {
  assert.deepEqual(startSummary(first, 'en').split('\n'), [
    'Portal 1.2.3',
    'Address  https://portal.example',
    `Set up   ${SETUP}`,
    'Mail     saved as files in /srv/data/mail; no mail server is set',
    '',
  ])
  assert.deepEqual(startSummary(first, 'ru').split('\n'), [
    'Portal 1.2.3',
    'Адрес      https://portal.example',
    `Настройка  ${SETUP}`,
    'Письма     сохраняются в /srv/data/mail: почтовый сервер не задан',
    '',
  ])
})

test('a later start in a terminal prints no setup link', () => {
  const mail = {
    source: 'environment',
    fingerprint: '',
    url: 'smtp://user:secret@mail.example:587',
  } as const

  const shown = startSummary({ ...first, setup: undefined, mail }, 'en')

  assert.match(shown, /^Mail +sent through mail\.example$/m)
  assert.doesNotMatch(shown, /Set up|secret/)
})

test('without a terminal the setup link is logged', () => {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })

  logStart(log, first)

  const [serving, setup, mail] = lines.map((line) => JSON.parse(line))
  assert.equal(serving.url, 'https://portal.example')
  assert.ok(setup.msg.endsWith(SETUP))
  assert.deepEqual([mail.level, lines.length], ['warn', 3])
})
