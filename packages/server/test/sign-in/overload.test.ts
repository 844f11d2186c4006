import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import type { App } from '../../src/app.ts'
import { scrape } from '../operations/doctor/prometheus.ts'
import { bearer, outcome, type Reply } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const OVERLOADED = '503 overloaded'
const workers = availableParallelism()
const FULL = { running: workers, waiting: workers * 64 }

/**
 * Keeps the hashing queue full until `release`: whenever a hash completes, the next one is queued in the same tick,
 * so that no request finds a free place.
 */
function fillHashing({ passwords }: App) {
  let held = true
  const keepAsking = async (): Promise<void> => {
    while (held) await passwords.verify(undefined, 'a storm of passwords')
  }
  const storm = Array.from({ length: FULL.running + FULL.waiting }, keepAsking)
  return {
    async release(): Promise<void> {
      held = false
      await Promise.all(storm)
    },
  }
}

sqliteTest(
  'requests that hash a password get 503 while the hashing queue is full',
  async (site) => {
    const steve = await site.player('Steve')
    const hash = await mailedLink(site, steve.email)
    const storm = fillHashing(site.app)

    const refused = await Promise.all([
      site.browser().logIn('Steve', PASSWORD),
      site.browser().logIn('Nobody', PASSWORD),
      register(site, 'Alex'),
      setPassword(site, hash),
      changePassword(steve),
      changeEmail(steve),
    ])
    const load = site.app.passwords.load()
    await storm.release()

    assert.deepEqual(load, FULL)
    assert.deepEqual(
      refused.map(outcome),
      refused.map(() => OVERLOADED),
    )
    for (const { headers, body } of refused) {
      assert.deepEqual([headers['retry-after'], body.retryAfter], ['2', 2])
      assert.match(body.message, /busy/)
    }
  },
)

sqliteTest(
  'requests that hash no password succeed while the hashing queue is full',
  async (site) => {
    const steve = await site.player('Steve')
    const hash = await mailedLink(site, steve.email)
    const storm = fillHashing(site.app)

    const answered = await Promise.all([
      steve.browser.get('/auth/me', bearer(steve.accessToken)),
      steve.browser.refresh(),
      steve.browser.post('/auth/sessions/me', undefined, bearer(steve.accessToken)),
      site.browser().post('/auth/password', { hash }),
      site.browser().get('/health/ready'),
    ])
    const { values } = await scrape(site.browser())
    const load = site.app.passwords.load()
    await storm.release()

    assert.deepEqual(load, FULL)
    assert.deepEqual(answered.map(outcome), ['200', '200', '200', '204', '200'])
    assert.deepEqual(values('portal_hashing_queue'), FULL)
  },
)

sqliteTest('a sign-in refused for overload does not count as a failed attempt', async (site) => {
  await site.player('Steve')
  const guess = () => site.browser().logIn('Steve', 'a wrong guess')
  const storm = fillHashing(site.app)
  const refused = await Promise.all(Array.from({ length: 20 }, guess))
  await storm.release()

  const misses: Reply[] = []
  for (let turn = 0; turn < site.app.maxFailedAttempts; turn += 1) misses.push(await guess())
  const paused = await guess()

  assert.deepEqual(
    refused.map(outcome),
    refused.map(() => OVERLOADED),
  )
  assert.deepEqual(
    misses.map(outcome),
    misses.map(() => '401 auth.wrongcredentials'),
  )
  assert.equal(outcome(paused), '429 auth.toomanyattempts')
  const { values } = await scrape(site.browser())
  assert.deepEqual(values('portal_login_total'), {
    undecided: 20,
    'wrong-credentials': site.app.maxFailedAttempts,
    paused: 1,
  })
})

sqliteTest(
  'a registration refused for overload does not count towards the registration limit',
  async (site) => {
    const names = ['Alex', 'Bo_', 'Cleo', 'Dan', 'Eve']
    const storm = fillHashing(site.app)
    const refused = await Promise.all(
      Array.from({ length: 61 }, (_, turn) => register(site, names[turn % 5] ?? '')),
    )
    await storm.release()

    const made: Reply[] = []
    for (const name of names) made.push(await register(site, name))
    const sixth = await register(site, 'Fay')

    assert.deepEqual(
      refused.map(outcome),
      refused.map(() => OVERLOADED),
    )
    assert.deepEqual(
      made.map(outcome),
      made.map(() => '201'),
    )
    assert.equal(outcome(sixth), '429 request.toomany')
  },
)

sqliteTest('a reset link refused for overload still works afterwards', async (site) => {
  const steve = await site.player('Steve')
  const hash = await mailedLink(site, steve.email)
  const storm = fillHashing(site.app)
  const refused = await Promise.all(Array.from({ length: 6 }, () => setPassword(site, hash)))
  const duringOverload = await site.browser().post('/auth/password', { hash })
  await storm.release()

  const set = await setPassword(site, hash)
  const signedIn = await site.browser().logIn('Steve', ANOTHER)

  assert.deepEqual(
    refused.map(outcome),
    refused.map(() => OVERLOADED),
  )
  assert.deepEqual([duringOverload, set, signedIn].map(outcome), ['204', '200', '200'])
  assert.equal(set.headers.ratelimit, '"password-resets";r=4;t=3600')
})

const ANOTHER = 'a wholly different phrase'

type Steve = Awaited<ReturnType<Site['player']>>

function register(site: Site, username: string): Promise<Reply> {
  const account = { username, email: `${username}@example.org`, password: PASSWORD }
  return site.browser().post('/auth/register', account)
}

function setPassword(site: Site, hash: string): Promise<Reply> {
  return site.browser().post('/auth/password', { hash, password: ANOTHER })
}

function changePassword({ browser, accessToken }: Steve): Promise<Reply> {
  const body = { current: PASSWORD, password: ANOTHER }
  return browser.post('/cabinet/password', body, bearer(accessToken))
}

function changeEmail({ browser, accessToken }: Steve): Promise<Reply> {
  const body = { email: 'new@example.org', password: PASSWORD }
  return browser.post('/cabinet/email', body, bearer(accessToken))
}

async function mailedLink(site: Site, email: string): Promise<string> {
  await site.browser().post('/auth/reset', { email })
  const mails = await site.mails()
  return mails.map(({ text }) => /hash=([\w-]+)/.exec(text ?? '')?.[1]).find(Boolean) ?? ''
}
