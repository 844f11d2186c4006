import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as pause from '../../src/auth/login-pause.ts'
import { DAY, MINUTE, SECOND } from '../../src/platform/clock.ts'
import { ROOT } from './documents.ts'

const contract = readFileSync(join(ROOT, 'docs/contract.md'), 'utf8').replaceAll(/\s+/g, ' ')

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
    'docs/contract.md#signing-in has to say these as login-pause.ts does',
  )
})
