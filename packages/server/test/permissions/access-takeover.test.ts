import assert from 'node:assert/strict'
import { DAY, isoInstant } from '../../src/platform/clock.ts'
import { outcome, type Reply, tally } from '../support/browser.ts'
import type { Site } from '../support/site.ts'
import {
  elsewhere,
  openOwner,
  openStaff,
  type Staff,
  sqliteStaffTest,
  staffTest,
} from '../support/staff.ts'
import { DONE, NO } from './editor-fixture.ts'

/** The permissions for every change of an account, and for bans. */
const MAY_CHANGE = [
  ...['panel.access', 'panel.players.read', 'panel.players.edit', 'panel.players.activate'],
  ...['panel.players.2fa', 'panel.players.sessions', 'panel.players.ban'],
]

sqliteStaffTest(
  'a moderator cannot change an account with more panel permissions than their own',
  async (site) => {
    const { owner, mod } = await openModerator(site)
    await owner.role('keeper', 10, ['panel.access', 'panel.keys.manage'])
    await owner.group('staff', ['panel.news.edit'])
    const founder = await openStaff(site, 'Founder', { nodes: ['panel.*'] })
    const keeper = await openStaff(site, 'Keeper', { roles: ['keeper'] })
    const writer = await openStaff(site, 'Writer')
    await owner.post(`/admin/players/${writer.id}/groups`, { group: 'staff', days: 30 })

    const replies = [
      ...(await changeAccount(mod, founder.id)),
      ...(await changeAccount(mod, keeper.id)),
      ...(await changeAccount(mod, writer.id)),
    ]

    assert.deepEqual(tally(replies), { [NO]: 18 })
  },
)

sqliteStaffTest(
  'an editor with all panel permissions of an account may change it',
  async (site) => {
    const { owner, mod } = await openModerator(site)
    await owner.role('helper', 10, ['panel.*', '-panel.keys.*', '-panel.*.edit', 'player.*'])
    await owner.role('chief', 60, ['panel.*', '-panel.keys.manage', '-panel.players.balance'])
    await owner.group('gold', ['player.*', 'launcher.*', 'essentials.fly'])
    const chief = await openStaff(site, 'Chief', { roles: ['chief'] })
    const reader = await openStaff(site, 'Reader', { nodes: ['panel.players.read'] })
    const donor = await openStaff(site, 'Donor')
    await owner.post(`/admin/players/${donor.id}/groups`, { group: 'gold', forever: true })
    await owner.patch('/admin/roles/mod', {
      permissions: ['-panel.players.balance', ...MAY_CHANGE],
    })
    const helper = await openStaff(site, 'Helper', { roles: ['helper'], ip: '192.0.2.9' })

    const byMod = [
      ...(await changeAccount(mod, reader.id)),
      ...(await changeAccount(mod, donor.id)),
    ]
    const beyond = await changeAccount(mod, helper.id)
    const byChief = await changeAccount(chief, mod.id)

    assert.deepEqual(tally(byMod), { 200: 8, 204: 4 })
    assert.deepEqual(tally(beyond), { [NO]: 6 })
    assert.deepEqual(tally(byChief), { 200: 4, 204: 2 })
  },
)

sqliteStaffTest('a superuser may change every account', async (site) => {
  const owner = await openOwner(site)
  const founder = await openStaff(site, 'Founder', { nodes: ['*'] })

  assert.deepEqual(tally(await changeAccount(owner, founder.id)), { 200: 4, 204: 2 })
})

sqliteStaffTest(
  'a ban or temporary denial does not make an account easier to take over',
  async (site) => {
    const { owner, mod } = await openModerator(site)
    const tomorrow = isoInstant(site.now() + DAY)
    const nodes = ['panel.*']
    const [banned, silent, denied, awaited] = [
      await openStaff(site, 'Banned', { nodes }),
      await openStaff(site, 'Silent', { nodes }),
      await openStaff(site, 'Denied', { nodes }),
      await openStaff(site, 'Awaited', { ip: '192.0.2.9' }),
    ]
    await owner.patch(`/admin/players/${silent.id}`, { activated: false })
    await owner.patch(`/admin/players/${denied.id}`, {
      permissions: [{ node: '-panel.keys.manage', expiresAt: tomorrow }, 'panel.*'],
    })
    const lent = { node: 'panel.keys.manage', startsAt: tomorrow, days: 1 }
    await owner.post(`/admin/players/${awaited.id}/groups`, lent)

    const ban = await mod.post(`/admin/players/${banned.id}/ban`, { reason: 'griefing' })
    const replies: Reply[] = []
    for (const { id } of [banned, silent, denied, awaited]) {
      replies.push(...(await changeAccount(mod, id)))
    }

    assert.equal(outcome(ban), DONE) // only priorities decide who may be banned
    assert.deepEqual(tally(replies), { [NO]: 24 })
  },
)

sqliteStaffTest(
  'an editor with temporary panel permissions cannot change an account that holds them longer',
  async (site) => {
    const owner = await openOwner(site)
    await owner.role('deputy', 50)
    const deputy = await openStaff(site, 'Deputy', { roles: ['deputy'] })
    const [week, month] = [isoInstant(site.now() + 7 * DAY), isoInstant(site.now() + 30 * DAY)]
    const lend = (player: Staff, expiresAt: string | null) =>
      owner.patch(`/admin/players/${player.id}`, { permissions: [{ node: 'panel.*', expiresAt }] })
    await lend(deputy, week)
    const founder = await openStaff(site, 'Founder')
    const rename = (username: string) => deputy.patch(`/admin/players/${founder.id}`, { username })

    const outcomes: string[] = []
    for (const [turn, end] of [null, month, week].entries()) {
      await lend(founder, end)
      outcomes.push(outcome(await rename(`Renamed_${turn}`)))
    }

    assert.deepEqual(outcomes, [NO, NO, DONE])
  },
)

sqliteStaffTest(
  'during a ban, an editor cannot remove a denial of a permission that they lack',
  async (site) => {
    const { owner, mod } = await openModerator(site)
    await owner.role('helper', 10, ['panel.keys.manage', 'player.skin.hd'])
    await owner.role('curbed', 20, ['-panel.keys.manage', '-player.skin.hd'])
    await owner.patch('/admin/roles/mod', { permissions: [...MAY_CHANGE, 'panel.players.access'] })
    const helper = await openStaff(site, 'Helper', { roles: ['helper', 'curbed'] })
    const path = `/admin/players/${helper.id}`

    await mod.post(`${path}/ban`, { reason: 'griefing' })
    const uncurbed = await mod.patch(path, { roles: ['helper'] })
    await owner.patch('/admin/roles/mod', { permissions: ['panel.*', 'player.*'] })
    const held = await mod.patch(path, { roles: ['helper'] })

    assert.deepEqual([uncurbed, held].map(outcome), [NO, DONE])
  },
)

staffTest(
  'an account that gets panel permissions is protected from moderators at the next request',
  async (site) => {
    const { owner, mod } = await openModerator(site)
    const steve = await openStaff(site, 'Steve')
    const path = `/admin/players/${steve.id}`
    const rename = (instance: number) =>
      elsewhere(site, mod, instance).patch(path, { username: `Mine_${instance}` })

    const before = [await rename(0), await rename(1)]
    await owner.patch(path, { permissions: ['panel.keys.manage'] })
    const after = [await rename(1), await rename(0)]

    assert.deepEqual([...before, ...after].map(outcome), [DONE, DONE, NO, NO])
  },
  { instances: 2 },
)

async function openModerator(site: Site) {
  const owner = await openOwner(site)
  await owner.role('mod', 50, MAY_CHANGE)
  return { owner, mod: await openStaff(site, 'Mod', { roles: ['mod'] }) }
}

/** Tries every change of an account, and returns the responses. */
async function changeAccount(by: Staff, playerId: string): Promise<Reply[]> {
  const path = `/admin/players/${playerId}`
  const name = playerId.slice(0, 8)
  return [
    await by.patch(path, { email: `${name}@example.org` }),
    await by.patch(path, { username: name }),
    await by.patch(path, { passwordChangeRequired: true }),
    await by.patch(path, { activated: false }),
    await by.delete(`${path}/2fa`),
    await by.delete(`${path}/sessions`),
  ]
}
