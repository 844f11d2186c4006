import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateDisk, evaluateMemory } from './check-machine.ts'

const MB = 1024 * 1024

test('the disk check warns before the disk is full', () => {
  assert.deepEqual(
    [1024 * MB, 1024 * MB - 1, 100 * MB, 100 * MB - 1].map((free) => evaluateDisk(free).state),
    ['good', 'warning', 'warning', 'bad'],
  )
})

test('disk space is formatted in units of the language', () => {
  const { detail } = evaluateDisk(1536 * MB)

  assert.deepEqual(detail, { ru: 'Свободно 1 ГБ.', en: '1 GB free.' })
})

test('the memory check warns below 256 MB, and is bad if more than 90% is used', () => {
  const judge = (limit: number, used: number) =>
    evaluateMemory({ limit: limit * MB, used: used * MB }).state

  assert.deepEqual(
    [judge(256, 150), judge(255, 150), judge(1000, 900), judge(1000, 901)],
    ['good', 'warning', 'good', 'bad'],
  )
})
