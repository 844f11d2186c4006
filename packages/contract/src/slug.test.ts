import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idFromName, slugOf } from './slug.ts'

test('a slug is derived from a title in either language', () => {
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

test('a long title gives a slug that ends with a whole or partial word', () => {
  assert.equal(slugOf(`${'a'.repeat(47)} b`), 'a'.repeat(47))
  assert.equal(slugOf('b'.repeat(100)), 'b'.repeat(48))
})

test('the id of a role is derived from its name in any alphabet', () => {
  const ids = ['Старший модератор', 'Ёлка #1', 'VIP+', 'Café_Crew', '!!!', 'я'.repeat(40)].map(
    idFromName,
  )

  assert.deepEqual(ids, ['starshiy-moderator', 'elka-1', 'vip', 'cafe_crew', '', 'ya'.repeat(16)])
})
