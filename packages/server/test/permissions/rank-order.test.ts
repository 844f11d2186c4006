import assert from 'node:assert/strict'
import { describeDiscord } from '../../src/integrations/discord/describe-discord.ts'
import { readEvents, recordEvents } from '../events/read-events.ts'
import { outcome, type Reply, tally } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import {
  auditsOf,
  elsewhere,
  openOwner,
  openStaff,
  type Staff,
  sqliteStaffTest,
  staffTest,
} from '../support/staff.ts'

const TWO = { instances: 2 }
const MANY = 20
const RANKS = ['diamond', 'gold', 'iron', 'stone', 'wood']
const REVERSED = RANKS.toReversed()
const DONE = '204'
const STALE = '409 group.listchanged'

async function withRanks(site: Site): Promise<Staff> {
  const owner = await openOwner(site)
  for (const id of RANKS) await owner.group(id)
  return owner
}

const order = (staff: Pick<Staff, 'put'>, ids: readonly string[]) =>
  staff.put('/admin/group-order', { ids })

const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id)

async function ranksOf(staff: Pick<Staff, 'get'>): Promise<string[]> {
  return idsOf((await staff.get('/admin/groups')).body.items)
}

staffTest('every list shows the ranks in the order set by an administrator', async (site) => {
  const owner = await withRanks(site)
  const steve = await openStaff(site, 'Steve')
  const grants = `/admin/players/${steve.id}/groups`
  for (const group of ['gold', 'iron', 'wood']) await owner.post(grants, { group, days: 9 })
  const wanted = ['iron', 'wood', 'diamond', 'gold', 'stone']
  await steve.get('/auth/me') // so that the site may have cached the ranks before the change

  const done = await order(owner, wanted)
  const first = await owner.get('/admin/groups?limit=2')
  const second = await owner.get(`/admin/groups?limit=2&cursor=${first.body.next}`)
  const third = await owner.get(`/admin/groups?limit=2&cursor=${second.body.next}`)
  const own = await steve.get('/auth/me')
  const card = await owner.get(`/admin/players/${steve.id}`)
  const listed = await owner.get('/admin/players?query=Steve')
  const { sets } = await describeDiscord(site.app)

  assert.equal(outcome(done), DONE)
  assert.deepEqual(await ranksOf(owner), wanted)
  assert.deepEqual(
    [first, second, third].flatMap(({ body }) => idsOf(body.items)),
    wanted,
  )
  assert.equal(third.body.next, null)
  const held = ['iron', 'wood', 'gold']
  assert.deepEqual(idsOf(own.body.user.groups), held)
  assert.deepEqual(idsOf(card.body.player.groups), held)
  assert.deepEqual(listed.body.items[0].groups, held)
  assert.deepEqual(idsOf(sets.filter(({ kind }) => kind === 'group')), wanted)
})

staffTest('a new rank is last in every list of ranks', async (site) => {
  const owner = await withRanks(site)
  await order(owner, REVERSED)
  await owner.group('b')
  await owner.group('a')

  const first = await owner.get('/admin/groups?limit=6')
  const second = await owner.get(`/admin/groups?limit=6&cursor=${first.body.next}`)

  assert.deepEqual(await ranksOf(owner), [...REVERSED, 'a', 'b'])
  assert.deepEqual([idsOf(first.body.items), idsOf(second.body.items)], [[...REVERSED, 'a'], ['b']])
})

staffTest('a new order of ranks that does not name every rank is refused', async (site) => {
  const owner = await withRanks(site)
  await owner.role('vip', 1)
  await order(owner, REVERSED)

  const replies = [
    await order(owner, RANKS.slice(1)),
    await order(owner, [...RANKS, 'unknown']),
    await order(owner, [...RANKS.slice(1), 'unknown']),
    await order(owner, [...RANKS.slice(1), 'vip']),
    await order(owner, [...RANKS, 'default']),
    await order(owner, []),
    await order(owner, [...RANKS, 'wood']),
    await order(owner, [...RANKS.slice(1), 'wood']),
    await order(owner, ['A']),
  ].map(outcome)

  const invalid = '400 request.invalid'
  assert.deepEqual(replies, [...Array(6).fill(STALE), invalid, invalid, invalid])
  assert.deepEqual(await ranksOf(owner), REVERSED)
})

sqliteStaffTest('changing the order of ranks requires panel.groups.edit', async (site) => {
  const owner = await withRanks(site)
  const editor = await openStaff(site, 'Editor', { nodes: ['panel.groups.edit'] })
  const other = await openStaff(site, 'Other', { nodes: ['panel.access', 'panel.roles.edit'] })

  const replies = [await order(other, REVERSED), await order(editor, REVERSED)].map(outcome)

  assert.deepEqual(replies, ['403 auth.forbidden', DONE])
  assert.deepEqual(await ranksOf(owner), REVERSED)
})

staffTest('a new order of ranks records one event, an unchanged order none', async (site) => {
  await recordEvents(site)
  const owner = await withRanks(site)

  await order(owner, REVERSED)
  await order(owner, REVERSED)

  const audits = await auditsOf(site, 'group.ordered')
  const events = (await readEvents(site)).filter(({ type }) => type === 'groups.ordered')
  const names = (ids: readonly string[]) => ids.map((id) => id.toUpperCase()).join(', ')
  const by = { actor: owner.id, target: null, ip: '127.0.0.1' }
  const change = { before: names(RANKS), after: names(REVERSED) }
  assert.deepEqual(audits, [{ action: 'group.ordered', ...by, ...change }])
  assert.deepEqual(
    events.map(({ data }) => data.ids),
    [REVERSED],
  )
})

/** Sends calls concurrently, alternating between two instances. */
function atOnce(site: Site, staff: Staff, call: (at: Caller, turn: number) => Promise<Reply>) {
  const servers = [elsewhere(site, staff, 0), elsewhere(site, staff, 1)]
  return Promise.all(
    Array.from({ length: MANY }, (_, turn) => call(servers[turn % 2] ?? assert.fail(), turn)),
  )
}

type Caller = ReturnType<typeof elsewhere>

const eitherOrder = (turn: number) => (turn % 4 < 2 ? RANKS : REVERSED)

staffTest(
  'after concurrent reorderings, the ranks have the order that one of the requests sent',
  async (site) => {
    const owner = await withRanks(site)

    const replies = await atOnce(site, owner, (at, turn) => order(at, eitherOrder(turn)))

    const ranks = await ranksOf(owner)
    assert.deepEqual(tally(replies), { [DONE]: MANY })
    assert.ok(
      [RANKS, REVERSED].some((one) => one.join() === ranks.join()),
      ranks.join(),
    )
    // each order saw the one before it, so the changes alternate
    const first = RANKS.map((id) => id.toUpperCase()).join(', ')
    const audits = await auditsOf(site, 'group.ordered')
    const away = audits.filter(({ before }) => before === first).length
    const isReversed = ranks.join() === REVERSED.join()
    assert.equal(away - (audits.length - away), isReversed ? 1 : 0)
  },
  TWO,
)

staffTest(
  'a rank deleted during concurrent changes of the order is gone',
  async (site) => {
    const owner = await withRanks(site)

    const replies = await atOnce(site, owner, (at, turn) =>
      turn === 9 ? at.delete('/admin/groups/iron') : order(at, eitherOrder(turn)),
    )

    const outcomes = replies.map(outcome)
    const ranks = await ranksOf(owner)
    const left = [RANKS, REVERSED].map((one) => one.filter((id) => id !== 'iron').join())
    assert.equal(outcomes[9], DONE)
    assert.deepEqual(
      outcomes.filter((one) => one !== DONE && one !== STALE),
      [],
    )
    assert.ok(left.includes(ranks.join()), ranks.join())
    assert.equal(outcome(await order(owner, RANKS)), STALE)
  },
  TWO,
)

staffTest(
  'a rank created during concurrent changes of the order is not lost',
  async (site) => {
    const owner = await withRanks(site)

    const replies = await atOnce(site, owner, (at, turn) =>
      turn === 9
        ? at.post('/admin/groups', { id: 'emerald', name: 'Emerald' })
        : order(at, eitherOrder(turn)),
    )

    const outcomes = replies.map(outcome)
    const ranks = await ranksOf(owner)
    assert.equal(outcomes[9], '200')
    assert.deepEqual(
      outcomes.filter((one) => !['200', DONE, STALE].includes(one)),
      [],
    )
    const wasOrdered = outcomes.includes(DONE)
    const unordered = [...RANKS, 'emerald'].sort().join()
    const expected = [RANKS, REVERSED].map((one) => [...one, 'emerald'].join())
    assert.ok((wasOrdered ? expected : [unordered]).includes(ranks.join()), ranks.join())
  },
  TWO,
)

staffTest(
  'changes of ranks are kept during concurrent changes of their order',
  async (site) => {
    const owner = await withRanks(site)

    const replies = await atOnce(site, owner, (at, turn) =>
      turn % 5 === 0
        ? at.patch(`/admin/groups/${RANKS[turn / 5]}`, { color: '#123456' })
        : order(at, REVERSED),
    )

    const { body } = await owner.get('/admin/groups')
    assert.deepEqual(tally(replies), { 200: 4, [DONE]: MANY - 4 })
    assert.deepEqual(
      body.items.map(({ id, color }: { id: string; color: string | null }) => [id, color]),
      REVERSED.map((id) => [id, id === 'wood' ? null : '#123456']),
    )
  },
  TWO,
)
