import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeClock } from './check-clock.ts'

test('a clock is judged by the other clock it is furthest from', () => {
  const judge = (...ahead: number[]) =>
    judgeClock(
      0,
      ahead.map((milliseconds) => ({ ahead: milliseconds, of: 'PostgreSQL' })),
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
