import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeDisk, judgeMemory } from './check-machine.ts'

const MB = 1024 * 1024

test('a disk counts as full before nothing fits any more', () => {
  assert.deepEqual(
    [1024 * MB, 1024 * MB - 1, 100 * MB, 100 * MB - 1].map((free) => judgeDisk(free).state),
    ['good', 'warning', 'warning', 'bad'],
  )
})

test('disk space is told in the units of the language', () => {
  const { detail } = judgeDisk(1536 * MB)

  assert.deepEqual(detail, { ru: 'Свободно 1 ГБ.', en: '1 GB free.' })
})

test('memory is judged by the limit and by what is used', () => {
  const judge = (limit: number, used: number) =>
    judgeMemory({ limit: limit * MB, used: used * MB }).state

  assert.deepEqual(
    [judge(256, 150), judge(255, 150), judge(1000, 900), judge(1000, 901)],
    ['good', 'warning', 'good', 'bad'],
  )
})
