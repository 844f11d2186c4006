import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bytesField, itemField, numberField, readMessage, textField, writeMessage } from './wire.ts'

test('a message that was written is read back unchanged', () => {
  const largest = 2n ** 64n - 1n
  const inner = writeMessage(textField(1, 'Привет'), numberField(2, largest))
  const bytes = writeMessage(
    textField(1, 'a'.repeat(300)),
    itemField(2, Buffer.from('')),
    itemField(2, Buffer.from('two')),
    itemField(3, inner),
    bytesField(2000, Buffer.from([0, 255])),
    numberField(5, true),
  )

  const fields = readMessage(bytes)

  assert.deepEqual(
    [fields.text(1), fields.texts(2), fields.message(3).text(1), fields.message(3).whole(2)],
    ['a'.repeat(300), ['', 'two'], 'Привет', largest],
  )
  assert.deepEqual([...fields.bytes(2000), fields.whole(5)], [0, 255, 1n])
  assert.deepEqual([fields.text(9), fields.whole(9), fields.texts(9)], ['', 0n, []])
})

test('a field with its default value is encoded in zero bytes', () => {
  const bytes = writeMessage(textField(1, ''), numberField(2, 0), numberField(3, false))

  assert.equal(bytes.length, 0)
})

test('negative numbers take ten bytes, as proto3 requires', () => {
  assert.equal(numberField(1, -1n).toString('hex'), '08ffffffffffffffffff01')
})

test('unknown fields of every type are skipped', () => {
  const fixed = Buffer.from([(7 << 3) | 1, 1, 2, 3, 4, 5, 6, 7, 8, (8 << 3) | 5, 1, 2, 3, 4])

  const fields = readMessage(Buffer.concat([fixed, textField(1, 'a'), textField(1, 'b')]))

  assert.equal(fields.text(1), 'b')
})

test('a malformed message is refused', () => {
  const broken = [
    '0a05',
    '0a',
    '08ff',
    '0b',
    '0affffffffffffffffffff01',
    '08ffffffffffffffffffff01',
  ]

  for (const hex of broken) assert.throws(() => readMessage(Buffer.from(hex, 'hex')), Error)
})
