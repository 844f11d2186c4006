import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDuration } from './duration.ts'

test('durations are parsed as in Go', () => {
  const read = (text: string) => parseDuration(text)

  assert.deepEqual(
    ['5s', '1m', '1h30m', '500ms', '0s', '0', '1.5h', '.5s', '1.s', '+2s', '1h0m1s'].map(read),
    [5000, 60_000, 5_400_000, 500, 0, 0, 5_400_000, 500, 1000, 2000, 3_601_000],
  )
  assert.deepEqual(['250us', '250µs', '250μs', '1000000ns'].map(read), [0.25, 0.25, 0.25, 1])
  assert.equal(read('2562047h'), 2_562_047 * 3_600_000)
})

test('a duration that is negative or that Go cannot parse is invalid', () => {
  const wrong = ['', '5', '5 s', 's', '.s', '.', '-5s', '1d', '5S', '1h 30m', '5ss', '2562048h']

  assert.deepEqual(
    wrong.map((text) => parseDuration(text)),
    wrong.map(() => undefined),
  )
})
