import assert from 'node:assert/strict'
import { DAY } from '../../src/platform/clock.ts'
import { outcome, type Reply, tally } from '../support/browser.ts'
import { auditsOf, elsewhere, openStaff, sqliteStaffTest, staffTest } from '../support/staff.ts'
import { grantFixture, HD } from './grant-fixture.ts'

sqliteStaffTest('a rank granted for days allows its permissions until it ends', async (site) => {
  const fixture = await grantFixture(site)

  const { status, body } = await fixture.give({ days: 30 })
  const during = [await fixture.mayHd(), await fixture.groups()]
  site.wait(30 * DAY - 1)
  const last = await fixture.mayHd()
  site.wait(1)
  const after = [await fixture.mayHd(), await fixture.groups()]

  const expiresAt = '2030-01-31T12:00:00.000Z'
  const grant = {
    id: body.grant.id,
    group: 'gold',
    node: null,
    running: true,
    startsAt: '2030-01-01T12:00:00.000Z',
    expiresAt,
    takenAt: null,
    author: fixture.owner.id,
    authorName: 'Owner',
    createdAt: '2030-01-01T12:00:00.000Z',
  }
  assert.deepEqual([status, body], [200, { grant, items: [grant] }])
  assert.deepEqual(during, [
    true,
    [{ id: 'gold', name: 'GOLD', color: null, icon: null, expiresAt }],
  ])
  assert.equal(last, true)
  assert.deepEqual(after, [false, []])
  assert.deepEqual(await fixture.list(), [{ ...grant, running: false }])
})

sqliteStaffTest(
  'a grant request must name exactly one rank or node and exactly one period',
  async (site) => {
    const fixture = await grantFixture(site)
    const [gift, period] = [
      ['group', 'node'],
      ['days', 'until', 'forever'],
    ]
    const wrong: [body: object, fields: string[]][] = [
      [{}, period],
      [{ days: 1, forever: true }, period],
      [{ days: 1, until: '2031-01-01' }, period],
      [{ until: '2031-01-01', forever: true }, period],
      [{ forever: false }, period],
      [{ node: HD, days: 1 }, gift],
      [{ group: undefined, days: 1 }, gift],
      [{ group: undefined }, [...gift, ...period]],
      [{ days: 0 }, ['days']],
      [{ days: -1 }, ['days']],
      [{ days: 1.5 }, ['days']],
      [{ days: '1' }, ['days']],
      [{ days: 36_501 }, ['days']],
      [{ until: 'tomorrow' }, ['until']],
      [{ until: '2031-02-30' }, ['until']],
      [{ until: 5 }, ['until']],
      [{ forever: 'yes' }, ['forever']],
      [{ days: 1, startsAt: 'soon' }, ['startsAt']],
      [{ group: 5, days: 1 }, ['group']],
      [{ group: 'x'.repeat(33), days: 1 }, ['group']],
      [{ group: 'a\u0000', days: 1 }, ['group']],
      [{ group: undefined, node: 'a b', days: 1 }, ['node']],
      [{ group: undefined, node: 'a\u0000', days: 1 }, ['node']],
    ]

    const replies: Reply[] = []
    for (const [body] of wrong) replies.push(await fixture.give(body))

    assert.deepEqual(
      replies.map(({ status, body }) => [
        status,
        body.error,
        body.fields.map(({ field }: { field: string }) => field),
      ]),
      wrong.map(([, fields]) => [400, 'request.invalid', fields]),
    )
    assert.deepEqual(await fixture.list(), [])
  },
)

sqliteStaffTest('a grant can be revoked only once', async (site) => {
  const fixture = await grantFixture(site)
  const { body } = await fixture.give({ forever: true })
  const later = await fixture.give({ days: 5, startsAt: '2031-01-01' })
  site.wait(DAY)

  const taken = await fixture.take(body.grant.id)
  const again = await fixture.take(body.grant.id)
  const after = [await fixture.mayHd(), await fixture.groups()]
  const [grant] = await fixture.list()

  assert.equal(later.body.grant.id, body.grant.id) // adding days to an endless grant changes nothing
  assert.deepEqual([taken.status, taken.text, outcome(again)], [204, '', '404 grant.notfound'])
  assert.deepEqual(after, [false, []])
  assert.deepEqual([grant.running, grant.takenAt], [false, '2030-01-02T12:00:00.000Z'])
})

sqliteStaffTest(
  'a grant can be revoked only through its own player and before it ends',
  async (site) => {
    const fixture = await grantFixture(site)
    const alex = await openStaff(site, 'Alex')
    const { body } = await fixture.give({ days: 1 })
    const future = await fixture.owner.post(fixture.path, {
      node: 'a.b',
      days: 1,
      startsAt: '2031-01-01',
    })
    const id = body.grant.id

    const wrong = [
      await fixture.owner.delete(`/admin/players/${alex.id}/groups/${id}`),
      await fixture.take('unknown'),
      await fixture.take('%00'),
      await fixture.take('x'.repeat(900)),
    ]
    site.wait(DAY)
    wrong.push(await fixture.take(id)) // expired
    const ahead = await fixture.take(future.body.grant.id)
    const unknownPlayers = [
      await fixture.owner.delete('/admin/players/unknown/groups/x'),
      await fixture.owner.post('/admin/players/%00/groups', { group: 'gold', days: 1 }),
      await fixture.owner.get(`/admin/players/${alex.id.replace(/^./, 'z')}/groups`),
      await fixture.owner.get('/admin/players/00000000-0000-4000-8000-000000000000/groups'),
    ]

    assert.deepEqual(tally(wrong), { '404 grant.notfound': 5 })
    assert.equal(ahead.status, 204)
    assert.deepEqual(tally(unknownPlayers), { '404 player.notfound': 4 })
  },
)

staffTest('a player’s grants are listed page by page, newest first', async (site) => {
  const fixture = await grantFixture(site)
  const given: string[] = []
  for (const node of ['a', 'b', 'c', 'd', 'e']) {
    site.wait(1)
    const { body } = await fixture.owner.post(fixture.path, { node, forever: true })
    given.unshift(body.grant.id)
  }

  const read: string[] = []
  for (let next = ''; ; ) {
    const { body } = await fixture.owner.get(`${fixture.path}?limit=2${next}`)
    read.push(...body.items.map(({ id }: { id: string }) => id))
    if (body.next === null) break
    next = `&cursor=${body.next}`
  }

  assert.deepEqual(read, given)
})

staffTest(
  'a grant takes effect at the next request to another instance',
  async (site) => {
    const fixture = await grantFixture(site)
    const there = elsewhere(site, fixture.steve, 1)

    const before = await fixture.mayHd(there)
    const { body } = await fixture.give({ days: 1 })
    const given = await fixture.mayHd(there)
    await fixture.take(body.grant.id)
    const taken = await fixture.mayHd(there)

    assert.deepEqual([before, given, taken], [false, true, false])
  },
  { instances: 2 },
)

sqliteStaffTest('granting and revoking are audited with the actor', async (site) => {
  const fixture = await grantFixture(site)
  const { body } = await fixture.give({ days: 1 })
  site.wait(1)
  await fixture.give({ forever: true })
  site.wait(1)
  await fixture.take(body.grant.id)

  const audits = await auditsOf(site, 'grant.')

  const by = { actor: fixture.owner.id, target: fixture.steve.id, ip: '127.0.0.1' }
  const startsAt = '2030-01-01T12:00:00.000Z'
  const text = (expiresAt: string | null) =>
    JSON.stringify({ group: 'gold', node: null, startsAt, expiresAt })
  assert.deepEqual(audits, [
    { action: 'grant.given', ...by, before: null, after: text('2030-01-02T12:00:00.000Z') },
    { action: 'grant.given', ...by, before: text('2030-01-02T12:00:00.000Z'), after: text(null) },
    { action: 'grant.taken', ...by, before: text(null), after: null },
  ])
})

sqliteStaffTest('granting and revoking a rank require panel.players.groups', async (site) => {
  const fixture = await grantFixture(site)
  const reader = await openStaff(site, 'Reader', { nodes: ['panel.players.read'] })
  const { body } = await fixture.give({ days: 1 })

  const outcomes = [
    outcome(await reader.get(fixture.path)),
    outcome(await reader.post(fixture.path, { group: 'gold', days: 1 })),
    outcome(await reader.delete(`${fixture.path}/${body.grant.id}`)),
    outcome(await fixture.steve.get(fixture.path)),
    outcome(await fixture.steve.post(fixture.path, { group: 'gold', days: 1 })),
    outcome(await site.browser().get(fixture.path)),
  ]

  const no = '403 auth.forbidden'
  assert.deepEqual(outcomes, ['200', no, no, no, no, '401 auth.unauthorized'])
})
