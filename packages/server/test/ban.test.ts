import assert from 'node:assert/strict'
import { banPlayer } from '../src/ban/ban-player.ts'
import { DAY, HOUR, isoInstant, MINUTE, SECOND } from '../src/platform/clock.ts'
import {
  type Administrator,
  administrator,
  callsOf,
  giveRole,
  owner,
  traces,
} from './administrator.ts'
import { bearer, outcome, tally } from './browser.ts'
import { PASSWORD, type Site, siteTest } from './site.ts'

const MAY_BAN = ['panel.players.ban', 'panel.players.read']

function ban(
  by: Administrator,
  playerId: string,
  body: object = { reason: 'griefing' },
  instance = 0,
) {
  return by.send('POST', `/admin/players/${playerId}/ban`, body, instance)
}

function unban(by: Administrator, playerId: string, instance = 0) {
  return by.send('DELETE', `/admin/players/${playerId}/ban`, undefined, instance)
}

async function bansOf(by: Administrator, playerId: string) {
  return (await by.get(`/admin/players/${playerId}/bans`)).body.items
}

/** What the player's own view says of a ban. */
async function seenBy(site: Site, steve: { accessToken: string }, instance = 0) {
  const { body } = await site.browser({ instance }).get('/auth/me', bearer(steve.accessToken))
  const { banned, banReason, banExpiresAt } = body.user
  return { banned, banReason, banExpiresAt }
}

const FREE = { banned: false, banReason: '', banExpiresAt: null }

siteTest(
  'a banned player is told why and until when, and his sessions are closed',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_BAN)
    const expiresAt = isoInstant(site.now() + DAY)

    const reply = await ban(alex, steve.id, { reason: '  griefing ', expiresAt })

    assert.equal(reply.status, 200)
    const { id, ...rest } = reply.body
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(rest, {
      reason: 'griefing',
      running: true,
      author: alex.id,
      authorName: 'Alex',
      createdAt: isoInstant(site.now()),
      expiresAt,
      liftedAt: null,
      liftedBy: null,
      liftedByName: null,
    })
    const held = { banned: true, banReason: 'griefing', banExpiresAt: expiresAt }
    assert.deepEqual(await seenBy(site, steve), held)
    assert.equal(outcome(await steve.browser.refresh()), '401 auth.sessionexpired')
    const login = await site.browser().logIn('Steve', PASSWORD)
    assert.deepEqual([login.status, login.body.user.banReason], [200, 'griefing'])
  },
)

siteTest(
  'a ban holds at the next request of every server, and ends by itself',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_BAN)
    await giveRole(site, steve.id, { id: 'helper', priority: 1, permissions: ['panel.access'] })
    const helper = callsOf(site, steve)
    const look = (instance: number) => helper.get('/admin/overview', {}, instance)
    const before = [await look(0), await look(1)]

    await ban(alex, steve.id, {
      reason: 'griefing',
      expiresAt: isoInstant(site.now() + 2 * SECOND),
    })
    const during = [await look(0), await look(1)]
    const seen = await seenBy(site, steve, 1)
    site.wait(2 * SECOND)
    const after = [await look(0), await look(1)]

    assert.deepEqual(
      [before, during, after].map((replies) => replies.map(outcome)),
      [
        ['200', '200'],
        ['403 auth.forbidden', '403 auth.forbidden'],
        ['200', '200'],
      ],
    )
    assert.equal(seen.banned, true)
    assert.deepEqual(await seenBy(site, steve, 1), FREE)
    assert.deepEqual(await traces(site, 'player.unbanned'), [])
  },
  { instances: 2 },
)

siteTest('a pardoned player is free at once, and his ban stays in the history', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_BAN)
  await ban(alex, steve.id)
  site.wait(MINUTE)

  const reply = await unban(alex, steve.id)
  const again = await unban(alex, steve.id)

  assert.deepEqual([outcome(reply), outcome(again)], ['204', '404 ban.notfound'])
  assert.deepEqual(await seenBy(site, steve), FREE)
  const [past, ...more] = await bansOf(alex, steve.id)
  assert.deepEqual(more, [])
  assert.deepEqual(
    { running: past.running, at: past.liftedAt, by: past.liftedBy, name: past.liftedByName },
    { running: false, at: isoInstant(site.now()), by: alex.id, name: 'Alex' },
  )
})

siteTest('another ban takes the place of the one that runs', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_BAN)
  const jeb = await administrator(site, MAY_BAN, { username: 'Jeb', ip: '192.0.2.3' })
  await ban(alex, steve.id, { reason: 'spam', expiresAt: isoInstant(site.now() + HOUR) })
  site.wait(SECOND)

  await ban(jeb, steve.id, { reason: 'griefing', expiresAt: null })

  const held = { banned: true, banReason: 'griefing', banExpiresAt: null }
  assert.deepEqual(await seenBy(site, steve), held)
  const history = (await bansOf(alex, steve.id)).map(
    (item: {
      reason: string
      running: boolean
      authorName: string
      liftedByName: string | null
    }) => [item.reason, item.running, item.authorName, item.liftedByName],
  )
  assert.deepEqual(history, [
    ['griefing', true, 'Jeb', null],
    ['spam', false, 'Alex', 'Jeb'],
  ])
})

siteTest(
  'of twenty bans at once over two servers exactly one runs, and the others are lifted',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_BAN)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        ban(alex, steve.id, { reason: `reason ${turn}` }, turn % 2),
      ),
    )

    assert.deepEqual(tally(replies), { 200: 20 })
    const { items } = await alex.all(`/admin/players/${steve.id}/bans`, { limit: 7 })
    assert.equal(items.length, 20)
    assert.equal(items.filter(({ liftedAt }) => liftedAt === null).length, 1)
    assert.equal(items.filter(({ running }) => running).length, 1)
  },
  { instances: 2 },
)

siteTest(
  'of twenty bans by command at once over two servers exactly one runs',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_BAN)
    const apps = site.instances.map(({ app }) => app)

    await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        const wanted = { reason: `reason ${turn}`, expiresAt: null }
        const app = apps[turn % 2] ?? site.app
        await banPlayer(app, steve.id, wanted, { actor: 'command', ip: null })
      }),
    )

    const { items } = await alex.all(`/admin/players/${steve.id}/bans`)
    assert.equal(items.length, 20)
    assert.equal(items.filter(({ running }) => running).length, 1)
  },
  { instances: 2 },
)

siteTest('a ban that ended by itself cannot be lifted any more', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_BAN)
  await ban(alex, steve.id, { reason: 'griefing', expiresAt: isoInstant(site.now() + SECOND) })
  site.wait(SECOND)

  const reply = await unban(alex, steve.id)
  await ban(alex, steve.id)

  assert.equal(outcome(reply), '404 ban.notfound')
  const [, ended] = await bansOf(alex, steve.id)
  assert.deepEqual([ended.running, ended.liftedAt], [false, null])
})

siteTest(
  'of twenty pardons at once over two servers one ends the ban',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_BAN)
    await ban(alex, steve.id)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => unban(alex, steve.id, turn % 2)),
    )

    assert.deepEqual(tally(replies), { 204: 1, '404 ban.notfound': 19 })
    assert.equal((await traces(site, 'player.unbanned')).length, 1)
  },
  { instances: 2 },
)

siteTest('every ban and pardon is written down with what it was and became', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_BAN)
  const expiresAt = isoInstant(site.now() + DAY)

  await ban(alex, steve.id, { reason: 'spam', expiresAt })
  site.wait(SECOND)
  await ban(alex, steve.id)
  site.wait(SECOND)
  await unban(alex, steve.id)

  const spam = JSON.stringify({ reason: 'spam', expiresAt })
  const griefing = JSON.stringify({ reason: 'griefing', expiresAt: null })
  const who = { actor: alex.id, target: steve.id, ip: '127.0.0.1' }
  assert.deepEqual(await traces(site, 'player.banned', 'player.unbanned'), [
    { action: 'player.banned', ...who, before: null, after: spam },
    { action: 'player.banned', ...who, before: spam, after: griefing },
    { action: 'player.unbanned', ...who, before: griefing, after: null },
  ])
})

siteTest('a ban needs a reason, and an end that is ahead', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_BAN)
  const reason = 'griefing'
  const wrong: [body: object, field: string][] = [
    [{}, 'reason'],
    [{ reason: '' }, 'reason'],
    [{ reason: ' \n ' }, 'reason'],
    [{ reason: 'x'.repeat(501) }, 'reason'],
    [{ reason: 'a\u0000b' }, 'reason'],
    [{ reason, expiresAt: isoInstant(site.now()) }, 'expiresAt'],
    [{ reason, expiresAt: isoInstant(site.now() - DAY) }, 'expiresAt'],
    [{ reason, expiresAt: 'tomorrow' }, 'expiresAt'],
    [{ reason, expiresAt: '2031-02-30T00:00:00Z' }, 'expiresAt'],
    [{ reason, expiresAt: '' }, 'expiresAt'],
    [{ reason, expiresAt: site.now() + DAY }, 'expiresAt'],
  ]

  const replies = []
  for (const [body] of wrong) replies.push(await ban(alex, steve.id, body))
  const longest = await ban(alex, steve.id, { reason: 'x'.repeat(500) })

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body.error, body.fields[0].field]),
    wrong.map(([, field]) => [400, 'request.invalid', field]),
  )
  assert.equal(replies[5]?.body.fields[0].message, 'This instant has to be ahead.')
  assert.equal(longest.status, 200)
  assert.equal((await bansOf(alex, steve.id)).length, 1)
})

siteTest('nobody bans above himself, nobody bans himself, and not everybody bans', async (site) => {
  const steve = await site.player('Steve')
  const notch = await owner(site)
  const alex = await administrator(site, MAY_BAN)
  const peer = await administrator(site, MAY_BAN, { username: 'Jeb', ip: '192.0.2.3' })
  const reader = await administrator(site, ['panel.players.read'], {
    username: 'Ari',
    ip: '192.0.2.4',
  })

  const replies = [
    await ban(alex, notch.id),
    await ban(alex, peer.id),
    await ban(alex, alex.id),
    await ban(notch, notch.id),
    await ban(reader, steve.id),
    await ban(alex, '00000000-0000-4000-8000-000000000000'),
    await ban(alex, 'no\u0000body'),
    await unban(reader, steve.id),
    await unban(alex, steve.id),
    await site.browser().post(`/admin/players/${steve.id}/ban`, { reason: 'x' }),
  ]

  assert.deepEqual(replies.map(outcome), [
    ...Array(5).fill('403 auth.forbidden'),
    '404 player.notfound',
    '404 player.notfound',
    '403 auth.forbidden',
    '404 ban.notfound',
    '401 auth.unauthorized',
  ])
  assert.deepEqual(await traces(site, 'player.banned'), [])
})

siteTest(
  'a banned administrator can do nothing any more, not even pardon himself',
  async (site) => {
    const notch = await owner(site)
    const jeb = await owner(site, 'Jeb', '192.0.2.5')
    await ban(notch, jeb.id)

    const pardon = await unban(jeb, jeb.id)
    const revenge = await ban(jeb, notch.id)

    assert.deepEqual([pardon, revenge].map(outcome), Array(2).fill('403 auth.forbidden'))
  },
)
