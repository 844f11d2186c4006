import assert from 'node:assert/strict'
import { DAY } from '../../src/platform/clock.ts'
import { outcome } from '../support/browser.ts'
import { sqliteStaffTest } from '../support/staff.ts'
import { grantFixture } from './grant-fixture.ts'

sqliteStaffTest(
  'granting an active rank again adds days, moves the end later or makes the rank permanent',
  async (site) => {
    const fixture = await grantFixture(site)
    const ends: (string | null)[] = []
    const give = async (body: object) => {
      const { body: reply } = await fixture.give(body)
      ends.push(reply.grant.expiresAt)
      return reply
    }

    await give({ days: 10 })
    site.wait(5 * DAY)
    await give({ days: 10 })
    await give({ until: '2030-03-01' })
    await give({ until: '2030-02-01T00:00:00Z' }) // before the current end
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
    const look = { color: null, icon: null }
    assert.deepEqual(await fixture.groups(), [
      { id: 'gold', name: 'GOLD', ...look, expiresAt: null },
    ])
  },
)

sqliteStaffTest(
  'granting an expired rank again creates a new grant, and the old one stays in the history',
  async (site) => {
    const fixture = await grantFixture(site)
    await fixture.give({ days: 1 })
    site.wait(DAY)

    const { body } = await fixture.give({ days: 1 })

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
  },
)

sqliteStaffTest('a scheduled grant takes effect at its start', async (site) => {
  const fixture = await grantFixture(site)

  const { body } = await fixture.give({ days: 2, startsAt: '2030-01-05T12:00:00Z' })
  const before = await fixture.mayHd()
  const more = await fixture.give({ days: 1, startsAt: '2030-01-06T00:00:00Z' })
  site.wait(4 * DAY - 1)
  const stillNot = [await fixture.mayHd(), await fixture.groups()]
  site.wait(1)
  const begun = await fixture.mayHd()
  site.wait(3 * DAY - 1)
  const last = await fixture.mayHd()
  site.wait(1)
  const over = await fixture.mayHd()

  assert.equal(body.grant.running, false)
  assert.equal(more.body.grant.expiresAt, '2030-01-08T12:00:00.000Z') // the rank is active then, so the period is added to its end
  assert.deepEqual([before, ...stillNot, begun, last, over], [false, false, [], true, true, false])
})

sqliteStaffTest(
  'a grant without a start begins now, even if another grant is scheduled',
  async (site) => {
    const fixture = await grantFixture(site)
    const later = await fixture.give({ days: 2, startsAt: '2030-02-01' })

    const now = await fixture.give({ days: 3 })

    assert.notEqual(now.body.grant.id, later.body.grant.id)
    assert.deepEqual(
      [now.body.grant.startsAt, now.body.grant.expiresAt],
      ['2030-01-01T12:00:00.000Z', '2030-01-04T12:00:00.000Z'],
    )
    assert.equal(await fixture.mayHd(), true)
  },
)

sqliteStaffTest(
  'a start in the past means now, and an end before the start is refused',
  async (site) => {
    const fixture = await grantFixture(site)

    const past = await fixture.give({ days: 1, startsAt: '2029-01-01' })
    const wrong = [
      await fixture.give({ until: '2030-01-01T12:00:00Z' }),
      await fixture.give({ until: '2029-12-31' }),
      await fixture.give({ until: '2030-02-01', startsAt: '2030-02-01' }),
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
  },
)

sqliteStaffTest('a single node can be granted for a limited time', async (site) => {
  const fixture = await grantFixture(site)
  const give = (node: string) => fixture.owner.post(fixture.path, { node, days: 1 })

  const first = await give('Essentials.FLY')
  const second = await give('essentials.fly')
  const denial = await give('!player.skin.upload')
  const kernel = await give('kernel.provider')
  const during = await fixture.steve.permissions()
  site.wait(2 * DAY)
  const after = await fixture.steve.permissions()

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
