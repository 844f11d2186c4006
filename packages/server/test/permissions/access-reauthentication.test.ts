import assert from 'node:assert/strict'
import { MINUTE } from '../../src/platform/clock.ts'
import { outcome, type Reply } from '../support/browser.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { openOwner, openStaff, type Staff, sqliteStaffTest } from '../support/staff.ts'

const ASKED = '403 auth.proofrequired'

/** Creates an owner with an old session, a player, and roles and ranks with rights in the panel. */
async function openOldSession(site: Site) {
  const owner = await openOwner(site)
  const steve = await openStaff(site, 'Steve', { nodes: ['-panel.news.edit', 'game.fly'] })
  await owner.role('mod', 5, ['panel.access'])
  await owner.role('quiet', 6, ['-panel.access'])
  await owner.role('plain', 1, ['game.fly'])
  await owner.group('patrons', ['panel.access'])
  await owner.group('vip', ['game.fly'])
  site.wait(10 * MINUTE)
  const since = site.now()
  const mails = async () =>
    (await site.mails()).filter(({ date }) => Date.parse(String(date)) >= since)
  return { owner, steve, mails, acts: actsThatGive(owner, `/admin/players/${steve.id}`) }
}

/** Every way by which an owner gives rights in the panel to a player, or to all players with a role or rank. */
function actsThatGive(owner: Staff, player: string): Record<string, () => Promise<Reply>> {
  const end = '2030-06-01T00:00:00Z'
  const named = (id: string, permissions: string[]) => ({ id, name: id, permissions })
  return {
    'a node': () => owner.patch(player, { permissions: ['panel.access', '-panel.news.edit'] }),
    'every node': () => owner.patch(player, { permissions: ['*', '-panel.news.edit'] }),
    'a wildcard': () => owner.patch(player, { permissions: ['*.access', '-panel.news.edit'] }),
    'the end of a denial': () => owner.patch(player, { permissions: ['*'] }),
    'a role': () => owner.patch(player, { roles: ['mod'] }),
    'a new role': () => owner.post('/admin/roles', { ...named('boss', ['panel.*']), priority: 2 }),
    'a changed role': () => owner.patch('/admin/roles/plain', { permissions: ['panel.*'] }),
    'another priority': () => owner.patch('/admin/roles/mod', { priority: 7 }),
    'the end of a role that denies': () => owner.delete('/admin/roles/quiet'),
    'a new group': () => owner.post('/admin/groups', named('court', ['panel.players.*'])),
    'a changed group': () => owner.patch('/admin/groups/vip', { permissions: ['panel.*'] }),
    'a group': () => owner.post(`${player}/groups`, { group: 'patrons', days: 30 }),
    'a node until': () => owner.post(`${player}/groups`, { node: 'panel.*', until: end }),
  }
}

sqliteStaffTest(
  'giving a player rights in the panel requires a recent re-authentication',
  async (site) => {
    const { owner, acts, mails } = await openOldSession(site)

    const before = await inTurn(acts)
    const mailsBefore = await mails()
    const refused = await owner.patch('/admin/roles/plain', { permissions: ['panel.*'] })
    await owner.post('/auth/prove', { password: PASSWORD })
    const after = await inTurn(acts)

    assert.deepEqual(
      before,
      Object.keys(acts).map((what) => `${what}: ${ASKED}`),
    )
    assert.deepEqual([mailsBefore.length, refused.body.proofs], [0, [['password']]])
    assert.deepEqual(
      after,
      Object.keys(acts).map(
        (what) => `${what}: ${what === 'the end of a role that denies' ? 204 : 200}`,
      ),
    )
  },
)

sqliteStaffTest(
  'a change that gives no rights in the panel requires no re-authentication',
  async (site) => {
    const { owner, steve, mails } = await openOldSession(site)
    const player = `/admin/players/${steve.id}`

    const replies = [
      await owner.patch(player, { permissions: ['game.walk', '-panel.news.edit'] }),
      await owner.patch(player, { permissions: ['-panel.*', '-panel.news.edit'] }),
      await owner.patch(player, { roles: ['plain'] }),
      await owner.patch('/admin/roles/mod', { name: 'Moderators' }),
      await owner.patch('/admin/roles/mod', { permissions: [] }),
      await owner.post('/admin/groups', { id: 'gold', name: 'Gold', permissions: ['game.*'] }),
      await owner.post(`${player}/groups`, { group: 'vip', days: 30 }),
      await owner.delete('/admin/roles/plain'),
    ]

    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200, 200, 204],
    )
    assert.deepEqual(await mails(), [])
  },
)

sqliteStaffTest(
  'every superuser is notified when a player gets rights in the panel',
  async (site) => {
    const { owner, acts, mails } = await openOldSession(site)
    await openOwner(site, 'Notch')
    await owner.post('/auth/prove', { password: PASSWORD })

    await acts['a role']?.()
    await acts['a changed role']?.()
    await acts['a group']?.()

    const notices = (await mails()).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`)
    const texts = (await mails()).map(({ text }) => text ?? '')
    assert.deepEqual(notices.sort(), [
      ...['notch', 'owner'].flatMap((name) => [
        `${name}@example.org: Steve was given rights in the panel: Portal`,
        `${name}@example.org: Steve was given rights in the panel: Portal`,
        `${name}@example.org: “PLAIN” gives rights in the panel: Portal`,
      ]),
    ])
    assert.ok(texts.some((text) => text.includes('/panel/roles/plain')))
  },
)

sqliteStaffTest(
  'creating a role with panel rights requires re-authentication even though no player has it yet',
  async (site) => {
    await openOldSession(site)
    const mod = await openStaff(site, 'Mod', { nodes: ['panel.*'], roles: ['mod'] })
    site.wait(10 * MINUTE)

    const unproven = await mod.post('/admin/roles', {
      ...{ id: 'low', name: 'Low', priority: 1, permissions: ['panel.access'] },
    })
    const forbidden = await mod.post('/admin/roles', {
      ...{ id: 'low', name: 'Low', priority: 1, permissions: ['*'] },
    })

    assert.deepEqual([unproven, forbidden].map(outcome), [ASKED, '403 auth.forbidden'])
  },
)

async function inTurn(acts: Record<string, () => Promise<Reply>>): Promise<string[]> {
  const outcomes: string[] = []
  for (const [what, act] of Object.entries(acts)) outcomes.push(`${what}: ${outcome(await act())}`)
  return outcomes
}
