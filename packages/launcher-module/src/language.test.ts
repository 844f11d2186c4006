import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf } from './language.ts'

test('the LANG variable selects Russian or English messages', () => {
  const russian = ['ru_RU.UTF-8', 'ru', 'RU_ru', 'ru@x', 'ru-RU']
  const english = ['en_US.UTF-8', 'C', '', undefined, 'de_DE', 'rup_MK', 'C.UTF-8']

  assert.deepEqual(russian.map(languageOf), Array(russian.length).fill('ru'))
  assert.deepEqual(english.map(languageOf), Array(english.length).fill('en'))
})
