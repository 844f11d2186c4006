import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { gather } from './batch-per-tick.ts'

const fulfilled = <T>(value: T) => ({ status: 'fulfilled', value }) as const

test('what is asked in one turn of the event loop is answered together', async () => {
  const groups: number[][] = []
  const double = gather((numbers: number[]) => {
    groups.push(numbers)
    return numbers.map((number) => fulfilled(number * 2))
  })

  const first = await Promise.all([double(1), Promise.resolve().then(() => double(2)), double(3)])
  const second = await double(4)

  assert.deepEqual([...first, second], [2, 4, 6, 8])
  assert.deepEqual(groups, [[1, 3, 2], [4]])
})

test('nothing is answered before the turn ends', async () => {
  let answering = false
  const ask = gather((questions: string[]) => {
    answering = true
    return questions.map(fulfilled)
  })

  const answer = ask('?')
  await Promise.resolve()
  const before = answering
  await answer

  assert.deepEqual([before, answering], [false, true])
})

test('each question has an outcome of its own', async () => {
  const half = gather((numbers: number[]) =>
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

test('when nothing can be answered all are told why, and later ones are asked anew', async () => {
  let broken = true
  const ask = gather(async (questions: number[]) => {
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
