import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../platform/clock.ts'
import { evaluateBackups } from './check-backups.ts'

test('a backup is reported as old after a week', () => {
  const now = 100 * DAY

  assert.deepEqual(
    [now, now - 7 * DAY, now - 7 * DAY - 1, Number.NEGATIVE_INFINITY].map(
      (newestAt) => evaluateBackups(newestAt, now).state,
    ),
    ['good', 'good', 'warning', 'warning'],
  )
})
