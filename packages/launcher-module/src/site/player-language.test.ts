import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '../language.ts'
import { openPlayerLanguage } from './player-language.ts'

/** Opens a site in Russian that can become unreachable. */
function openSite(chosen: Language | 'site' = 'site') {
  const site = { away: false, asked: 0, now: 0 }
  const language = openPlayerLanguage({
    chosen,
    guess: 'en',
    now: () => site.now,
    async ask() {
      site.asked += 1
      if (site.away) throw new Error('away')
      return 'ru'
    },
  })
  return { site, language }
}

test('the module uses a guessed language until the site reports its language', async () => {
  const { language } = openSite()

  const learnt = language.learn()
  const before = language.current()
  await learnt

  assert.deepEqual([before, language.current()], ['en', 'ru'])
})

test('the language of the site is requested at most once in five minutes', async () => {
  const { site, language } = openSite()

  await Promise.all([language.learn(), language.learn()])
  site.now = 299_999
  await language.learn()
  const early = site.asked
  site.now = 300_000
  await language.learn()

  assert.deepEqual([early, site.asked], [1, 2])
})

test('while the site is unreachable, its last known language is used', async () => {
  const { site, language } = openSite()
  await language.learn()
  site.now = 300_000
  site.away = true

  await language.learn()
  await language.learn()

  assert.deepEqual([language.current(), site.asked], ['ru', 3])
})

test('with a configured language, the module does not request the site’s language', async () => {
  const { site, language } = openSite('en')

  await language.learn()

  assert.deepEqual([language.current(), site.asked], ['en', 0])
})
