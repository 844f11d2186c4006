import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ttlCache } from './ttl-cache.ts'

const LIFETIME = 100

test('all readers share one value until it expires', async () => {
  const { clock, counter } = setUp()

  const first = await Promise.all([counter.read(), counter.read()])
  clock.at += LIFETIME - 1
  const fresh = await counter.read()
  clock.at += 1
  const next = await counter.read()

  assert.deepEqual([first, fresh, next], [[1, 1], 1, 2])
})

test('setting the clock back expires a value', async () => {
  const { clock, counter } = setUp()

  await counter.read()
  clock.at -= LIFETIME
  const next = await counter.read()

  assert.equal(next, 2)
})

test('after a failed load, the next read loads the value again', async () => {
  const { counter } = setUp(1)

  const failed = await Promise.allSettled([counter.read(), counter.read()])
  const next = await counter.read()

  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(next, 2)
})

test('an invalidated value is loaded again by the next read', async () => {
  const { counter } = setUp(1)

  const failing = counter.read()
  counter.invalidate()
  const next = await counter.read()
  await assert.rejects(failing)
  const last = await counter.read()

  assert.deepEqual([next, last], [2, 2])
})

/** Makes a cache that counts how often its value was made. The first `failures` attempts fail. */
function setUp(failures = 0) {
  const clock = { at: 1_000_000, now: () => clock.at }
  let count = 0
  const counter = ttlCache(clock, LIFETIME, async () => {
    count += 1
    const nth = count
    await Promise.resolve()
    if (nth <= failures) throw new Error('not available yet')
    return nth
  })
  return { clock, counter }
}
