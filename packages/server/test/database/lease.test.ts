import assert from 'node:assert/strict'
import {
  claimLease,
  findLease,
  type Lease,
  releaseLease,
  renewLease,
  replaceLease,
} from '../../src/database/lease-store.ts'
import { SECOND } from '../../src/platform/clock.ts'
import { type Site, siteTest } from '../support/site.ts'

const TTL = 30 * SECOND

function claim(site: Site, holder: string, state = '', instance = 0): Promise<boolean> {
  const now = site.now()
  const { db } = site.instances[instance]?.app ?? site.app
  return claimLease(db, { name: 'work', holder, now, expiresAt: now + TTL, state })
}

const lease = (holder: string): Lease => ({ name: 'work', holder })

siteTest(
  'only one of many concurrent processes claims a lease',
  async (site) => {
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, n) => claim(site, `process ${n}`, '', n % 2)),
    )
    site.wait(TTL)
    const later = await Promise.all(
      Array.from({ length: 20 }, (_, n) => claim(site, `later ${n}`, '', n % 2)),
    )

    assert.equal(claims.filter(Boolean).length, 1)
    assert.equal(later.filter(Boolean).length, 1)
  },
  { instances: 2 },
)

siteTest('the lease of a dead process is free only after it expires', async (site) => {
  await claim(site, 'dead')
  site.wait(TTL - 1)
  const early = await claim(site, 'other')
  site.wait(1)
  const late = await claim(site, 'other')

  assert.deepEqual([early, late], [false, true])
  assert.equal((await findLease(site.app.db, 'work'))?.holder, 'other')
})

siteTest('renewing a lease extends it and keeps its state', async (site) => {
  const { db } = site.app
  await claim(site, 'holder', 'halfway')
  site.wait(TTL - 1)
  const renewed = await renewLease(db, {
    ...lease('holder'),
    expiresAt: site.now() + TTL,
    progress: '7',
  })
  site.wait(TTL - 1)
  const claimed = await claim(site, 'other')

  assert.deepEqual([renewed, claimed], [true, false])
  const { state, progress } = (await findLease(db, 'work')) ?? {}
  assert.deepEqual({ state, progress }, { state: 'halfway', progress: '7' })
})

siteTest('a holder that lost its lease cannot renew, change or release it', async (site) => {
  const { db } = site.app
  await claim(site, 'slow')
  const found = await findLease(db, 'work')
  assert.ok(found)
  site.wait(TTL)
  await claim(site, 'next')

  const renewed = await renewLease(db, {
    ...lease('slow'),
    expiresAt: site.now() + 10 * TTL,
    progress: null,
  })
  const changed = await replaceLease(db, { name: 'work', found }, { ...found, state: 'mine' })
  const released = await releaseLease(db, lease('slow'))

  assert.deepEqual([renewed, changed, released], [false, false, false])
  const { holder, expiresAt, state } = (await findLease(db, 'work')) ?? {}
  assert.deepEqual([holder, expiresAt, state], ['next', site.now() + TTL, ''])
})

siteTest(
  'only one of many processes that concurrently change a lease succeeds',
  async (site) => {
    await claim(site, 'holder', 'found')
    const found = await findLease(site.app.db, 'work')
    assert.ok(found)

    const changes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => {
        const { db } = site.instances[n % 2]?.app ?? site.app
        return replaceLease(db, { name: 'work', found }, { ...found, state: `by ${n}` })
      }),
    )
    const released = await releaseLease(site.app.db, { ...lease('holder'), state: 'found' })

    assert.equal(changes.filter(Boolean).length, 1)
    assert.equal(released, false)
  },
  { instances: 2 },
)

siteTest('a released lease is free immediately', async (site) => {
  await claim(site, 'holder')
  const released = await releaseLease(site.app.db, lease('holder'))
  const claimed = await claim(site, 'other')

  assert.deepEqual([released, claimed], [true, true])
})
