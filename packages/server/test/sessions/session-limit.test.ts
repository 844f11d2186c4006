import assert from 'node:assert/strict'
import { MINUTE, SECOND } from '../../src/platform/clock.ts'
import { newId } from '../../src/platform/random.ts'
import { administrator, auditEntries } from '../support/administrator.ts'
import { type Browser, bearer, type Reply, tally } from '../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { listOf, refresh, signIn } from './signed-in.ts'

siteTest(
  'a sign-in above a hundred sessions closes the least recently used session',
  async (site) => {
    const steve = await site.player('Steve')
    const filled = await fill(site, steve.id, 99)
    site.wait(MINUTE)
    await refresh(site, steve) // the oldest session, but used since

    const launcher = await signIn(site, { ip: '198.51.100.7' })

    const [oldest, ...others] = filled
    const kept = await idsOf(site, steve.id)
    assert.deepEqual([kept.size, kept.has(launcher.id), kept.has(oldest ?? '')], [100, true, false])
    assert.deepEqual(
      others.filter((id) => !kept.has(id)),
      [],
    )
    assert.deepEqual(await auditEntries(site, 'sessions.displaced'), [
      {
        action: 'sessions.displaced',
        actor: steve.id,
        target: steve.id,
        ip: '198.51.100.7',
        before: '1',
        after: null,
      },
    ])
  },
)

sqliteTest(
  'the hundredth session closes no other, and expired sessions do not count',
  async (site) => {
    const steve = await site.player('Steve')
    await fill(site, steve.id, 98)
    await fill(site, steve.id, 50, { expiresAt: site.now() })

    await signIn(site)

    assert.equal((await idsOf(site, steve.id)).size, 150)
    assert.deepEqual(await auditEntries(site, 'sessions.displaced'), [])
  },
)

siteTest(
  'concurrent sign-ins over two instances leave a hundred sessions',
  async (site) => {
    const steve = await site.player('Steve')
    await fill(site, steve.id, 99)
    site.wait(MINUTE)

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        site.browser({ instance: n % 2 }).logIn('Steve', PASSWORD),
      ),
    )

    assert.deepEqual(tally(replies), { 200: 20 })
    assert.equal((await idsOf(site, steve.id)).size, 100)
    const renewed = replies.map(({ body }) => refresh(site, body))
    assert.deepEqual(tally(await Promise.all(renewed)), { 200: 20 })
    const closed = (await auditEntries(site, 'sessions.displaced')).map(({ before }) =>
      Number(before),
    )
    assert.equal(
      closed.reduce((sum, count) => sum + count, 0),
      20,
    )
  },
  { instances: 2 },
)

sqliteTest('a sign-in closes thousands of sessions from before the limit existed', async (site) => {
  const steve = await site.player('Steve')
  const filled = await fill(site, steve.id, 2500)
  site.wait(MINUTE)

  const launcher = await signIn(site)

  assert.deepEqual(await idsOf(site, steve.id), new Set([launcher.id, ...filled.slice(-99)]))
  const steps = (await auditEntries(site, 'sessions.displaced')).map(({ before }) => before)
  assert.deepEqual(steps.sort(), ['1000', '1000', '402'])
})

siteTest(
  'more than a hundred sessions are listed in pages, and each page includes the current session',
  async (site) => {
    const steve = await site.player('Steve')
    const [{ id: own }] = (await listOf(steve.browser, steve.accessToken)).body.all
    const filled = await fill(site, steve.id, 230, { usedAt: site.now() + SECOND })

    const first = await pageOf(steve, '')
    const second = await pageOf(steve, `?cursor=${first.body.next}`)
    const third = await pageOf(steve, `?cursor=${second.body.next}`)
    const few = await pageOf(steve, '?limit=3')

    const pages = [first, second, third].map(({ body }) => body)
    assert.deepEqual(
      pages.map(({ all }) => all.length),
      [100, 100, 31],
    )
    assert.deepEqual(
      pages.flatMap(({ all }) => all.map(idOf)),
      [...filled.reverse(), own],
    )
    assert.deepEqual(
      pages.map(({ current }) => current.id),
      [own, own, own],
    )
    assert.equal('next' in third.body, false)
    assert.deepEqual(few.body.all, first.body.all.slice(0, 3))
  },
)

sqliteTest('an invalid limit or cursor of the session list is refused', async (site) => {
  const steve = await site.player('Steve')
  const wrong = ['?limit=0', '?limit=x', '?cursor=x', '?cursor=W10']

  const replies = await Promise.all(wrong.map((query) => pageOf(steve, query)))

  assert.deepEqual(tally(replies), { '400 request.invalid': wrong.length })
})

sqliteTest('the panel lists a player’s sessions in pages', async (site) => {
  const steve = await site.player('Steve')
  const filled = await fill(site, steve.id, 149, { usedAt: site.now() + SECOND })
  const alex = await administrator(site, ['panel.players.sessions'])

  const { items, pages } = await alex.all(`/admin/players/${steve.id}/sessions`, { limit: 40 })

  assert.deepEqual(items.map(idOf).slice(0, 149), filled.reverse())
  assert.deepEqual([items.length, pages], [150, 4])
})

type Owner = { browser: Browser; accessToken: string }

function pageOf({ browser, accessToken }: Owner, query: string): Promise<Reply> {
  return browser.post(`/auth/sessions/me${query}`, undefined, bearer(accessToken))
}

function idOf({ id }: { id: string }): string {
  return id
}

/** Inserts sessions with sign-ins a millisecond apart, and returns their IDs. */
async function fill(
  site: Site,
  playerId: string,
  count: number,
  { usedAt = site.now(), expiresAt = site.now() + 30 * 24 * 60 * MINUTE } = {},
): Promise<string[]> {
  const { db, random } = site.app
  const sessions = Array.from({ length: count }, (_, n) => ({
    id: newId(random),
    player_id: playerId,
    device: 'Launcher',
    agent: 'Launcher/5.6',
    ip: '192.0.2.7',
    counter: 0,
    replacements: '[]',
    created_at: usedAt,
    updated_at: usedAt + n,
    expires_at: expiresAt,
  }))
  for (let from = 0; from < count; from += 500) {
    await db
      .insertInto('session')
      .values(sessions.slice(from, from + 500))
      .execute()
  }
  return sessions.map(idOf)
}

async function idsOf(site: Site, playerId: string): Promise<Set<string>> {
  const rows = site.app.db.selectFrom('session').select('id').where('player_id', '=', playerId)
  return new Set((await rows.execute()).map(idOf))
}
