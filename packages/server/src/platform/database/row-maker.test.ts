import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowMaker } from './row-maker.ts'

test('the name of a column is a name in its rows and never code, whatever signs it has', () => {
  const names = ['id', 'a b', '"', "'", '\\', '\n', '\u2028', ': 1 }) //', 'constructor', '0']
  const values = names.map((name) => `value of ${name}`)

  const row = rowMaker(names)(values)

  assert.deepEqual(
    new Map(Object.entries(row)),
    new Map(names.map((name) => [name, `value of ${name}`])),
  )
})

test('nulls, numbers and bytes are in a row as they came', () => {
  const bytes = Buffer.from('skin')

  const row = rowMaker(['a', 'b', 'c'])([null, 7, bytes])

  assert.deepEqual(row, { a: null, b: 7, c: bytes })
})
