import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoInstant, parseInstant } from './clock.ts'

test('an instant is parsed with or without milliseconds, seconds and time', () => {
  const noon = Date.UTC(2030, 1, 28, 12)

  const read = [
    isoInstant(noon),
    '2030-02-28T12:00:00.0Z',
    '2030-02-28T12:00:00Z',
    '2030-02-28T12:00Z',
    '2030-02-28',
    '2028-02-29T23:59:59.999Z',
  ].map(parseInstant)

  const leapDay = Date.UTC(2028, 1, 29, 23, 59, 59, 999)
  assert.deepEqual(read, [noon, noon, noon, noon, Date.UTC(2030, 1, 28), leapDay])
})

test('a text that is not an instant of the calendar is rejected', () => {
  const wrong = [
    '',
    'tomorrow',
    '2030-02-30',
    '2030-02-29T12:00:00Z',
    '2030-13-01T00:00:00Z',
    '2030-00-10',
    '2030-01-01T24:00:00Z',
    '2030-01-01T12:60:00Z',
    '2030-01-01T12:00:61Z',
    '2030-01-01T12:00:00',
    '2030-01-01T12:00:00+03:00',
    '2030-01-01T12Z',
    '2030-01-01Z',
    '2030-01-01 12:00Z',
    '+002030-01-01T00:00:00Z',
    '2030-1-1',
    '2030',
    '1893456000000',
    '2030-01-01T12:00:00Z\n',
  ]

  assert.deepEqual(
    wrong.filter((text) => parseInstant(text) !== undefined),
    [],
  )
})

test('an instant is written like Date.toISOString in any year', () => {
  const known = [0, 1, -1, 951_827_696_123, -62_167_219_200_001, 253_402_300_800_000, 8.64e15, 1.5]
  const spread = Array.from({ length: 2000 }, (_, n) => n * 7_919_777_321 - 6e12)

  for (const at of [...known, ...spread]) assert.equal(isoInstant(at), new Date(at).toISOString())
  assert.throws(() => isoInstant(Number.NaN), RangeError)
})
