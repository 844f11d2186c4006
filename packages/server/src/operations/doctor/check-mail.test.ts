import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateOutbox } from './check-mail.ts'

test('the mail check is bad once a mail has waited for an hour', () => {
  const judge = (waiting: number, dead: number, hours: number) =>
    evaluateOutbox({ waiting, dead, held: 0, hours }).state

  assert.deepEqual(
    [judge(0, 0, 0), judge(3, 0, 0), judge(0, 1, 0), judge(1, 0, 1), judge(1, 1, 1)],
    ['good', 'good', 'warning', 'bad', 'bad'],
  )
})
