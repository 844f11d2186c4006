import assert from 'node:assert/strict'
import { MINUTE, SECOND } from '../../src/platform/clock.ts'
import { outcome, type Reply, tally } from '../support/browser.ts'
import { PASSWORD, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

siteTest(
  'an address has sixty sign-in attempts per five minutes, even concurrent ones',
  async (site) => {
    const tryOnce = (n: number, ip: string) =>
      site.browser({ instance: n % 2, ip }).logIn(`Nobody${n}`, 'wrong guess')

    const storm = await Promise.all(Array.from({ length: 80 }, (_, n) => tryOnce(n, '203.0.113.9')))
    const neighbour = await tryOnce(80, '203.0.113.10')
    site.wait(5 * MINUTE - 1)
    const early = await tryOnce(81, '203.0.113.9')
    site.wait(1)
    const again = await Promise.all(
      Array.from({ length: 70 }, (_, n) =>
        site.browser({ instance: n % 2, ip: '203.0.113.9' }).post('/auth/login', {}),
      ),
    )

    assert.deepEqual(tally(storm), { '401 auth.wrongcredentials': 60, '429 request.toomany': 20 })
    assert.deepEqual([neighbour, early].map(outcome), [
      '401 auth.wrongcredentials',
      '429 request.toomany',
    ])
    assert.deepEqual(tally(again), { '400 request.invalid': 60, '429 request.toomany': 10 })
  },
  { instances: 2 },
)

sqliteTest('each response to a sign-in has the number of remaining attempts', async (site) => {
  await site.player('Steve')

  const good = await site.browser().logIn('Steve', PASSWORD)
  site.wait(1500)
  const wrong = await site.browser().logIn('Steve', 'wrong guess')
  const malformed = await site.browser().post('/auth/login', '{')

  assert.deepEqual([good.status, wrong.status, malformed.status], [200, 401, 400])
  assert.deepEqual([good, wrong, malformed].map(limitFields), [
    { policy: '"login";q=60;w=300', rest: '"login";r=59;t=300' },
    { policy: '"login";q=60;w=300', rest: '"login";r=58;t=299' },
    { policy: '"login";q=60;w=300', rest: '"login";r=57;t=299' },
  ])
})

sqliteTest('a client over the sign-in limit gets 429 with the seconds to wait', async (site) => {
  await site.player('Steve')
  await Promise.all(Array.from({ length: 60 }, () => site.browser().post('/auth/login', {})))
  site.wait(100.5 * SECOND)

  const english = await site.browser().logIn('Steve', PASSWORD)
  const russian = await site.browser().logIn('Steve', PASSWORD, { 'accept-language': 'ru' })

  assert.deepEqual(
    [english.status, english.body],
    [
      429,
      {
        error: 'request.toomany',
        message: 'Too many requests. Please try again later.',
        retryAfter: 200,
      },
    ],
  )
  assert.equal(String(english.headers['retry-after']), '200')
  assert.deepEqual(limitFields(english), {
    policy: '"login";q=60;w=300',
    rest: '"login";r=0;t=200',
  })
  assert.deepEqual(russian.body, {
    error: 'request.toomany',
    message: 'Слишком много запросов. Попробуйте позже.',
    retryAfter: 200,
  })
})

function limitFields({ headers }: Reply) {
  return { policy: headers['ratelimit-policy'], rest: headers.ratelimit }
}
