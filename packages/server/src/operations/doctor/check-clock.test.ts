import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateClock } from './check-clock.ts'

test('the clock check reports the largest difference to another clock', () => {
  const judge = (...ahead: number[]) =>
    evaluateClock(
      0,
      ahead.map((milliseconds) => ({ milliseconds: milliseconds, of: 'PostgreSQL' })),
    )

  assert.deepEqual(
    [judge(), judge(5000), judge(-5000), judge(5001), judge(-30_000), judge(0, -30_001)].map(
      ({ state }) => state,
    ),
    ['unknown', 'good', 'good', 'warning', 'warning', 'bad'],
  )
  assert.match(judge(90_000).detail.en, /90 s ahead/)
  assert.match(judge(-90_000).detail.en, /90 s behind/)
})
