import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '../../platform/clock.ts'
import { readConfig } from '../../settings/config.ts'
import type { Check, Opinion, Patient } from './check.ts'
import { examine } from './run-checks.ts'

const patient: Patient = {
  config: readConfig({}),
  clock: systemClock,
  db: undefined,
  wrongSettings: [],
  isPatient: true,
}
const title = { ru: '', en: '' }
const fine: Opinion = { state: 'good', detail: { ru: 'Да', en: 'Yes' } }

test('a check that fails, throws or hangs is bad, and the others are still reported', async () => {
  const looks: Record<string, Check['look']> = {
    fine: () => fine,
    throws: () => {
      throw new Error('no such thing')
    },
    fails: async () => {
      throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    },
    hangs: () => new Promise(() => undefined),
  }
  const checks = Object.entries(looks).map(([id, look]) => ({ id, title, look }))

  const found = await examine(patient, checks, 1)

  assert.deepEqual(
    found.map(({ id, state, detail }) => [id, state, detail.en]),
    [
      ['fine', 'good', 'Yes'],
      ['throws', 'bad', 'The check failed: no such thing'],
      ['fails', 'bad', 'The check failed: ECONNREFUSED'],
      ['hangs', 'bad', 'There was no answer in time.'],
    ],
  )
})
