import assert from 'node:assert/strict'
import { DAY } from '../../src/platform/clock.ts'
import { outcome, type Reply, tally } from '../support/browser.ts'
import { auditsOf, elsewhere, openStaff, staffTest } from '../support/staff.ts'
import { HD, openShop } from './grant-fixture.ts'

staffTest('a donate group given for days allows what it holds for that long', async (site) => {
  const shop = await openShop(site)

  const { status, body } = await shop.give({ days: 30 })
  const during = [await shop.mayHd(), await shop.groups()]
  site.wait(30 * DAY - 1)
  const last = await shop.mayHd()
  site.wait(1)
  const after = [await shop.mayHd(), await shop.groups()]

  const expiresAt = '2030-01-31T12:00:00.000Z'
  const grant = {
    id: body.grant.id,
    group: 'gold',
    node: null,
    running: true,
    startsAt: '2030-01-01T12:00:00.000Z',
    expiresAt,
    takenAt: null,
    author: shop.owner.id,
    authorName: 'Owner',
    createdAt: '2030-01-01T12:00:00.000Z',
  }
  assert.deepEqual([status, body], [200, { grant, items: [grant] }])
  assert.deepEqual(during, [true, [{ id: 'gold', name: 'GOLD', expiresAt }]])
  assert.equal(last, true)
  assert.deepEqual(after, [false, []])
  assert.deepEqual(await shop.list(), [{ ...grant, running: false }])
})

staffTest('exactly one thing is given, for exactly one period', async (site) => {
  const shop = await openShop(site)
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
  for (const [body] of wrong) replies.push(await shop.give(body))

  assert.deepEqual(
    replies.map(({ status, body }) => [
      status,
      body.error,
      body.fields.map(({ field }: { field: string }) => field),
    ]),
    wrong.map(([, fields]) => [400, 'request.invalid', fields]),
  )
  assert.deepEqual(await shop.list(), [])
})

staffTest('a gift can be taken back before its end, once', async (site) => {
  const shop = await openShop(site)
  const { body } = await shop.give({ forever: true })
  const later = await shop.give({ days: 5, startsAt: '2031-01-01' })
  site.wait(DAY)

  const taken = await shop.take(body.grant.id)
  const again = await shop.take(body.grant.id)
  const after = [await shop.mayHd(), await shop.groups()]
  const [grant] = await shop.list()

  assert.equal(later.body.grant.id, body.grant.id) // forever stays forever
  assert.deepEqual([taken.status, taken.text, outcome(again)], [204, '', '404 grant.notfound'])
  assert.deepEqual(after, [false, []])
  assert.deepEqual([grant.running, grant.takenAt], [false, '2030-01-02T12:00:00.000Z'])
})

staffTest('a grant is only taken from the player who has it, while they have it', async (site) => {
  const shop = await openShop(site)
  const alex = await openStaff(site, 'Alex')
  const { body } = await shop.give({ days: 1 })
  const future = await shop.owner.post(shop.path, {
    node: 'a.b',
    days: 1,
    startsAt: '2031-01-01',
  })
  const id = body.grant.id

  const wrong = [
    await shop.owner.delete(`/admin/players/${alex.id}/groups/${id}`),
    await shop.take('unknown'),
    await shop.take('%00'),
    await shop.take('x'.repeat(900)),
  ]
  site.wait(DAY)
  wrong.push(await shop.take(id)) // it is over
  const ahead = await shop.take(future.body.grant.id)
  const nobody = [
    await shop.owner.delete('/admin/players/unknown/groups/x'),
    await shop.owner.post('/admin/players/%00/groups', { group: 'gold', days: 1 }),
    await shop.owner.get(`/admin/players/${alex.id.replace(/^./, 'z')}/groups`),
    await shop.owner.get('/admin/players/00000000-0000-4000-8000-000000000000/groups'),
  ]

  assert.deepEqual(tally(wrong), { '404 grant.notfound': 5 })
  assert.equal(ahead.status, 204)
  assert.deepEqual(tally(nobody), { '404 player.notfound': 4 })
})

staffTest('a player’s history is read page by page, newest first', async (site) => {
  const shop = await openShop(site)
  const given: string[] = []
  for (const node of ['a', 'b', 'c', 'd', 'e']) {
    site.wait(1)
    const { body } = await shop.owner.post(shop.path, { node, forever: true })
    given.unshift(body.grant.id)
  }

  const read: string[] = []
  for (let next = ''; ; ) {
    const { body } = await shop.owner.get(`${shop.path}?limit=2${next}`)
    read.push(...body.items.map(({ id }: { id: string }) => id))
    if (body.next === null) break
    next = `&cursor=${body.next}`
  }

  assert.deepEqual(read, given)
})

staffTest(
  'a grant takes effect at the next request to another server',
  async (site) => {
    const shop = await openShop(site)
    const there = elsewhere(site, shop.steve, 1)

    const before = await shop.mayHd(there)
    const { body } = await shop.give({ days: 1 })
    const given = await shop.mayHd(there)
    await shop.take(body.grant.id)
    const taken = await shop.mayHd(there)

    assert.deepEqual([before, given, taken], [false, true, false])
  },
  { instances: 2 },
)

staffTest('giving and taking are audited with who did it', async (site) => {
  const shop = await openShop(site)
  const { body } = await shop.give({ days: 1 })
  site.wait(1)
  await shop.give({ forever: true })
  site.wait(1)
  await shop.take(body.grant.id)

  const audits = await auditsOf(site, 'grant.')

  const by = { actor: shop.owner.id, target: shop.steve.id, ip: '127.0.0.1' }
  const startsAt = '2030-01-01T12:00:00.000Z'
  const text = (expiresAt: string | null) =>
    JSON.stringify({ group: 'gold', node: null, startsAt, expiresAt })
  assert.deepEqual(audits, [
    { action: 'grant.given', ...by, before: null, after: text('2030-01-02T12:00:00.000Z') },
    { action: 'grant.given', ...by, before: text('2030-01-02T12:00:00.000Z'), after: text(null) },
    { action: 'grant.taken', ...by, before: text(null), after: null },
  ])
})

staffTest(
  'those who may give donate groups, and those who see players can read them',
  async (site) => {
    const shop = await openShop(site)
    const reader = await openStaff(site, 'Reader', { nodes: ['panel.players.read'] })
    const { body } = await shop.give({ days: 1 })

    const outcomes = [
      outcome(await reader.get(shop.path)),
      outcome(await reader.post(shop.path, { group: 'gold', days: 1 })),
      outcome(await reader.delete(`${shop.path}/${body.grant.id}`)),
      outcome(await shop.steve.get(shop.path)),
      outcome(await shop.steve.post(shop.path, { group: 'gold', days: 1 })),
      outcome(await site.browser().get(shop.path)),
    ]

    const no = '403 auth.forbidden'
    assert.deepEqual(outcomes, ['200', no, no, no, no, '401 auth.unauthorized'])
  },
)
