import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memo } from './ttl-cache.ts'

const LIFETIME = 100

test('a value is made once while it is fresh, however many read it', async () => {
  const { clock, counter } = setUp()

  const first = await Promise.all([counter.read(), counter.read()])
  clock.at += LIFETIME - 1
  const fresh = await counter.read()
  clock.at += 1
  const next = await counter.read()

  assert.deepEqual([first, fresh, next], [[1, 1], 1, 2])
})

test('a clock that was set back makes a value old as well', async () => {
  const { clock, counter } = setUp()

  await counter.read()
  clock.at -= LIFETIME
  const next = await counter.read()

  assert.equal(next, 2)
})

test('after a failure the next to read tries again', async () => {
  const { counter } = setUp(1)

  const failed = await Promise.allSettled([counter.read(), counter.read()])
  const next = await counter.read()

  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(next, 2)
})

test('what was forgotten is made anew, and its late failure takes nothing of what came after', async () => {
  const { counter } = setUp(1)

  const failing = counter.read()
  counter.forget()
  const next = await counter.read()
  await assert.rejects(failing)
  const last = await counter.read()

  assert.deepEqual([next, last], [2, 2])
})

/** Counts how often it was made; the first so many times fail. */
function setUp(failures = 0) {
  const clock = { at: 1_000_000, now: () => clock.at }
  let count = 0
  const counter = memo(clock, LIFETIME, async () => {
    count += 1
    const nth = count
    await Promise.resolve()
    if (nth <= failures) throw new Error('it cannot be made yet')
    return nth
  })
  return { clock, counter }
}
