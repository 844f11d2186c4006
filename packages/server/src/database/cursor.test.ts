import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../platform/errors.ts'
import { InstantAndId, pageSize, readPage, toPage } from './cursor.ts'

type Thing = { at: number; id: string }

const things: Thing[] = [3, 2, 2, 1].map((at, index) => ({ at, id: `thing-${index}` }))
const keyOf = ({ at, id }: Thing) => [at, id]

test('the cursor of a page is the key of its last item, and the last page has no cursor', () => {
  const first = toPage(things.slice(0, 3), 2, keyOf)
  const last = toPage(things.slice(2), 2, keyOf)
  const none = toPage([], 2, keyOf)

  assert.deepEqual(first.items, things.slice(0, 2))
  assert.deepEqual(readPage({ cursor: first.next ?? '' }, InstantAndId).after, [2, 'thing-1'])
  assert.deepEqual(
    [last, none],
    [
      { items: things.slice(2), next: null },
      { items: [], next: null },
    ],
  )
})

test('a page has twenty items by default and at most a hundred', () => {
  const sizes = [undefined, '1', '007', '100', '101', '9'.repeat(400)].map(pageSize)

  assert.deepEqual(sizes, [20, 1, 7, 100, 100, 100])
})

test('a search text is trimmed, and an empty one means all items', () => {
  const queries = [undefined, '', '  ', ' two words '].map(
    (query) => readPage({ ...(query !== undefined && { query }) }, InstantAndId).query,
  )

  assert.deepEqual(queries, [undefined, undefined, undefined, 'two words'])
})

test('a malformed cursor is refused', () => {
  const keys = [null, 'x', 1, {}, [], [1], ['1', 'x'], [1, 2], [1, 'x', 2], [1.5, 'x']]
  const more = [
    [1e300, 'x'],
    [-1e300, 'x'],
    [1, 'x\u0000'],
    [1, 'x'.repeat(300)],
    [null, 'x'],
  ]
  const made = [...keys, ...more].map((key) => Buffer.from(JSON.stringify(key)))
  const cursors = ['', '!', 'garbage', 'ÿ', ...made.map((json) => json.toString('base64url'))]

  for (const cursor of cursors) {
    assert.throws(
      () => readPage({ cursor }, InstantAndId),
      (error) => {
        assert.ok(error instanceof Refusal)
        const fields = [{ field: 'cursor', keyword: 'pattern' }]
        assert.deepEqual([error.code, error.details.fields], ['request.invalid', fields])
        return true
      },
    )
  }
})
