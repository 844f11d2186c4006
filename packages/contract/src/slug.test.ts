import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slugOf } from './slug.ts'

test('an address is made from a title in either language', () => {
  const titles = ['Rules', 'How to play?', 'Правила сервера', 'Ёж & Щука', 'Café №7', '«»', '日本']

  const slugs = titles.map(slugOf)

  assert.deepEqual(slugs, [
    'rules',
    'how-to-play',
    'pravila-servera',
    'ezh-shchuka',
    'cafe-no7',
    '',
    '',
  ])
})

test('a long title makes an address that ends with a word or a part of one', () => {
  assert.equal(slugOf(`${'a'.repeat(47)} b`), 'a'.repeat(47))
  assert.equal(slugOf('b'.repeat(100)), 'b'.repeat(48))
})
