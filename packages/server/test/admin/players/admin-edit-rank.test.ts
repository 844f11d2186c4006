import assert from 'node:assert/strict'
import { SECOND } from '../../../src/platform/clock.ts'
import {
  administrator,
  auditEntries,
  callsOf,
  giveRole,
  owner,
} from '../../support/administrator.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { edit, MAY_EDIT } from './edit-player.ts'

sqliteTest('changing a field of a player requires the permission for that field', async (site) => {
  const steve = await site.player('Steve')
  const changes = {
    username: 'Herobrine',
    email: 'herobrine@example.org',
    passwordChangeRequired: true,
    activated: false,
    roles: ['helper'],
    permissions: ['a.b'],
    superuser: true,
  }
  const allowed: Record<string, string[]> = {
    'panel.players.read': [],
    'panel.players.edit': ['username', 'email', 'passwordChangeRequired'],
    'panel.players.activate': ['activated'],
    'panel.players.access': ['roles', 'permissions'],
  }
  await giveRole(site, steve.id, { id: 'helper' })
  await site.app.db.deleteFrom('player_role').execute()

  const seen: Record<string, string[]> = {}
  for (const [turn, permission] of Object.keys(allowed).entries()) {
    const ip = `192.0.2.${turn + 10}`
    const rights = ['panel.players.read', permission, 'a.b']
    const alex = await administrator(site, rights, { username: `Alex_${turn}`, ip })
    const fields = Object.entries(changes).map(async ([field, value]) => {
      const reply = await edit(alex, steve.id, { [field]: value })
      return [field, outcome(reply)] as const
    })
    const outcomes = await Promise.all(fields)
    seen[permission] = outcomes.filter(([, status]) => status === '200').map(([field]) => field)
    const refused = outcomes.filter(([, status]) => status !== '200')
    assert.deepEqual(new Set(refused.map(([, status]) => status)), new Set(['403 auth.forbidden']))
  }

  assert.deepEqual(seen, allowed)
})

sqliteTest('staff cannot edit players with an equal or higher priority', async (site) => {
  const notch = await owner(site)
  const rights = [...MAY_EDIT, 'panel.players.2fa', 'panel.players.sessions']
  const alex = await administrator(site, rights)
  const peer = await administrator(site, [], { username: 'Jeb', ip: '192.0.2.3' })
  const lower = await administrator(site, [], { username: 'Kai', priority: 9, ip: '192.0.2.4' })

  const replies = []
  for (const { id } of [notch, peer, alex, lower]) {
    replies.push([
      outcome(await edit(alex, id, { passwordChangeRequired: false })),
      outcome(await alex.send('DELETE', `/admin/players/${id}/2fa`)),
      outcome(await alex.send('DELETE', `/admin/players/${id}/sessions`)),
    ])
  }

  assert.deepEqual(replies, [
    ...Array(3).fill(Array(3).fill('403 auth.forbidden')),
    ['200', '204', '204'],
  ])
})

sqliteTest('only superusers promote and demote superusers', async (site) => {
  const steve = await site.player('Steve')
  const notch = await owner(site)
  const alex = await administrator(site, ['*'])

  const byAlex = await edit(alex, steve.id, { superuser: true })
  const given = await edit(notch, steve.id, { superuser: true })
  site.wait(SECOND)
  const taken = await edit(callsOf(site, steve), notch.id, { superuser: false })
  const late = await edit(notch, steve.id, { superuser: false })
  const last = await edit(callsOf(site, steve), steve.id, { superuser: false })

  assert.deepEqual([byAlex, given, taken, late, last].map(outcome), [
    '403 auth.forbidden',
    '200',
    '200',
    '403 auth.forbidden',
    '409 player.lastsuperuser',
  ])
  assert.deepEqual(
    [given, taken].map(({ body }) => body.player.superuser),
    [true, false],
  )
  const trail = await auditEntries(site, 'player.superuser')
  assert.deepEqual(
    trail.map(({ actor, target, before, after }) => [actor, target, before, after]),
    [
      [notch.id, steve.id, 'false', 'true'],
      [steve.id, notch.id, 'true', 'false'],
    ],
  )
})

siteTest(
  'revoking a permission takes effect at the next request on every server',
  async (site) => {
    const steve = await site.player('Steve')
    const notch = await owner(site)
    const alex = await administrator(site, MAY_EDIT)
    const rename = (username: string, instance: number) =>
      edit(alex, steve.id, { username }, instance)
    const before = [await rename('Steve_0', 0), await rename('Steve_1', 1)]

    await edit(notch, alex.id, { roles: [] })
    const after = [await rename('Steve_2', 0), await rename('Steve_3', 1)]

    assert.deepEqual(before.map(outcome), ['200', '200'])
    assert.deepEqual(after.map(outcome), Array(2).fill('403 auth.forbidden'))
  },
  { instances: 2 },
)

sqliteTest('staff without the permission to read players cannot see or edit them', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, ['panel.access'])
  const path = `/admin/players/${steve.id}`

  const replies = [
    await alex.get(path),
    await alex.get(`${path}/sessions`),
    await alex.get(`${path}/bans`),
    await alex.get(`${path}/balance`),
    await alex.send('DELETE', `${path}/2fa`),
    await alex.send('DELETE', `${path}/sessions`),
    await edit(alex, steve.id, '{'),
  ]
  const visitor = await site.browser().send('PATCH', path, '{', bearer('junk'))

  assert.deepEqual(replies.map(outcome), Array(7).fill('403 auth.forbidden'))
  assert.equal(outcome(visitor), '401 auth.unauthorized')
})
