import assert from 'node:assert/strict'
import { test } from 'node:test'
import { amountOf, MAX_CENTS, parseCents } from './money.ts'

test('an amount is converted to hundredths digit by digit', () => {
  const amounts: [number | string, number][] = [
    [12.34, 1234],
    ['12.34', 1234],
    [0.1, 10],
    [1.1, 110],
    [1.15, 115],
    [8.2, 820],
    [4.35, 435],
    [1.005e2, 10050],
    [-0.01, -1],
    ['-0.00', 0],
    [-0, 0],
    ['+5', 500],
    ['007.5', 750],
    ['00000000000000000001', 100],
    [19.99, 1999],
    [9999999999.99, 999999999999],
    [10_000_000_000, MAX_CENTS],
    ['-10000000000.00', -MAX_CENTS],
  ]

  const read = amounts.map(([amount]) => parseCents(amount))

  assert.deepEqual(
    read,
    amounts.map(([, cents]) => cents),
  )
  assert.ok(read.every((cents) => !Object.is(cents, -0)))
})

test('text that is not an amount with at most two decimals is rejected, not rounded', () => {
  const wrong = [
    0.1 + 0.2,
    0.001,
    1.999,
    1e-7,
    1e21,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    10_000_000_000.01,
    '10000000000.01',
    '99999999999999999999',
    '1e3',
    '1.',
    '.5',
    '1,5',
    '--1',
    '+-1',
    ' 1',
    '1 ',
    '',
    '0x10',
    '１２',
    'Infinity',
  ]

  assert.deepEqual(
    wrong.filter((amount) => parseCents(amount) !== undefined),
    [],
  )
})

test('every amount is the same after formatting and parsing', () => {
  const cents = [0, 1, 7, 29, 58, 1234, 435, -1, -999_999_999_999, 999_999_999_999, MAX_CENTS]
  for (let count = 0; count < 20_000; count += 1) cents.push(count, count * 49_999_999 + 7)

  assert.deepEqual(
    cents.filter((value) => parseCents(amountOf(value)) !== value),
    [],
  )
})
