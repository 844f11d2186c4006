import assert from 'node:assert/strict'
import { SECOND } from '../../../src/platform/clock.ts'
import {
  FIRST_PAUSE,
  LONGEST_PAUSE,
  MISS_WINDOW,
} from '../../../src/security/lockout/login-lockout.ts'
import { MISSED, PAUSED, retryAfter, strangersOf } from '../../sign-in/attackers.ts'
import { outcome, type Reply, tally } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'

siteTest('the allowed number of misses starts the first pause', async (site) => {
  await site.player('Steve')
  const strangers = strangersOf(site)

  const misses = await strangers.reachPause('Steve')
  const paused = await strangers.guess('Steve')
  site.wait(FIRST_PAUSE - 1)
  const late = await strangers.guess('Steve')
  site.wait(1)
  const over = await strangers.guess('Steve')

  assert.deepEqual(tally(misses), { [MISSED]: site.app.missesAllowed })
  assert.deepEqual([paused, late, over].map(outcome), [PAUSED, PAUSED, MISSED])
  assert.deepEqual([paused, late].map(retryAfter), [FIRST_PAUSE / SECOND, 1])
})

siteTest('every further miss doubles the pause, up to the longest', async (site) => {
  await site.player('Steve')
  const strangers = strangersOf(site)
  await strangers.reachPause('Steve')

  const pauses: number[] = []
  const checked: Reply[] = []
  for (let turn = 0; turn < 9; turn += 1) {
    const refused = await strangers.guess('Steve')
    pauses.push(retryAfter(refused) * SECOND)
    site.wait(retryAfter(refused) * SECOND)
    checked.push(await strangers.guess('Steve'))
  }

  const doubled = [1, 2, 4, 8, 16, 32, 64, 128, 256].map((times) => times * FIRST_PAUSE)
  assert.deepEqual(
    pauses,
    doubled.map((pause) => Math.min(pause, LONGEST_PAUSE)),
  )
  assert.equal(pauses.at(-1), LONGEST_PAUSE)
  assert.deepEqual(tally(checked), { [MISSED]: 9 })
})

siteTest('a try during the pause is neither checked nor counted', async (site) => {
  await site.player('Steve')
  const strangers = strangersOf(site)
  await strangers.reachPause('Steve')

  const wrong = await strangers.miss('Steve', 5)
  const right = await strangers.guess('Steve', PASSWORD)
  site.wait(FIRST_PAUSE)
  const counted = await strangers.guess('Steve')
  const next = await strangers.guess('Steve')
  site.wait(2 * FIRST_PAUSE)
  const owner = await strangers.guess('Steve', PASSWORD)

  assert.deepEqual(tally([...wrong, right]), { [PAUSED]: 6 })
  assert.deepEqual([counted, next, owner].map(outcome), [MISSED, PAUSED, '200'])
  assert.equal(retryAfter(next), (2 * FIRST_PAUSE) / SECOND)
})

siteTest('a caller who has to wait is told how long, in their language', async (site) => {
  await site.player('Steve')
  const strangers = strangersOf(site)
  await strangers.reachPause('Steve')
  site.wait(1500) // after which whole seconds remain

  const english = await site.browser().logIn('Steve', PASSWORD)
  const russian = await site.browser().logIn('Steve', PASSWORD, { 'accept-language': 'ru' })

  assert.deepEqual(
    [english.status, english.body, String(english.headers['retry-after'])],
    [
      429,
      {
        error: 'auth.toomanyattempts',
        message: 'Too many failed sign-in attempts. Please wait a moment.',
        retryAfter: FIRST_PAUSE / SECOND - 1,
      },
      String(FIRST_PAUSE / SECOND - 1),
    ],
  )
  assert.deepEqual(russian.body, {
    error: 'auth.toomanyattempts',
    message: 'Слишком много неудачных попыток входа. Подождите немного.',
    retryAfter: FIRST_PAUSE / SECOND - 1,
  })
})

siteTest('a success forgets the misses', async (site) => {
  await site.player('Steve')
  const strangers = strangersOf(site)

  const before = await strangers.miss('Steve', site.app.missesAllowed - 1)
  const success = await strangers.guess('Steve', PASSWORD)
  const after = await strangers.reachPause('Steve')
  const paused = await strangers.guess('Steve')

  assert.deepEqual(tally([...before, ...after]), { [MISSED]: 2 * site.app.missesAllowed - 1 })
  assert.deepEqual([success, paused].map(outcome), ['200', PAUSED])
  assert.equal(retryAfter(paused), FIRST_PAUSE / SECOND)
})

siteTest('below the threshold a miss counts for fifteen minutes', async (site) => {
  await site.player('Steve')
  await site.player('Alex')
  const strangers = strangersOf(site)
  await strangers.miss('Steve', site.app.missesAllowed - 1)
  await strangers.miss('Alex', site.app.missesAllowed - 1)

  site.wait(MISS_WINDOW - 1)
  await strangers.miss('Steve', 1)
  const inside = await strangers.guess('Steve', PASSWORD)
  site.wait(1)
  await strangers.miss('Alex', 1)
  const outside = await strangers.guess('Alex', PASSWORD)

  assert.deepEqual([inside, outside].map(outcome), [PAUSED, '200'])
})

siteTest('an unknown login is paused exactly as a known one is', async (site) => {
  await site.player('Steve')
  const strangers = strangersOf(site)

  const known = await transcript(site, strangers, 'Steve')
  const unknown = await transcript(site, strangers, 'Nobody')
  const address = await transcript(site, strangers, 'nobody@example.org')

  const missed = [401, undefined]
  const { missesAllowed } = site.app
  assert.deepEqual(known.slice(missesAllowed - 1, missesAllowed + 2), [
    missed,
    [429, FIRST_PAUSE / SECOND],
    missed,
  ])
  assert.deepEqual(unknown, known)
  assert.deepEqual(address, known)
})

siteTest('misses by name and by address count together, in any letter case', async (site) => {
  await site.player('Steve')
  const strangers = strangersOf(site)
  const logins = ['Steve', 'steve', 'STEVE@example.org', 'steve@example.org']

  const misses: Reply[] = []
  for (let turn = 0; turn < site.app.missesAllowed; turn += 1) {
    misses.push(await strangers.guess(logins[turn % 4] ?? ''))
  }
  const paused = await Promise.all(logins.map((login) => strangers.guess(login, PASSWORD)))

  assert.deepEqual(tally(misses), { [MISSED]: site.app.missesAllowed })
  assert.deepEqual(tally(paused), { [PAUSED]: 4 })
})

siteTest(
  'of fifty wrong guesses at once over two instances, only the allowed number is checked',
  async (site) => {
    await site.player('Steve')
    const strangers = strangersOf(site)

    const known = await Promise.all(Array.from({ length: 50 }, () => strangers.guess('Steve')))
    const unknown = await Promise.all(Array.from({ length: 50 }, () => strangers.guess('Nobody')))

    const { missesAllowed } = site.app
    const expected = { [MISSED]: missesAllowed, [PAUSED]: 50 - missesAllowed }
    assert.deepEqual([tally(known), tally(unknown)], [expected, expected])
  },
  { instances: 2 },
)

siteTest(
  'twenty right passwords at once over three instances all sign in',
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
  'a right password is not a miss: two at once before the last miss both sign in',
  async (site) => {
    await site.player('Steve')
    const strangers = strangersOf(site)
    await strangers.miss('Steve', site.app.missesAllowed - 1)

    const replies = await Promise.all([
      strangers.guess('Steve', PASSWORD),
      strangers.guess('Steve', PASSWORD),
    ])

    assert.deepEqual(tally(replies), { 200: 2 })
  },
)

type Strangers = ReturnType<typeof strangersOf>

/** Guesses until some pauses have passed, waiting for each, and returns the answers. */
async function transcript(
  site: Site,
  strangers: Strangers,
  login: string,
): Promise<[status: number, retryAfter: number | undefined][]> {
  const seen: [number, number | undefined][] = []
  for (let turn = 0; turn < site.app.missesAllowed + 6; turn += 1) {
    const { status, body } = await strangers.guess(login)
    seen.push([status, body.retryAfter])
    site.wait((body.retryAfter ?? 0) * SECOND)
  }
  return seen
}
