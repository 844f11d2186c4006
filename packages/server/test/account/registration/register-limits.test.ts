import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { HOUR } from '../../../src/platform/clock.ts'
import { outcome, type Reply, tally } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { address, OWNER, players, post, register, wanted } from './registration.ts'

siteTest(
  'only one of twenty concurrent registrations of one name succeeds',
  async (site) => {
    const spellings = ['Steve', 'sTEVE', 'STEVE', 'steve']

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const body = { ...wanted(spellings[n % 4] ?? ''), email: `player${n}@example.org` }
        return post(site, body, n)
      }),
    )

    assert.deepEqual(tally(replies), { 201: 1, '409 auth.usernametaken': 19 })
    const winner = replies.find(({ status }) => status === 201)
    assert.deepEqual(await players(site), [winner?.body.user.username])
    assert.equal(await sessionCount(site), 1)
  },
  { instances: 2 },
)

siteTest(
  'only one of twenty concurrent registrations of one e-mail address succeeds',
  async (site) => {
    const spellings = ['one@example.org', 'ONE@example.org', 'One@Example.Org', 'one@EXAMPLE.org']

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        post(site, { ...wanted(`Player${n}`), email: spellings[n % 4] ?? '' }, n),
      ),
    )

    assert.deepEqual(tally(replies), { 201: 1, '409 auth.emailtaken': 19 })
    const winner = replies.find(({ status }) => status === 201)
    assert.deepEqual(await players(site), [winner?.body.user.username])
    assert.equal(await sessionCount(site), 1)
  },
  { instances: 2 },
)

siteTest(
  'a network address can register at most five accounts an hour, even concurrently',
  async (site) => {
    const storm = await Promise.all(
      Array.from({ length: 12 }, (_, n) => register(site, `Player${n}`, 1, n % 2)),
    )
    const made = await players(site)
    const sessions = await sessionCount(site)
    const neighbour = await register(site, 'Neighbour', 2)
    site.wait(HOUR - 1)
    const early = await register(site, 'Early', 1)
    site.wait(1)
    const later = await register(site, 'Later', 1)

    assert.deepEqual(tally(storm), { 201: 5, '429 request.toomany': 7 })
    assert.deepEqual([made.length, sessions], [5, 5])
    assert.deepEqual([neighbour, early, later].map(outcome), ['201', '429 request.toomany', '201'])
  },
  { instances: 2 },
)

sqliteTest(
  'a sixth registration within an hour gets 429 with the seconds to wait',
  async (site) => {
    await Promise.all(Array.from({ length: 5 }, (_, n) => register(site, `Player${n}`, 1)))
    site.wait(HOUR - 90_500)

    const { status, body, headers } = await register(site, 'Sixth', 1)

    assert.deepEqual(
      [status, body],
      [
        429,
        {
          error: 'request.toomany',
          message: 'Too many requests. Please try again later.',
          retryAfter: 91,
        },
      ],
    )
    assert.deepEqual(
      [String(headers['retry-after']), headers['ratelimit-policy'], headers.ratelimit],
      ['91', '"registrations";q=5;w=3600', '"registrations";r=0;t=91'],
    )
  },
)

sqliteTest('refused registrations do not count towards the five accounts', async (site) => {
  await site.player('Taken', { ip: address(2) })
  const refused = [
    ...(await times(20, () => post(site, { ...wanted('Steve'), password: 'short' }, 1))),
    ...(await times(20, () => register(site, 'Taken', 1))),
    ...(await times(19, () => register(site, 'no', 1))),
  ]

  const made = await times(5, (n) => register(site, `Player${n}`, 1))
  const sixth = await register(site, 'Sixth', 1)

  assert.deepEqual(tally(refused), {
    '400 password.short': 20,
    '409 auth.usernametaken': 20,
    '400 request.invalid': 19,
  })
  assert.deepEqual(tally(made), { 201: 5 })
  assert.equal(outcome(sixth), '429 request.toomany')
})

siteTest(
  'after sixty refused registrations in an hour, a network address gets 429',
  async (site) => {
    const storm = await Promise.all(
      Array.from({ length: 70 }, (_, n) => register(site, 'no', 1, n % 2)),
    )
    const good = await register(site, 'Steve', 1)
    site.wait(HOUR)
    const later = await register(site, 'Steve', 1)

    assert.deepEqual(tally(storm), { '400 request.invalid': 60, '429 request.toomany': 10 })
    assert.deepEqual([good, later].map(outcome), ['429 request.toomany', '201'])
    assert.equal(String(good.headers['retry-after']), '3600')
  },
  { instances: 2 },
)

sqliteTest('a registration is refused while registration is closed', async (site) => {
  await setOpen(site, 'off')
  const closed = await register(site, 'Steve', 1)
  const none = await players(site)
  await setOpen(site, 'on')
  const open = await register(site, 'Steve', 1)

  assert.deepEqual(
    [closed.status, closed.body],
    [403, { error: 'auth.registrationclosed', message: 'Registration is closed.' }],
  )
  assert.deepEqual(none, [])
  assert.equal(open.status, 201)
})

async function times(count: number, act: (n: number) => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = []
  for (let n = 0; n < count; n += 1) replies.push(await act(n))
  return replies
}

async function setOpen(site: Site, text: 'on' | 'off'): Promise<void> {
  await changeSetting(site.app, OWNER, { name: 'registrationOpen', text })
}

async function sessionCount(site: Site): Promise<number> {
  return (await site.app.db.selectFrom('session').select('id').execute()).length
}
