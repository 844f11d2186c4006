import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { batchPerTick } from './batch-per-tick.ts'

const fulfilled = <T>(value: T) => ({ status: 'fulfilled', value }) as const

test('queries of one turn of the event loop run as one batch', async () => {
  const groups: number[][] = []
  const double = batchPerTick((numbers: number[]) => {
    groups.push(numbers)
    return numbers.map((number) => fulfilled(number * 2))
  })

  const first = await Promise.all([double(1), Promise.resolve().then(() => double(2)), double(3)])
  const second = await double(4)

  assert.deepEqual([...first, second], [2, 4, 6, 8])
  assert.deepEqual(groups, [[1, 3, 2], [4]])
})

test('a batch does not run before the turn ends', async () => {
  let answering = false
  const ask = batchPerTick((questions: string[]) => {
    answering = true
    return questions.map(fulfilled)
  })

  const answer = ask('?')
  await Promise.resolve()
  const before = answering
  await answer

  assert.deepEqual([before, answering], [false, true])
})

test('a failed query does not fail the other queries of its batch', async () => {
  const half = batchPerTick((numbers: number[]) =>
    numbers.map((number) =>
      number % 2 === 0
        ? fulfilled(number / 2)
        : ({ status: 'rejected', reason: new Error(`${number} is odd`) } as const),
    ),
  )

  const outcomes = await Promise.allSettled([half(2), half(3), half(8)])

  assert.deepEqual(outcomes, [
    fulfilled(1),
    { status: 'rejected', reason: new Error('3 is odd') },
    fulfilled(4),
  ])
})

test('a failed batch rejects all of its queries, and later queries run again', async () => {
  let broken = true
  const ask = batchPerTick(async (questions: number[]) => {
    await turn()
    if (broken) throw new Error('broken')
    return questions.map(fulfilled)
  })

  const failed = await Promise.allSettled([ask(1), ask(2)])
  broken = false
  const later = await ask(3)

  assert.deepEqual(
    failed,
    [1, 2].map(() => ({ status: 'rejected', reason: new Error('broken') })),
  )
  assert.equal(later, 3)
})
