import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { DAY, MINUTE, SECOND } from '../../src/platform/clock.ts'
import * as pause from '../../src/security/lockout/login-lockout.ts'
import { ROOT } from './documents.ts'

const contract = readFileSync(join(ROOT, 'docs/contract.md'), 'utf8').replaceAll(/\s+/g, ' ')

test('docs/contract.md has the same lockout numbers as the code', () => {
  const aDay = pause.FAILURE_BUDGET + DAY / pause.BUDGET_REFILL_INTERVAL
  const sentences = [
    `${pause.MAX_FAILED_ATTEMPTS} failures within ${pause.FAILURE_WINDOW / MINUTE} minutes`,
    `(${pause.MAX_FAILED_ATTEMPTS_WITH_CAPTCHA} with captcha keys) lock the account for ${pause.INITIAL_LOCKOUT / SECOND} s`,
    `at most ${pause.MAX_LOCKOUT / SECOND} s. During a lockout the response is 429 \`auth.toomanyattempts\``,
    `${pause.LOCKOUT_MEMORY / MINUTE} minutes without a failure`,
    `${pause.FAILURE_BUDGET} failures and regains one failure every ${pause.BUDGET_REFILL_INTERVAL / SECOND} s`,
    `at most ${aDay} failures are possible in 24 hours`,
  ]

  const missing = sentences.filter((sentence) => !contract.includes(sentence))

  assert.deepEqual(
    missing,
    [],
    'docs/contract.md#signing-in has to say these as login-lockout.ts does',
  )
})
