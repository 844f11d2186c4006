import assert from 'node:assert/strict'
import { alertOnStaffGuessing } from '../../src/permissions/superusers/alert-on-staff-guessing.ts'
import { MINUTE } from '../../src/platform/clock.ts'
import { NEW_KEY } from '../integrations/api-keys/key-manager.ts'
import { WRONG } from '../sign-in/sign-in-surfaces.ts'
import type { Site } from '../support/site.ts'
import { openOwner, openStaff, sqliteStaffTest, staffTest } from '../support/staff.ts'

staffTest(
  'twenty failed staff sign-ins within an hour send one notice to superusers',
  async (site) => {
    await openOwner(site)
    await openStaff(site, 'Mod', { nodes: ['panel.access'] })
    await guess(site, 'Owner', 10)
    await guess(site, 'Mod', 9)

    await watch(site)
    const before = await listNotices(site)
    await guess(site, 'mod@example.org', 1)
    await watch(site)
    const once = await listNotices(site)
    site.wait(30 * MINUTE)
    await guess(site, 'Owner', 1)
    await watch(site)
    const soon = await listNotices(site)

    assert.deepEqual(before, [])
    assert.deepEqual(once, ['owner@example.org: Mod, Owner'])
    assert.deepEqual(soon, once)
  },
  { instances: 2 },
)

staffTest(
  'the notice of failed staff sign-ins is repeated after an hour if attempts continue',
  async (site) => {
    await openOwner(site)
    await guess(site, 'Owner', 20)
    await watch(site)
    site.wait(60 * MINUTE)

    await watch(site)
    const quiet = await listNotices(site)
    await guess(site, 'Owner', 20)
    await watch(site)

    assert.equal(quiet.length, 1)
    assert.equal((await listNotices(site)).length, 2)
  },
)

sqliteStaffTest(
  'failed sign-ins of players without rights in the panel send no notice',
  async (site) => {
    await openOwner(site)
    await openStaff(site, 'Steve', { nodes: ['essentials.fly'] })
    await guess(site, 'Steve', 15)
    await guess(site, 'Nobody', 15)

    await watch(site)

    assert.deepEqual(await listNotices(site), [])
  },
)

sqliteStaffTest('every superuser is notified of a new API key', async (site) => {
  const owner = await openOwner(site)

  await owner.post('/admin/api-keys', NEW_KEY)

  const mails = await site.mails()
  assert.deepEqual(
    mails.map(({ subject }) => subject),
    ['A new API key: Portal'],
  )
  assert.match(
    mails[0]?.text ?? '',
    /was created\. It was done by Owner from the address 127\.0\.0\.1/,
  )
})

async function guess(site: Site, login: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await site.browser().logIn(login, WRONG)
}

/** Runs the job on every instance. */
async function watch(site: Site): Promise<void> {
  await Promise.all(site.instances.map(({ app }) => alertOnStaffGuessing(app)))
}

/** Lists the recipients of notices, and the accounts they name. */
async function listNotices(site: Site): Promise<string[]> {
  const mails = (await site.mails()).filter(({ subject }) => subject?.includes('sign in as staff'))
  return mails.map(
    ({ to, text }) => `${to?.[0]?.address}: ${/failed: ([^.]+)\./.exec(text ?? '')?.[1]}`,
  )
}
