import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { localeOf } from './locale.ts'

function answered(header: string | undefined, fallback: 'en' | 'ru' = 'en'): string {
  const headers = { 'accept-language': header }
  return localeOf({ headers } as FastifyRequest, fallback) // `localeOf` reads no other field of the request
}

test('the response is in the supported language that the caller prefers', () => {
  const headers: Record<string, string> = {
    ru: 'ru',
    'ru-RU': 'ru',
    'RU-ru': 'ru',
    en: 'en',
    'ru,en': 'ru',
    'en,ru': 'en',
    'ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7': 'ru',
    'en;q=0.5,ru;q=0.8': 'ru',
    'de,ru;q=0.1': 'ru',
    'fr, de, en;q=0.3, ru;q=0.2': 'en',
    'en;q=0,ru;q=0.1': 'ru',
    'ru;q=1.000,en;q=0.999': 'ru',
  }

  const answers = Object.keys(headers).map((header) => answered(header))

  assert.deepEqual(answers, Object.values(headers))
})

test('spaces and letter case in the weights of Accept-Language are ignored', () => {
  const headers = [
    'en; q=0.5, ru; q=0.8',
    'en ;q=0.5 , ru ; q=0.8',
    'en;Q=0.5,ru',
    'en; q=0, ru; q=0.1',
  ]

  const answers = headers.map((header) => answered(header))

  assert.deepEqual(answers, ['ru', 'ru', 'ru', 'ru'])
})

test('a caller who accepts no supported language gets the language of the site', () => {
  const headers = [undefined, '', 'de', 'de,fr;q=0.5', '*', ';;,,q=', 'ru;q=0', 'en;q=0,ru;q=0']

  const english = headers.map((header) => answered(header, 'en'))
  const russian = headers.map((header) => answered(header, 'ru'))

  assert.deepEqual(english, Array(headers.length).fill('en'))
  assert.deepEqual(russian, Array(headers.length).fill('ru'))
})
