import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR } from '../../src/platform/clock.ts'
import { outcome, setCookies, tally } from '../support/browser.ts'
import { siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { countThings, idempotentEndpoints, KEY, makers } from './idempotent-endpoints.ts'

test('every idempotent endpoint is covered by these tests', () => {
  assert.deepEqual(Object.keys(makers).sort(), idempotentEndpoints.map(({ name }) => name).sort())
})

/** Fields that differ in every response, because they expire or show the present state. */
const alwaysNew: Record<string, readonly string[]> = {
  register: ['accessToken'],
  setUpSite: ['accessToken'],
  makeBackup: ['making', 'items'],
}

/** Returns how often a request is sent. Only ten backups an hour are allowed, and repeated requests count. */
const repetitions = (name: string) => (name === 'makeBackup' ? 9 : 20)

for (const row of idempotentEndpoints) {
  siteTest(
    `${row.name}: ${repetitions(row.name)} concurrent requests with one idempotency key make one change`,
    async (site) => {
      const send = await makers[row.name]?.(site)
      assert.ok(send)
      const before = await countThings(site)

      const many = Array.from({ length: repetitions(row.name) }, (_, turn) =>
        send({ key: KEY, instance: turn % 2 }),
      )
      const replies = await Promise.all(many)
      const made = (await countThings(site)) - before
      const late = await send({ key: KEY, instance: 1 })

      const bodies = [...replies, late].map(({ status, body }) => {
        const left = Object.entries(body ?? {}).filter(
          ([name]) => !alwaysNew[row.name]?.includes(name),
        )
        return JSON.stringify([status, left])
      })
      assert.deepEqual([...new Set(bodies)].length, 1, bodies.join('\n'))
      assert.equal(late.status, row.status)
      assert.equal(made, 1)
      assert.equal((await countThings(site)) - before, 1)
    },
    { instances: 2 },
  )
}

sqliteTest('an idempotency key with another body or endpoint is refused', async (site) => {
  const pay = await makers.changeBalance?.(site)
  assert.ok(pay)
  await pay({ key: KEY })

  const more = await pay({ key: KEY, body: { real: 6 } })
  const other = await pay({ key: `${KEY}0`, body: { real: 6 } })
  const same = await pay({ key: KEY, body: { unknown: 'field' } })

  assert.deepEqual([outcome(more), outcome(other)], ['409 request.keyused', '200'])
  assert.deepEqual(same.body, { real: 5, virtual: 0 })
})

sqliteTest('two equal payments without an idempotency key are both made', async (site) => {
  const pay = await makers.changeBalance?.(site)

  const replies = [await pay?.(), await pay?.()]

  assert.deepEqual(
    replies.map((reply) => reply?.body.real),
    [5, 10],
  )
})

sqliteTest('an idempotency key can be used again after a refusal', async (site) => {
  const pay = await makers.changeBalance?.(site)
  assert.ok(pay)

  const refused = await pay({ key: KEY, body: { real: -1 } })
  const paid = await pay({ key: KEY })

  assert.deepEqual([outcome(refused), outcome(paid)], ['409 balance.insufficient', '200'])
})

sqliteTest('the response to an idempotency key is stored for a day', async (site) => {
  const send = await makers.register?.(site)
  assert.ok(send)
  await send({ key: KEY })

  site.wait(24 * HOUR - 1)
  const kept = await send({ key: KEY })
  site.wait(1)
  const repeated = await send({ key: KEY })

  assert.deepEqual([outcome(kept), outcome(repeated)], ['201', '409 auth.usernametaken'])
})

sqliteTest('an invalid idempotency key is refused with the name of its header', async (site) => {
  const pay = await makers.changeBalance?.(site)
  assert.ok(pay)

  const keys = ['short', 'a'.repeat(15), 'a'.repeat(129), `with a space ${KEY}`, '']
  const replies = await Promise.all(keys.map((key) => pay({ key })))

  assert.deepEqual(tally(replies), { '400 request.invalid': keys.length })
  for (const { body } of replies) assert.equal(body.fields[0].field, 'Idempotency-Key')
})

sqliteTest('an idempotency key is scoped to its caller', async (site) => {
  const [mine, theirs] = [site.browser({ ip: '203.0.113.1' }), site.browser({ ip: '203.0.113.2' })]
  const header = { 'idempotency-key': KEY }
  const alex = { username: 'Alex', email: 'alex@example.org', password: 'correct horse battery' }

  const first = await mine.post('/auth/register', alex, header)
  const copied = await theirs.post('/auth/register', alex, header)
  const other = { ...alex, username: 'Bob', email: 'bob@example.org' }
  const another = await theirs.post('/auth/register', other, header)
  const again = await site.browser({ ip: '203.0.113.1' }).post('/auth/register', alex, header)

  assert.deepEqual([first, copied, another, again].map(outcome), [
    '201',
    '409 auth.usernametaken',
    '201',
    '201',
  ])
  assert.equal(again.body.refreshToken, first.body.refreshToken)
  assert.deepEqual(Object.keys(setCookies(again)).sort(), Object.keys(setCookies(first)).sort())
})

siteTest('repeating a registration whose session was closed returns 401', async (site) => {
  const send = await makers.register?.(site)
  assert.ok(send)
  const { body } = await send({ key: KEY })
  await site.browser().post('/auth/logout', { refresh_token: body.refreshToken })

  const again = await send({ key: KEY })

  assert.equal(outcome(again), '401 auth.unauthorized')
})

siteTest('responses stored for idempotency keys are encrypted in the database', async (site) => {
  const [create, register] = [await makers.createApiKey?.(site), await makers.register?.(site)]
  const made = await create?.({ key: KEY })
  const signedIn = await register?.({ key: KEY })

  const rows = await site.app.db.selectFrom('kept_answer').selectAll().execute()

  assert.equal(rows.length, 2)
  const text = JSON.stringify(rows)
  // Sealed text may contain any four letters by chance, but never an @.
  const words = ['Launcher', 'alex@example.org']
  for (const secret of [KEY, made?.body.key, signedIn?.body.refreshToken, ...words]) {
    assert.equal(text.includes(secret), false)
  }
})
