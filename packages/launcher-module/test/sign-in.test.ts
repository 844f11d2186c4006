import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Language } from '../src/language.ts'
import {
  type Answer,
  openLibrary,
  openStandIn,
  profileOf,
  refusal,
  STEVE,
} from './stand-in-site.ts'

const credentials = { login: 'STEVE@example.org', password: 'correct horse', code: '123456' }
const accepted = { outcome: 'accepted', subject: STEVE, username: 'Steve', uuid: STEVE }

test('a signed-in player gets the canonical name, however the name was typed', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)

  const verdict = await portal.signIn().authenticate(credentials)
  await portal.signIn().authenticate({ login: 'steve', password: 'p', code: '' })

  assert.deepEqual(verdict, accepted)
  assert.deepEqual(
    site.asked.map(({ method, path, body }) => [method, path, JSON.parse(body)]),
    [
      [
        'POST',
        'authenticate',
        { login: 'STEVE@example.org', password: 'correct horse', totp: '123456' },
      ],
      ['POST', 'authenticate', { login: 'steve', password: 'p' }],
    ],
  )
  assert.equal(site.asked[0]?.headers.authorization, 'Api-Key key-of-the-test')
})

test('a sign-in caches the profile for the access check', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)
  await portal.signIn().authenticate(credentials)

  const allowed = await portal.access().allows('survival', { uuid: STEVE })

  assert.equal(allowed, true)
  assert.deepEqual(site.paths(), ['authenticate'])
})

const misses: [Answer, string][] = [
  [refusal(404, 'auth.usernotfound'), 'invalid-credentials'],
  [refusal(401, 'auth.wrongpassword'), 'invalid-credentials'],
  [refusal(401, 'auth.wrong2fa'), 'invalid-credentials'],
  [refusal(401, 'auth.require2fa'), 'two-factor-required'],
]
for (const [answer, outcome] of misses) {
  const code = typeof answer === 'object' ? JSON.stringify(answer.json) : ''
  test(`the refusal ${code} becomes ${outcome} and reveals nothing else`, async () => {
    await using site = await openStandIn(() => answer)

    const verdict = await openLibrary(site).signIn().authenticate(credentials)

    assert.deepEqual(verdict, { outcome })
  })
}

test('an empty login or password fails without a request', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const signIn = openLibrary(site).signIn()

  const verdicts = [
    await signIn.authenticate({ login: '', password: 'p' }),
    await signIn.authenticate({ login: 'Steve', password: '' }),
  ]

  const miss = { outcome: 'invalid-credentials' }
  assert.deepEqual([verdicts, site.asked], [[miss, miss], []])
})

const sentences: [string, Answer, Record<Language, string>][] = [
  [
    'a ban and its reason',
    refusal(403, 'auth.userblocked', { reason: 'Читы, до 1 мая' }),
    {
      en: 'This account is blocked: Читы, до 1 мая',
      ru: 'Аккаунт заблокирован: Читы, до 1 мая',
    },
  ],
  [
    'a ban without a reason',
    refusal(403, 'auth.userblocked'),
    { en: 'This account is blocked.', ru: 'Аккаунт заблокирован.' },
  ],
  [
    'a ban that only the profile shows',
    { json: profileOf({ banned: true, banReason: 'griefing' }) },
    { en: 'This account is blocked: griefing', ru: 'Аккаунт заблокирован: griefing' },
  ],
  [
    'an unconfirmed address',
    refusal(403, 'auth.usernotactivated'),
    {
      en: 'Your e-mail address is not confirmed yet. Confirm it on the site, then sign in again.',
      ru: 'Адрес почты ещё не подтверждён. Подтвердите его на сайте и войдите снова.',
    },
  ],
  [
    'a password that must be changed, by the refusal code',
    refusal(403, 'auth.passwordchangerequired'),
    { en: 'auth.passwordchangerequired', ru: 'auth.passwordchangerequired' },
  ],
  [
    'a lockout and its seconds',
    { status: 429, headers: { 'retry-after': '40' }, json: { error: 'auth.toomanyattempts' } },
    {
      en: 'Too many attempts. Please try again in 40 s.',
      ru: 'Слишком много попыток. Попробуйте снова через 40 с.',
    },
  ],
  [
    'an unexpected refusal',
    refusal(400, 'request.invalid'),
    {
      en: 'The site refused this: request.invalid.',
      ru: 'Сайт ответил отказом: request.invalid.',
    },
  ],
]
for (const [name, answer, expected] of sentences) {
  test(`a sign-in explains to the player: ${name}`, async () => {
    await using site = await openStandIn(() => answer)
    const read = async (language: Language) => {
      const signIn = openLibrary(site, { language }).signIn()
      return signIn.authenticate(credentials).catch((error: Error) => error.message)
    }

    assert.deepEqual({ en: await read('en'), ru: await read('ru') }, expected)
  })
}
