import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import { afterAttempt } from './next-attempt.ts'
import type { Delivery } from './webhook.ts'

const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

const delivery: Delivery = {
  id: 'a.1',
  webhookId: 'a',
  eventNumber: 1,
  eventId: 'event',
  type: 'role.changed',
  orderKey: '',
  createdAt: 0,
  state: 'waiting',
  tries: 0,
  nextAt: 0,
  attemptedAt: null,
  status: null,
  duration: null,
  answer: null,
}

const failed = {
  isDelivered: false,
  status: 500,
  duration: 1,
  answer: '',
  retryAt: undefined,
  response: undefined,
}

function pausesOf(chance: number): number[] {
  const pauses: number[] = []
  for (let last = delivery; last.state === 'waiting'; ) {
    const now = last.nextAt
    last = afterAttempt(last, failed, { now, chance })
    if (last.state === 'waiting') pauses.push(last.nextAt - now)
  }
  return pauses
}

test('a delivery is repeated after nine pauses, from 5 s to 24 h, and then fails', () => {
  assert.deepEqual(pausesOf(0), PAUSES)
})

test('jitter makes each pause up to a tenth longer', () => {
  assert.deepEqual(
    pausesOf(1),
    PAUSES.map((pause) => Math.round(pause * 1.1)),
  )
})
