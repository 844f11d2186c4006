import assert from 'node:assert/strict'
import { SECOND } from '../../../src/platform/clock.ts'
import {
  FAILURE_WINDOW,
  INITIAL_LOCKOUT,
  MAX_LOCKOUT,
} from '../../../src/security/lockout/login-lockout.ts'
import { attackersOf, LOCKED_OUT, retryAfter, WRONG_CREDENTIALS } from '../../sign-in/attackers.ts'
import { outcome, type Reply, tally } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

siteTest('the tenth failed sign-in starts the first lockout', async (site) => {
  await site.player('Steve')
  const attackers = attackersOf(site)

  const misses = await attackers.reachLockout('Steve')
  const paused = await attackers.guess('Steve')
  site.wait(INITIAL_LOCKOUT - 1)
  const late = await attackers.guess('Steve')
  site.wait(1)
  const over = await attackers.guess('Steve')

  assert.deepEqual(tally(misses), { [WRONG_CREDENTIALS]: site.app.maxFailedAttempts })
  assert.deepEqual([paused, late, over].map(outcome), [LOCKED_OUT, LOCKED_OUT, WRONG_CREDENTIALS])
  assert.deepEqual([paused, late].map(retryAfter), [INITIAL_LOCKOUT / SECOND, 1])
})

siteTest('every further failure doubles the lockout up to the maximum', async (site) => {
  await site.player('Steve')
  const attackers = attackersOf(site)
  await attackers.reachLockout('Steve')

  const pauses: number[] = []
  const checked: Reply[] = []
  for (let turn = 0; turn < 9; turn += 1) {
    const refused = await attackers.guess('Steve')
    pauses.push(retryAfter(refused) * SECOND)
    site.wait(retryAfter(refused) * SECOND)
    checked.push(await attackers.guess('Steve'))
  }

  const doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256].map((times) => times * INITIAL_LOCKOUT)
  assert.deepEqual(
    pauses,
    doubled.map((pause) => Math.min(pause, MAX_LOCKOUT)),
  )
  assert.equal(pauses.at(-1), MAX_LOCKOUT)
  assert.deepEqual(tally(checked), { [WRONG_CREDENTIALS]: 9 })
})

siteTest('an attempt during a lockout is neither checked nor counted', async (site) => {
  await site.player('Steve')
  const attackers = attackersOf(site)
  await attackers.reachLockout('Steve')

  const wrong = await attackers.failToSignIn('Steve', 5)
  const right = await attackers.guess('Steve', PASSWORD)
  site.wait(INITIAL_LOCKOUT)
  const counted = await attackers.guess('Steve')
  const next = await attackers.guess('Steve')
  site.wait(2 * INITIAL_LOCKOUT)
  const owner = await attackers.guess('Steve', PASSWORD)

  assert.deepEqual(tally([...wrong, right]), { [LOCKED_OUT]: 6 })
  assert.deepEqual([counted, next, owner].map(outcome), [WRONG_CREDENTIALS, LOCKED_OUT, '200'])
  assert.equal(retryAfter(next), (2 * INITIAL_LOCKOUT) / SECOND)
})

sqliteTest(
  'the refusal during a lockout has the remaining time in the caller’s language',
  async (site) => {
    await site.player('Steve')
    const attackers = attackersOf(site)
    await attackers.reachLockout('Steve')
    site.wait(1500) // so that the remaining time is whole seconds after rounding up

    const english = await site.browser().logIn('Steve', PASSWORD)
    const russian = await site.browser().logIn('Steve', PASSWORD, { 'accept-language': 'ru' })

    assert.deepEqual(
      [english.status, english.body, String(english.headers['retry-after'])],
      [
        429,
        {
          error: 'auth.toomanyattempts',
          message: 'Too many failed sign-in attempts. Please wait a moment.',
          retryAfter: INITIAL_LOCKOUT / SECOND - 1,
        },
        String(INITIAL_LOCKOUT / SECOND - 1),
      ],
    )
    assert.deepEqual(russian.body, {
      error: 'auth.toomanyattempts',
      message: 'Слишком много неудачных попыток входа. Подождите немного.',
      retryAfter: INITIAL_LOCKOUT / SECOND - 1,
    })
  },
)

sqliteTest('a successful sign-in resets the count of failures', async (site) => {
  await site.player('Steve')
  const attackers = attackersOf(site)

  const before = await attackers.failToSignIn('Steve', site.app.maxFailedAttempts - 1)
  const success = await attackers.guess('Steve', PASSWORD)
  const after = await attackers.reachLockout('Steve')
  const paused = await attackers.guess('Steve')

  assert.deepEqual(tally([...before, ...after]), {
    [WRONG_CREDENTIALS]: 2 * site.app.maxFailedAttempts - 1,
  })
  assert.deepEqual([success, paused].map(outcome), ['200', LOCKED_OUT])
  assert.equal(retryAfter(paused), INITIAL_LOCKOUT / SECOND)
})

sqliteTest('a failure before the first lockout counts for fifteen minutes', async (site) => {
  await site.player('Steve')
  await site.player('Alex')
  const attackers = attackersOf(site)
  await attackers.failToSignIn('Steve', site.app.maxFailedAttempts - 1)
  await attackers.failToSignIn('Alex', site.app.maxFailedAttempts - 1)

  site.wait(FAILURE_WINDOW - 1)
  await attackers.failToSignIn('Steve', 1)
  const inside = await attackers.guess('Steve', PASSWORD)
  site.wait(1)
  await attackers.failToSignIn('Alex', 1)
  const outside = await attackers.guess('Alex', PASSWORD)

  assert.deepEqual([inside, outside].map(outcome), [LOCKED_OUT, '200'])
})

siteTest('an unknown login is locked out like a known one', async (site) => {
  await site.player('Steve')
  const attackers = attackersOf(site)

  const known = await transcript(site, attackers, 'Steve')
  const unknown = await transcript(site, attackers, 'Nobody')
  const address = await transcript(site, attackers, 'nobody@example.org')

  const missed = [401, undefined]
  const { maxFailedAttempts } = site.app
  assert.deepEqual(known.slice(maxFailedAttempts - 1, maxFailedAttempts + 2), [
    missed,
    [429, INITIAL_LOCKOUT / SECOND],
    missed,
  ])
  assert.deepEqual(unknown, known)
  assert.deepEqual(address, known)
})

siteTest('failures by name and by address count together in any letter case', async (site) => {
  await site.player('Steve')
  const attackers = attackersOf(site)
  const logins = ['Steve', 'steve', 'STEVE@example.org', 'steve@example.org']

  const misses: Reply[] = []
  for (let turn = 0; turn < site.app.maxFailedAttempts; turn += 1) {
    misses.push(await attackers.guess(logins[turn % 4] ?? ''))
  }
  const paused = await Promise.all(logins.map((login) => attackers.guess(login, PASSWORD)))

  assert.deepEqual(tally(misses), { [WRONG_CREDENTIALS]: site.app.maxFailedAttempts })
  assert.deepEqual(tally(paused), { [LOCKED_OUT]: 4 })
})

siteTest(
  'only the allowed number of fifty concurrent wrong guesses at two instances is checked',
  async (site) => {
    await site.player('Steve')
    const attackers = attackersOf(site)

    const known = await Promise.all(Array.from({ length: 50 }, () => attackers.guess('Steve')))
    const unknown = await Promise.all(Array.from({ length: 50 }, () => attackers.guess('Nobody')))

    const { maxFailedAttempts } = site.app
    const expected = {
      [WRONG_CREDENTIALS]: maxFailedAttempts,
      [LOCKED_OUT]: 50 - maxFailedAttempts,
    }
    assert.deepEqual([tally(known), tally(unknown)], [expected, expected])
  },
  { instances: 2 },
)

siteTest(
  'twenty concurrent sign-ins with the right password at three instances all succeed',
  async (site) => {
    await site.player('Steve')
    const doors = [0, 1, 2].map((instance) => site.browser({ instance, ip: '203.0.113.9' }))

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => doors[n % 3]?.logIn('Steve', PASSWORD)),
    )

    assert.deepEqual(tally(replies.filter((reply) => reply !== undefined)), { 200: 20 })
  },
  { instances: 3 },
)

siteTest(
  'two concurrent sign-ins succeed although one more failure would start a lockout',
  async (site) => {
    await site.player('Steve')
    const attackers = attackersOf(site)
    await attackers.failToSignIn('Steve', site.app.maxFailedAttempts - 1)

    const replies = await Promise.all([
      attackers.guess('Steve', PASSWORD),
      attackers.guess('Steve', PASSWORD),
    ])

    assert.deepEqual(tally(replies), { 200: 2 })
  },
)

type Attackers = ReturnType<typeof attackersOf>

/** Guesses until several lockouts have begun, waits for the end of each, and returns the responses. */
async function transcript(
  site: Site,
  attackers: Attackers,
  login: string,
): Promise<[status: number, retryAfter: number | undefined][]> {
  const seen: [number, number | undefined][] = []
  for (let turn = 0; turn < site.app.maxFailedAttempts + 6; turn += 1) {
    const { status, body } = await attackers.guess(login)
    seen.push([status, body.retryAfter])
    site.wait((body.retryAfter ?? 0) * SECOND)
  }
  return seen
}
