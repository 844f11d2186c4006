import assert from 'node:assert/strict'
import { DAY } from '../../src/platform/clock.ts'
import { outcome } from '../support/browser.ts'
import { staffTest } from '../support/staff.ts'
import { openShop } from './grant-fixture.ts'

staffTest('giving a running group again extends it, however the period is given', async (site) => {
  const shop = await openShop(site)
  const ends: (string | null)[] = []
  const give = async (body: object) => {
    const { body: reply } = await shop.give(body)
    ends.push(reply.grant.expiresAt)
    return reply
  }

  await give({ days: 10 })
  site.wait(5 * DAY)
  await give({ days: 10 })
  await give({ until: '2030-03-01' })
  await give({ until: '2030-02-01T00:00:00Z' }) // sooner than it ends anyway
  await give({ days: 1 })
  await give({ forever: true })
  await give({ days: 1 })
  const last = await give({ until: '2030-12-31T23:59:59.999Z' })

  assert.deepEqual(ends, [
    '2030-01-11T12:00:00.000Z',
    '2030-01-21T12:00:00.000Z',
    '2030-03-01T00:00:00.000Z',
    '2030-03-01T00:00:00.000Z',
    '2030-03-02T00:00:00.000Z',
    null,
    null,
    null,
  ])
  assert.equal(last.items.length, 1)
  assert.deepEqual(await shop.groups(), [{ id: 'gold', name: 'GOLD', expiresAt: null }])
})

staffTest('giving an ended group again begins anew, and the old one is kept', async (site) => {
  const shop = await openShop(site)
  await shop.give({ days: 1 })
  site.wait(DAY)

  const { body } = await shop.give({ days: 1 })

  assert.deepEqual(
    body.items.map((grant: Record<string, unknown>) => [
      grant.running,
      grant.startsAt,
      grant.expiresAt,
    ]),
    [
      [true, '2030-01-02T12:00:00.000Z', '2030-01-03T12:00:00.000Z'],
      [false, '2030-01-01T12:00:00.000Z', '2030-01-02T12:00:00.000Z'],
    ],
  )
})

staffTest('a gift for later begins later', async (site) => {
  const shop = await openShop(site)

  const { body } = await shop.give({ days: 2, startsAt: '2030-01-05T12:00:00Z' })
  const before = await shop.mayHd()
  const more = await shop.give({ days: 1, startsAt: '2030-01-06T00:00:00Z' })
  site.wait(4 * DAY - 1)
  const stillNot = [await shop.mayHd(), await shop.groups()]
  site.wait(1)
  const begun = await shop.mayHd()
  site.wait(3 * DAY - 1)
  const last = await shop.mayHd()
  site.wait(1)
  const over = await shop.mayHd()

  assert.equal(body.grant.running, false)
  assert.equal(more.body.grant.expiresAt, '2030-01-08T12:00:00.000Z') // they have it then, so the time is added to its end
  assert.deepEqual([before, ...stillNot, begun, last, over], [false, false, [], true, true, false])
})

staffTest('a gift for now begins now, even if another begins later', async (site) => {
  const shop = await openShop(site)
  const later = await shop.give({ days: 2, startsAt: '2030-02-01' })

  const now = await shop.give({ days: 3 })

  assert.notEqual(now.body.grant.id, later.body.grant.id)
  assert.deepEqual(
    [now.body.grant.startsAt, now.body.grant.expiresAt],
    ['2030-01-01T12:00:00.000Z', '2030-01-04T12:00:00.000Z'],
  )
  assert.equal(await shop.mayHd(), true)
})

staffTest('a start in the past means now, and an end before the start is refused', async (site) => {
  const shop = await openShop(site)

  const past = await shop.give({ days: 1, startsAt: '2029-01-01' })
  const wrong = [
    await shop.give({ until: '2030-01-01T12:00:00Z' }),
    await shop.give({ until: '2029-12-31' }),
    await shop.give({ until: '2030-02-01', startsAt: '2030-02-01' }),
  ]

  assert.equal(past.body.grant.startsAt, '2030-01-01T12:00:00.000Z')
  assert.deepEqual(
    wrong.map(({ status, body }) => [status, body.error, body.fields]),
    Array(3).fill([
      400,
      'request.invalid',
      [{ field: 'until', message: 'This time must be in the future.' }],
    ]),
  )
})

staffTest('a single permission can be given for a time, as a group can', async (site) => {
  const shop = await openShop(site)
  const give = (node: string) => shop.owner.post(shop.path, { node, days: 1 })

  const first = await give('Essentials.FLY')
  const second = await give('essentials.fly')
  const denial = await give('!player.skin.upload')
  const kernel = await give('kernel.provider')
  const during = await shop.steve.permissions()
  site.wait(2 * DAY)
  const after = await shop.steve.permissions()

  assert.deepEqual([first.body.grant.group, first.body.grant.node], [null, 'essentials.fly'])
  assert.deepEqual(
    [second.body.grant.id, second.body.grant.expiresAt],
    [first.body.grant.id, '2030-01-03T12:00:00.000Z'],
  )
  assert.equal(denial.body.grant.node, '-player.skin.upload')
  assert.equal(outcome(kernel), '400 permission.notassignable')
  assert.deepEqual(during, ['essentials.fly', 'player.cape.upload'])
  assert.deepEqual(after, ['player.cape.upload', 'player.skin.upload'])
})
