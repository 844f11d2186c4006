import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { settingNames, settingRows } from '@portal/contract'
import { DAY, MINUTE, SECOND } from '../../src/platform/clock.ts'
import * as pause from '../../src/security/lockout/login-lockout.ts'
import { defaultSettings, writeSetting } from '../../src/settings/setting.ts'
import { ROOT } from './documents.ts'

const page = readFileSync(join(ROOT, 'docs/contract.md'), 'utf8')
const contract = page.replaceAll(/\s+/g, ' ')

test('the contract says after how many misses an account pauses, and for how long', () => {
  const aDay = pause.MISSES_IN_HAND + DAY / pause.MISS_RETURNS_EVERY
  const sentences = [
    `${pause.MISSES_ALLOWED} misses within ${pause.MISS_WINDOW / MINUTE} minutes`,
    `(${pause.MISSES_ALLOWED_WITH_CAPTCHA} with captcha keys) pause the account for ${pause.FIRST_PAUSE / SECOND} s`,
    `at most ${pause.LONGEST_PAUSE / SECOND} s: 429 \`auth.toomanyattempts\``,
    `${pause.LEVEL_KEPT / MINUTE} minutes without a miss`,
    `${pause.MISSES_IN_HAND} misses in hand and gets one back every ${pause.MISS_RETURNS_EVERY / SECOND} s`,
    `no patience brings more than ${aDay} tries in 24 hours`,
  ]

  const missing = sentences.filter((sentence) => !contract.includes(sentence))

  assert.deepEqual(
    missing,
    [],
    'docs/contract.md#signing-in has to say these as login-lockout.ts does',
  )
})

test('the contract lists every setting, what it is at first and what it may hold', () => {
  const defaults = defaultSettings({ smtpUrl: '' })
  const expected = settingNames.map((name) => {
    const { holds, isPublic } = settingRows[name]
    const atFirst = writeSetting(defaults[name])
    return `| \`${name}\` | ${atFirst ? `\`${atFirst}\`` : 'empty'} | ${holds} |${isPublic ? ' yes' : ''} |`
  })

  const [, table = ''] = page.split('| Setting | At first |')
  const [, , ...listed] = table.slice(0, table.indexOf('\n\n')).split('\n')

  const differing = listed.filter((line, index) => !line.startsWith(expected[index] ?? '?'))
  assert.deepEqual([listed.length, differing], [expected.length, []], expected.join('\n'))
})
