import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idFromName, slugOf } from './slug.ts'

test('a slug is made from an English or Russian title', () => {
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

test('the ID of a role is made from a name in any alphabet', () => {
  const ids = ['Старший модератор', 'Ёлка #1', 'VIP+', 'Café_Crew', '!!!', 'я'.repeat(40)].map(
    idFromName,
  )

  assert.deepEqual(ids, ['starshiy-moderator', 'elka-1', 'vip', 'cafe_crew', '', 'ya'.repeat(16)])
})
