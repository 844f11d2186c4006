import assert from 'node:assert/strict'
import { isoInstant, SECOND } from '../../../src/platform/clock.ts'
import {
  type Administrator,
  administrator,
  auditEntries,
  owner,
} from '../../support/administrator.ts'
import { bearer, outcome, type Reply, tally } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

const MAY_PAY = ['panel.players.balance', 'panel.players.read']

function pay(by: Administrator, playerId: string, body: object | string, instance = 0) {
  return by.send('POST', `/admin/players/${playerId}/balance`, body, instance)
}

function balanceOf(by: Administrator, playerId: string) {
  return by.get(`/admin/players/${playerId}/balance`)
}

siteTest('a balance is the exact sum of its changes, to the hundredth', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_PAY)

  const replies = []
  for (const change of [
    { real: 0.1, virtual: '1000' },
    { real: 0.2 },
    { real: '12.34', virtual: -0.01 },
    { real: -0.3, virtual: '-999.99' },
  ]) {
    replies.push(await pay(alex, steve.id, { ...change, reason: 'a test' }))
  }

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body]),
    [
      [200, { real: 0.1, virtual: 1000 }],
      [200, { real: 0.3, virtual: 1000 }],
      [200, { real: 12.64, virtual: 999.99 }],
      [200, { real: 12.34, virtual: 0 }],
    ],
  )
  const me = await steve.browser.get('/auth/me', bearer(steve.accessToken))
  assert.deepEqual([me.body.user.real, me.body.user.virtual], [12.34, 0])
})

siteTest(
  'fifty concurrent balance changes over two instances are all kept',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_PAY)
    await pay(alex, steve.id, { virtual: 100, reason: 'a start' })

    /** Retries a change that a slow machine refused, because a refusal changes nothing. */
    const payWithRetry = async (turn: number): Promise<Reply> => {
      const body = { real: '0.01', virtual: -0.07, reason: `${turn}` }
      const reply = await pay(alex, steve.id, body, turn % 2)
      return reply.body.error === 'unavailable' ? payWithRetry(turn) : reply
    }
    const replies = await Promise.all(Array.from({ length: 50 }, (_, turn) => payWithRetry(turn)))

    assert.deepEqual(tally(replies), { 200: 50 })
    const { body } = await balanceOf(alex, steve.id)
    assert.deepEqual([body.real, body.virtual], [0.5, 96.5])
    const { items } = await alex.all(`/admin/players/${steve.id}/balance`, { limit: 20 })
    const sum = (of: 'real' | 'virtual') =>
      items.reduce((cents, entry) => cents + Math.round(entry[of] * 100), 0)
    assert.deepEqual([items.length, sum('real'), sum('virtual')], [51, 50, 9650])
  },
  { instances: 2 },
)

siteTest(
  'if a balance covers three of ten concurrent purchases, exactly three succeed',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_PAY)
    await pay(alex, steve.id, { real: 10, reason: 'a gift' })

    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        pay(alex, steve.id, { real: -3.33, virtual: 1, reason: 'a purchase' }, turn % 2),
      ),
    )

    assert.deepEqual(tally(replies), { 200: 3, '409 balance.insufficient': 7 })
    const { body } = await balanceOf(alex, steve.id)
    assert.deepEqual([body.real, body.virtual, body.items.length], [0.01, 3, 4])
  },
  { instances: 2 },
)

sqliteTest(
  'a change of real and virtual balance changes neither if one is insufficient',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_PAY)
    await pay(alex, steve.id, { real: 5, virtual: 5, reason: 'a start' })

    const poor = await pay(alex, steve.id, { real: 5, virtual: -5.01, reason: 'x' })
    const poorer = await pay(alex, steve.id, { real: -5.01, virtual: 5, reason: 'x' })
    const spent = await pay(alex, steve.id, { real: -5, virtual: -5, reason: 'all of it' })

    assert.deepEqual([poor, poorer, spent].map(outcome), [
      '409 balance.insufficient',
      '409 balance.insufficient',
      '200',
    ])
    assert.deepEqual(spent.body, { real: 0, virtual: 0 })
    assert.equal((await balanceOf(alex, steve.id)).body.items.length, 2)
  },
)

sqliteTest(
  'the ledger lists each change of a balance with author, amounts, time and reason',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_PAY)
    await pay(alex, steve.id, { real: 12.34, reason: ' a gift ' })
    site.wait(SECOND)
    await pay(alex, steve.id, { real: -2, virtual: 3, reason: 'an exchange' })

    const { body } = await balanceOf(alex, steve.id)

    const by = { author: alex.id, authorName: 'Alex' }
    const [newer, older] = body.items
    assert.deepEqual(body, {
      real: 10.34,
      virtual: 3,
      next: null,
      items: [
        {
          id: newer.id,
          real: -2,
          virtual: 3,
          reason: 'an exchange',
          ...by,
          createdAt: isoInstant(site.now()),
        },
        {
          id: older.id,
          real: 12.34,
          virtual: 0,
          reason: 'a gift',
          ...by,
          createdAt: isoInstant(site.now() - SECOND),
        },
      ],
    })
    const who = { action: 'player.balance', actor: alex.id, target: steve.id, ip: '127.0.0.1' }
    assert.deepEqual(await auditEntries(site, 'player.balance'), [
      { ...who, before: '{"real":0,"virtual":0}', after: '{"real":12.34,"virtual":0}' },
      { ...who, before: '{"real":12.34,"virtual":0}', after: '{"real":10.34,"virtual":3}' },
    ])
  },
)

sqliteTest('the refusal of an invalid amount names its field', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_PAY)
  const wrong: [json: string, field: string][] = [
    ['{"real":0.001}', 'real'],
    ['{"real":0.30000000000000004}', 'real'],
    ['{"virtual":1e400}', 'virtual'],
    ['{"real":1e21}', 'real'],
    ['{"real":"1e3"}', 'real'],
    ['{"real":"NaN"}', 'real'],
    ['{"real":""}', 'real'],
    ['{"real":10000000000.01}', 'real'],
    ['{"virtual":"-10000000000.01"}', 'virtual'],
    ['{"real":true}', 'real'],
    ['{"real":null}', 'real'],
    ['{"real":[1]}', 'real'],
    ['{}', 'real'],
    ['{"real":0,"virtual":"0.00"}', 'real'],
  ]

  const replies = []
  for (const [json] of wrong) {
    const body = json
      .replace(/^\{(?=.)/, '{"reason":"a test"')
      .replace(/"a test"(?=")/, '"a test",')
    replies.push(await pay(alex, steve.id, body))
  }
  const bare = await pay(alex, steve.id, { real: 1 })
  const blank = await pay(alex, steve.id, { real: 1, reason: '   ' })

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body.error, body.fields[0].field]),
    wrong.map(([, field]) => [400, 'request.invalid', field]),
  )
  assert.deepEqual(
    [bare, blank].map(({ status, body }) => [status, body.fields[0].field]),
    Array(2).fill([400, 'reason']),
  )
  assert.deepEqual((await balanceOf(alex, steve.id)).body.items, [])
})

sqliteTest('a balance is at most ten billion', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_PAY)
  const full = await pay(alex, steve.id, { real: 10_000_000_000, reason: 'a lot' })

  const more = await pay(alex, steve.id, { real: 0.01, virtual: 1, reason: 'more' })

  assert.deepEqual([full.status, full.body.real], [200, 10_000_000_000])
  assert.deepEqual(
    [more.status, more.body.error, more.body.fields.map(({ field }: { field: string }) => field)],
    [400, 'request.invalid', ['real']],
  )
  const { body } = await balanceOf(alex, steve.id)
  assert.deepEqual([body.real, body.virtual], [10_000_000_000, 0])
})

sqliteTest(
  'staff can change balances only with the permission and only of players below them',
  async (site) => {
    const steve = await site.player('Steve')
    const notch = await owner(site)
    const alex = await administrator(site, MAY_PAY)
    const reader = await administrator(site, ['panel.players.read'], {
      username: 'Ari',
      ip: '192.0.2.4',
    })
    const gift = { real: 1, reason: 'a gift' }

    const replies = [
      await pay(alex, notch.id, gift),
      await pay(alex, alex.id, gift),
      await pay(reader, steve.id, gift),
      await pay(alex, 'unknown', gift),
      await balanceOf(reader, steve.id),
      await pay(notch, notch.id, gift),
    ]

    assert.deepEqual(replies.map(outcome), [
      '403 auth.forbidden',
      '403 auth.forbidden',
      '403 auth.forbidden',
      '404 player.notfound',
      '200',
      '200',
    ])
  },
)
