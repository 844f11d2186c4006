import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE, SECOND } from '../../platform/clock.ts'
import {
  addReplacement,
  reissuableStep,
  replacedRecently,
  type TokenReplacement,
} from './replaced-tokens.ts'

const NOON = Date.UTC(2030, 0, 1, 12)

const replace = (replacements: readonly TokenReplacement[], counter: number, now: number) =>
  addReplacement(replacements, counter, { now, step: `process.${counter}` })

test('a token counts as recently replaced for less than thirty seconds', () => {
  const replacements = replace([], 4, NOON)

  const seen = [0, 29_999, 30_000].map((later) => replacedRecently(replacements, 4, NOON + later))

  assert.deepEqual(seen, [true, true, false])
})

test('a current or future token does not count as recently replaced', () => {
  const replacements = replace([], 4, NOON)

  assert.equal(replacedRecently([], 0, NOON), false)
  assert.equal(replacedRecently(replacements, 5, NOON), false)
})

test('replacing a later refresh token does not change the age of earlier replacements', () => {
  const first = replace([], 0, NOON)
  const both = replace(first, 1, NOON + 10 * SECOND)

  const at = NOON + 35 * SECOND
  assert.deepEqual(both, [
    [0, NOON],
    [1, NOON + 10 * SECOND, 'process.1'],
  ])
  assert.deepEqual([replacedRecently(both, 0, at), replacedRecently(both, 1, at)], [false, true])
})

test('replacing a later refresh token does not make an old replacement recent', () => {
  let replacements = replace([], 0, NOON)
  replacements = replace(replacements, 1, NOON + 40 * SECOND)
  replacements = replace(replacements, 2, NOON + 80 * SECOND)

  const seen = [0, 1, 2].map((counter) =>
    replacedRecently(replacements, counter, NOON + 81 * SECOND),
  )

  assert.deepEqual(seen, [false, false, true])
})

test('replacements of refresh tokens within one second share one stored entry', () => {
  let replacements: TokenReplacement[] = []
  for (let counter = 0; counter < 5; counter += 1) {
    replacements = replace(replacements, counter, NOON + counter * 100)
  }

  const at = NOON + 400 + 29_999
  assert.deepEqual(replacements, [[4, NOON + 400, 'process.4']])
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((counter) => replacedRecently(replacements, counter, at)),
    [true, true, true, true, true, false],
  )
})

test('at most 32 replacements are kept, however fast a client refreshes', () => {
  let replacements: TokenReplacement[] = []
  let longest = 0
  for (let counter = 0; counter < 5000; counter += 1) {
    replacements = replace(replacements, counter, NOON + counter * 37)
    longest = Math.max(longest, replacements.length)
  }

  assert.ok(longest <= 32) // one entry per second of the last 30 s, and the newest older entry
})

test('in a long run, every replacement counts as recent for 30 to 31 seconds', () => {
  const replacedAt = new Map<number, number>()
  let replacements: TokenReplacement[] = []
  let now = NOON
  for (let counter = 0; counter < 400; counter += 1) {
    now += (counter * 7919) % 3000
    replacements = replace(replacements, counter, now)
    replacedAt.set(counter, now)
    for (const [earlier, at] of replacedAt) {
      const age = now - at
      const recent = replacedRecently(replacements, earlier, now)
      if (age < 30 * SECOND) assert.equal(recent, true)
      if (age >= 31 * SECOND) assert.equal(recent, false)
    }
  }
  assert.equal(replacedAt.size, 400)
})

test('the latest replacement can be reissued for ten minutes', () => {
  const replacements = replace(replace([], 0, NOON), 1, NOON + 10 * SECOND)
  const session = { counter: 2, replacements }
  const end = NOON + 10 * SECOND + 10 * MINUTE

  const seen = [end - 1, end].map((now) => reissuableStep(session, 1, now))

  assert.deepEqual(seen, ['process.1', undefined])
  assert.equal(reissuableStep(session, 0, NOON + 10 * SECOND), undefined)
  assert.equal(reissuableStep({ ...session, counter: 3 }, 1, NOON + 10 * SECOND), undefined)
  assert.equal(reissuableStep({ counter: 1, replacements: [[0, NOON]] }, 0, NOON), undefined)
})
