import assert from 'node:assert/strict'
import { MINUTE } from '../../../src/platform/clock.ts'
import { outcome, tally } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { launcherWith } from '../launcher/launcher-server.ts'
import { keyCalls, keyOwner, NEW_KEY } from './key-manager.ts'
import { written } from './key-notes.ts'

sqliteTest('a revoked key stays listed and is refused', async (site) => {
  const owner = await keyOwner(site)
  const { id, key } = await owner.made()
  site.wait(MINUTE)

  const revoked = await owner.revoke(id)
  const again = await owner.revoke(id)
  const changed = await owner.change(id, { addresses: [] })
  const shown = await owner.show(id)

  assert.deepEqual([revoked, again, changed].map(outcome), [
    '204',
    '404 apikey.notfound',
    '404 apikey.notfound',
  ])
  assert.equal(shown.body.revokedAt, new Date(site.now()).toISOString())
  assert.deepEqual(shown.body.addresses, NEW_KEY.addresses)
  assert.equal(outcome(await launcherWith(site, key).ping()), '401 auth.invalidkey')
})

siteTest('an unknown key id returns 404', async (site) => {
  const owner = await keyOwner(site)
  const { id } = await owner.made()
  const ids = ['unknown', '%00', "'--", `${id}x`, id.toUpperCase(), '..%2f', 'x'.repeat(900)]

  const replies = await Promise.all(
    ids.flatMap((one) => [owner.show(one), owner.change(one, {}), owner.revoke(one)]),
  )

  assert.deepEqual(tally(replies), { '404 apikey.notfound': ids.length * 3 })
})

siteTest(
  'changes of a key are audited with old and new values, without the secret',
  async (site) => {
    const owner = await keyOwner(site)
    const { id } = await owner.made()
    site.wait(1)
    await owner.change(id, { name: 'Other', addresses: [] })
    site.wait(1)
    await owner.change(id, { name: 'Other' })
    await owner.revoke(id)

    const trail = await site.app.db
      .selectFrom('audit')
      .select(['action', 'actor', 'ip', 'before', 'after'])
      .where('target', '=', id)
      .orderBy('id')
      .execute()
    const made = JSON.stringify(NEW_KEY)
    const changed = JSON.stringify({ ...NEW_KEY, name: 'Other', addresses: [] })
    const by = { actor: owner.id, ip: '127.0.0.1' }
    assert.deepEqual(
      trail.map((line) => ({ ...line })),
      [
        { action: 'api-key.created', ...by, before: null, after: made },
        { action: 'api-key.changed', ...by, before: made, after: changed },
        { action: 'api-key.revoked', ...by, before: changed, after: null },
      ],
    )
  },
)

siteTest(
  'only one of several concurrent revocations of a key succeeds',
  async (site) => {
    const owner = await keyOwner(site)
    const { id } = await owner.made()
    const doors = [0, 1].map((instance) =>
      keyCalls({ ...owner, browser: site.browser({ instance }) }),
    )

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => [
        doors[n % 2]?.revoke(id),
        doors[n % 2]?.change(id, { name: `Name ${n}` }),
      ]).flat(),
    )

    const outcomes = tally(replies.filter((reply) => reply !== undefined))
    const trail = await site.app.db
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('target', '=', id)
      .where('action', 'in', ['api-key.changed', 'api-key.revoked'])
      .execute()
    const changes = trail.filter(({ action }) => action === 'api-key.changed')
    const revokings = trail.filter(({ action }) => action === 'api-key.revoked')
    assert.equal(outcomes['204'], 1)
    assert.equal((outcomes['200'] ?? 0) + (outcomes['404 apikey.notfound'] ?? 0), 39)
    assert.deepEqual([changes.length, revokings.length], [outcomes['200'] ?? 0, 1])
    assertChain(changes, revokings[0]?.before)
  },
  { instances: 2 },
)

siteTest(
  'concurrent changes of a key are applied one after the other',
  async (site) => {
    const owner = await keyOwner(site)
    const { id } = await owner.made()
    const doors = [0, 1].map((instance) =>
      keyCalls({ ...owner, browser: site.browser({ instance }) }),
    )

    await Promise.all(
      Array.from({ length: 20 }, (_, n) => doors[n % 2]?.change(id, { name: `Name ${n}` })),
    )

    const changes = await site.app.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('target', '=', id)
      .where('action', '=', 'api-key.changed')
      .execute()
    const { name, permissions, addresses } = (await owner.show(id)).body
    assert.equal(changes.length, 20)
    assertChain(changes, JSON.stringify({ name, permissions, addresses }))
  },
  { instances: 2 },
)

/** Asserts that every change began from the result of another, so that none was lost. */
function assertChain(
  changes: readonly { before: string | null; after: string | null }[],
  last: string | null | undefined,
): void {
  const befores = [...changes.map(({ before }) => before), last]
  const afters = [JSON.stringify(NEW_KEY), ...changes.map(({ after }) => after)]
  assert.deepEqual([...befores].sort(), [...afters].sort())
}

sqliteTest('a key reports whether its last refused address is trusted now', async (site) => {
  const owner = await keyOwner(site)
  const { id, key } = await owner.made()
  await launcherWith(site, key, { ip: '203.0.113.5' }).ping()
  await written(site)
  const told = async (): Promise<boolean> => (await owner.show(id)).body.lastRefusedIsTrusted

  const seen = [await told()]
  for (const address of ['203.0.113.6', '203.0.113.5/32', '203.0.113.0/24']) {
    await owner.change(id, { addresses: [address] })
    seen.push(await told())
  }

  assert.deepEqual(seen, [false, false, true, true])
})
