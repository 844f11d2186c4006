import assert from 'node:assert/strict'
import { outcome } from '../../support/browser.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { post, wanted } from './registration.ts'

sqliteTest('a password has 8 to 128 characters, and an emoji counts as one', async (site) => {
  const passwords = {
    'k7 v2 q': '400 password.short',
    '🦊🐻🐼🐨🐯🦁🐮': '400 password.short',
    'k7 v2 q9': '201',
    '🦊🐻🐼🐨🐯🦁🐮🐷': '201',
    [unlikely(128)]: '201',
    [`${unlikely(126)}🦊🐻`]: '201',
    [unlikely(129)]: '400 password.long',
    [`${unlikely(127)}🦊🐻`]: '400 password.long',
  }

  const replies = await Promise.all(
    Object.keys(passwords).map((password, n) =>
      post(site, { ...wanted(`Player${n}`), password }, n),
    ),
  )

  assert.deepEqual(replies.map(outcome), Object.values(passwords))
})

sqliteTest('spaces of a password are significant', async (site) => {
  const password = '  двойной  пробел 🦊  '
  await post(site, { ...wanted('Steve'), password })

  const exact = await site.browser().logIn('Steve', password)
  const trimmed = await site.browser().logIn('Steve', password.trim())

  assert.deepEqual([exact, trimmed].map(outcome), ['200', '401 auth.wrongcredentials'])
})

sqliteTest('all characters of a long password are significant', async (site) => {
  const password = unlikely(128)
  await post(site, { ...wanted('Steve'), password })

  const exact = await site.browser().logIn('Steve', password)
  const cut = await site.browser().logIn('Steve', password.slice(0, -1))

  assert.deepEqual([exact, cut].map(outcome), ['200', '401 auth.wrongcredentials'])
})

sqliteTest('a password of invalid length is refused with a message', async (site) => {
  const short = await post(site, { ...wanted('Steve'), password: 'k7 v2 q' }, 1, 'ru')
  const long = await post(site, { ...wanted('Steve'), password: unlikely(129) }, 1, 'en')

  assert.deepEqual(
    [short.body, long.body],
    [
      { error: 'password.short', message: 'Пароль должен быть не короче 8 символов.' },
      { error: 'password.long', message: 'The password must have at most 128 characters.' },
    ],
  )
})

/** Makes a password of this length that is in no list and breaks no rule. */
function unlikely(length: number): string {
  let text = ''
  for (let n = 7; text.length < length; n = (n * 7919 + 13) % 999_983) text += n.toString(36)
  return text.slice(0, length)
}
