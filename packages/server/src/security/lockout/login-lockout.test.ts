import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR, MINUTE, SECOND } from '../../platform/clock.ts'
import {
  addFailure,
  attemptsLeft,
  FAILURE_WINDOW,
  type FailedAttempts,
  failuresExpireAt,
  INITIAL_LOCKOUT,
  LOCKOUT_MEMORY,
  lockoutEnd,
  MAX_FAILED_ATTEMPTS,
  MAX_FAILED_ATTEMPTS_WITH_CAPTCHA,
  MAX_LOCKOUT,
  NO_FAILURES,
} from './login-lockout.ts'

const NOON = Date.UTC(2030, 0, 1, 12)
const ALLOWED = MAX_FAILED_ATTEMPTS

/** Adds `count` failures to `before`, one second apart, the last of them at `until`. */
function misses(
  count: number,
  until = NOON,
  before: FailedAttempts = NO_FAILURES,
  allowed = ALLOWED,
): FailedAttempts {
  const instants = Array.from({ length: count }, (_, turn) => until - (count - 1 - turn) * SECOND)
  return instants.reduce((all, at) => addFailure(all, allowed, at), before)
}

for (const allowed of [MAX_FAILED_ATTEMPTS, MAX_FAILED_ATTEMPTS_WITH_CAPTCHA]) {
  test(`failure ${allowed} starts a lockout, and each further failure doubles it up to the maximum`, () => {
    const counts = Array.from({ length: 10 }, (_, turn) => allowed - 1 + turn)

    const pauses = counts.map((count) => {
      const end = lockoutEnd(misses(count, NOON, NO_FAILURES, allowed), allowed, NOON)
      return Math.max(0, end - NOON)
    })

    const doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256].map((times) => times * INITIAL_LOCKOUT)
    assert.deepEqual(pauses, [0, ...doubled.map((pause) => Math.min(pause, MAX_LOCKOUT))])
    assert.equal(pauses.at(-1), MAX_LOCKOUT)
  })
}

test('a lockout is measured from the last failed attempt', () => {
  const ends = [0, SECOND, MINUTE].map((later) =>
    lockoutEnd(misses(ALLOWED + 2), ALLOWED, NOON + later),
  )

  assert.deepEqual(ends, Array(3).fill(NOON + 4 * INITIAL_LOCKOUT))
})

test('a failure before the first lockout counts for fifteen minutes', () => {
  const early = misses(1, NOON - FAILURE_WINDOW)
  const late = misses(1, NOON - FAILURE_WINDOW + 1)

  const ends = [early, late].map((before) => {
    return lockoutEnd(misses(ALLOWED - 1, NOON, before), ALLOWED, NOON)
  })

  assert.deepEqual(
    ends.map((end) => end - NOON === INITIAL_LOCKOUT),
    [false, true],
  )
  assert.equal(attemptsLeft(misses(ALLOWED - 1, NOON, early), ALLOWED, NOON), 1)
})

test('the next failure within an hour after a lockout starts a longer one', () => {
  const paused = misses(ALLOWED + 2)

  const pauses = [FAILURE_WINDOW, LOCKOUT_MEMORY - 1, LOCKOUT_MEMORY].map((later) => {
    const at = NOON + later
    return Math.max(0, lockoutEnd(addFailure(paused, ALLOWED, at), ALLOWED, at) - at)
  })

  assert.deepEqual(pauses, [8 * INITIAL_LOCKOUT, 8 * INITIAL_LOCKOUT, 0])
})

test('the count starts over after an hour without a failure', () => {
  const at = NOON + LOCKOUT_MEMORY + MINUTE
  const again = misses(ALLOWED - 1, at, misses(ALLOWED + 6))

  assert.equal(attemptsLeft(again, ALLOWED, at), 1)
  assert.equal(
    lockoutEnd(misses(ALLOWED, at, misses(ALLOWED + 6)), ALLOWED, at) - at,
    INITIAL_LOCKOUT,
  )
})

test('there is no lockout without failures', () => {
  assert.ok(lockoutEnd(NO_FAILURES, ALLOWED, NOON) < NOON)
  assert.equal(attemptsLeft(NO_FAILURES, ALLOWED, NOON), ALLOWED)
})

test('no lockout lasts longer than six minutes, however many failures there were', () => {
  let row = NO_FAILURES
  let at = NOON
  let longest = 0
  for (let turn = 0; turn < 5000; turn += 1) {
    row = addFailure(row, ALLOWED, at)
    const end = lockoutEnd(row, ALLOWED, at)
    longest = Math.max(longest, end - at)
    at = end
  }

  assert.ok(JSON.stringify(row).length < 400, JSON.stringify(row))
  assert.ok(longest >= MAX_LOCKOUT && longest <= 6 * MINUTE, `${longest}`)
})

test('stored failures expire only when they no longer affect a lockout', () => {
  for (const count of [1, ALLOWED - 1, ALLOWED + 2, ALLOWED + 70]) {
    const before = misses(count)
    const at = failuresExpireAt(before)

    assert.ok(at <= NOON + 8 * HOUR)
    assert.equal(attemptsLeft(before, ALLOWED, at), attemptsLeft(NO_FAILURES, ALLOWED, at))
    assert.ok(lockoutEnd(before, ALLOWED, at) <= at)
  }
})
