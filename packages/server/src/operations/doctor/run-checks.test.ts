import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../settings/config.ts'
import type { Check, CheckContext, CheckResult } from './check.ts'
import { runChecks } from './run-checks.ts'

const context: CheckContext = {
  config: readConfig({}),
  clock: systemClock,
  db: undefined,
  wrongSettings: [],
  allowsSlowChecks: true,
}
const title = { ru: '', en: '' }
const fine: CheckResult = { state: 'good', detail: { ru: 'Да', en: 'Yes' } }

test('a check of the doctor that fails, throws or hangs does not prevent the other checks', async () => {
  const runs: Record<string, Check['run']> = {
    fine: () => fine,
    throws: () => {
      throw new Error('no such thing')
    },
    fails: async () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    },
    hangs: () => new Promise(() => undefined),
  }
  const checks = Object.entries(runs).map(([id, run]) => ({ id, title, run }))

  const found = await runChecks(context, checks, 1)

  assert.deepEqual(
    found.map(({ id, state, detail }) => [id, state, detail.en]),
    [
      ['fine', 'good', 'Yes'],
      ['throws', 'bad', 'The check failed: no such thing'],
      ['fails', 'bad', 'The check failed: ECONNREFUSED'],
      ['hangs', 'bad', 'There was no response in time.'],
    ],
  )
})
