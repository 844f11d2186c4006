import assert from 'node:assert/strict'
import { DAY, isoInstant, SECOND } from '../../../src/platform/clock.ts'
import {
  administrator,
  auditEntries,
  callsOf,
  giveRole,
  owner,
} from '../../support/administrator.ts'
import { outcome } from '../../support/browser.ts'
import { PASSWORD, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { edit, MAY_EDIT } from './edit-player.ts'

siteTest('an edit of a player changes and audits only the given fields', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, [...MAY_EDIT, 'panel.players.activate'])
  const before = (await alex.get(`/admin/players/${steve.id}`)).body.player

  const reply = await edit(alex, steve.id, {
    username: 'Herobrine',
    passwordChangeRequired: true,
    activated: true,
    uuid: alex.id,
    real: 1000,
  })

  assert.equal(reply.status, 200)
  const former = { name: 'Steve', until: isoInstant(site.now()), author: alex.id }
  const formerNames = [{ ...former, authorName: 'Alex' }]
  const after = { ...before, username: 'Herobrine', passwordChangeRequired: true, formerNames }
  assert.deepEqual(reply.body, { player: after })
  assert.deepEqual((await alex.get(`/admin/players/${steve.id}`)).body.player, after)
  const who = { actor: alex.id, target: steve.id, ip: '127.0.0.1' }
  assert.deepEqual(
    await auditEntries(site, 'player.username', 'password.change-required', 'player.activated'),
    [
      { action: 'password.change-required', ...who, before: 'false', after: 'true' },
      { action: 'player.username', ...who, before: 'Steve', after: 'Herobrine' },
    ],
  )
  assert.equal((await site.browser().logIn('Steve', PASSWORD)).status, 401)
  assert.equal((await site.browser().logIn('HEROBRINE', PASSWORD)).status, 200)
})

sqliteTest('an edit that keeps the value of a field does not audit that field', async (site) => {
  const steve = await site.player('Steve')
  const notch = await owner(site)
  const same = { username: 'Steve', email: steve.email, activated: true, superuser: false }

  const replies = [
    await edit(notch, steve.id, {}),
    await edit(notch, steve.id, { ...same, roles: ['default'], permissions: [] }),
  ]

  assert.deepEqual(replies.map(outcome), ['200', '200'])
  const trail = await site.app.db.selectFrom('audit').select('action').execute()
  assert.deepEqual(
    trail.map(({ action }) => action).filter((action) => !/^(login|player\.reg)/.test(action)),
    [],
  )
  assert.deepEqual(await site.mails(), [])
})

siteTest('a player cannot be given the name or address of another player', async (site) => {
  const steve = await site.player('Steve')
  await site.player('Jeb')
  const alex = await administrator(site, MAY_EDIT)

  const replies = [
    await edit(alex, steve.id, { username: 'sTEVE' }),
    await edit(alex, steve.id, { username: 'jEB' }),
    await edit(alex, steve.id, { email: 'JEB@example.org' }),
    await edit(alex, steve.id, { username: 'jEB', email: 'jeb@example.org' }),
    await edit(alex, steve.id, { username: 'Free', email: 'jeb@example.org' }),
  ]

  assert.deepEqual(replies.map(outcome), [
    '200',
    '409 auth.usernametaken',
    '409 auth.emailtaken',
    '409 auth.usernametaken',
    '409 auth.emailtaken',
  ])
  const { player } = (await alex.get(`/admin/players/${steve.id}`)).body
  assert.deepEqual([player.username, player.email], ['sTEVE', 'steve@example.org'])
  assert.equal((await auditEntries(site, 'player.username')).length, 1)
})

sqliteTest(
  'changing a player’s address invalidates links sent to the old address',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await administrator(site, MAY_EDIT)
    await site.browser().post('/auth/reset', { email: steve.email })
    const [reset] = await site.mails()
    const hash = /hash=([\w-]+)/.exec(reset?.text ?? '')?.[1]
    site.wait(SECOND)

    const reply = await edit(alex, steve.id, { email: 'Herobrine@example.org' })

    assert.deepEqual([reply.status, reply.body.player.email], [200, 'Herobrine@example.org'])
    assert.equal(reply.body.player.activated, true)
    const [, notice, ...more] = await site.mails()
    assert.equal(notice?.to?.[0]?.address, 'steve@example.org')
    assert.match(notice?.text ?? '', /Herobrine@example\.org/)
    assert.deepEqual(more, [])
    const spent = await site.browser().post('/auth/password', { hash })
    assert.equal(outcome(spent), '400 auth.linkexpired')
    const [trace] = await auditEntries(site, 'player.email')
    assert.deepEqual([trace?.before, trace?.after], ['steve@example.org', 'Herobrine@example.org'])
  },
)

sqliteTest('an administrator can confirm an account and undo the confirmation', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, ['panel.players.read', 'panel.players.activate'])
  const asSteve = callsOf(site, steve)

  const off = await edit(alex, steve.id, { activated: false })
  const shut = await asSteve.get('/cabinet/referrals')
  const code = await asSteve.get('/auth/resend')
  site.wait(SECOND)
  const on = await edit(alex, steve.id, { activated: true })
  const open = await asSteve.get('/cabinet/referrals')

  assert.deepEqual([off.body.player.activated, on.body.player.activated], [false, true])
  assert.deepEqual([shut, code, open].map(outcome), ['403 auth.usernotactivated', '204', '200'])
  assert.deepEqual(await site.app.db.selectFrom('email_code').selectAll().execute(), [])
  assert.deepEqual(
    (await auditEntries(site, 'player.activated')).map(({ before, after }) => [before, after]),
    [
      ['true', 'false'],
      ['false', 'true'],
    ],
  )
})

sqliteTest('an administrator can undo a required password change', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_EDIT)
  const look = () => callsOf(site, steve).get('/cabinet/referrals')

  await edit(alex, steve.id, { passwordChangeRequired: true })
  const shut = await look()
  await edit(alex, steve.id, { passwordChangeRequired: false })
  const open = await look()

  assert.deepEqual([shut, open].map(outcome), ['403 auth.passwordchangerequired', '200'])
})

sqliteTest('an edit replaces all roles and personal permissions of a player', async (site) => {
  const steve = await site.player('Steve')
  const notch = await owner(site)
  await giveRole(site, steve.id, { id: 'helper' })
  await giveRole(site, notch.id, { id: 'vip', permissions: ['essentials.fly'] })
  const expiresAt = isoInstant(site.now() + DAY)

  const { status, body } = await edit(notch, steve.id, {
    roles: ['vip', 'default'],
    permissions: ['Player.Skin.HD', { node: '!player.cape.*' }, { node: 'a.b', expiresAt }],
  })
  site.wait(SECOND)
  const again = await edit(notch, steve.id, {
    roles: body.player.roles,
    permissions: body.player.permissions,
  })
  const none = await edit(notch, steve.id, { roles: [], permissions: [] })

  assert.equal(status, 200)
  assert.deepEqual(body.player.roles, ['default', 'vip'])
  assert.deepEqual(body.player.permissions, [
    { node: '-player.cape.*', expiresAt: null },
    { node: 'a.b', expiresAt },
    { node: 'player.skin.hd', expiresAt: null },
  ])
  assert.deepEqual(body.player.effectivePermissions, [
    'a.b',
    'essentials.fly',
    'player.skin.hd',
    'player.skin.upload',
  ])
  assert.deepEqual(again.body, body)
  assert.deepEqual([none.body.player.roles, none.body.player.permissions], [['default'], []])
  const trail = await auditEntries(site, 'player.roles', 'player.permissions')
  assert.deepEqual(
    trail.map(({ action, actor, before }) => [action, actor, before]),
    [
      ['player.permissions', notch.id, '[]'],
      ['player.roles', notch.id, '["helper"]'],
      ['player.permissions', notch.id, trail[0]?.after],
      ['player.roles', notch.id, '["vip"]'],
    ],
  )
})

sqliteTest('an edit of a player with one invalid field changes nothing', async (site) => {
  const steve = await site.player('Steve')
  const notch = await owner(site)
  const username = 'Herobrine'
  const past = isoInstant(site.now())
  const wrong: [body: object, outcome: string, field?: string][] = [
    [{ username, email: 'nobody' }, '400 request.invalid', 'email'],
    [{ username: 'No' }, '400 request.invalid', 'username'],
    [{ username, activated: 'yes' }, '400 request.invalid', 'activated'],
    [{ username, email: null }, '400 request.invalid', 'email'],
    [{ username, roles: ['unknown'] }, '404 role.notfound'],
    [{ username, roles: ['banned'] }, '409 role.system'],
    [{ username, permissions: ['a b'] }, '400 request.invalid', 'permissions.0.node'],
    [{ username, permissions: ['kernel.provider'] }, '400 permission.notassignable'],
    [
      { username, permissions: ['a.b', { node: 'c.d', expiresAt: 'soon' }] },
      '400 request.invalid',
      'permissions.1.expiresAt',
    ],
    [
      { username, permissions: [{ node: 'c.d', expiresAt: past }] },
      '400 request.invalid',
      'permissions.0.expiresAt',
    ],
  ]

  const replies = []
  for (const [body] of wrong) replies.push(await edit(notch, steve.id, body))

  assert.deepEqual(
    replies.map((reply) => [outcome(reply), reply.body.fields?.[0].field]),
    wrong.map(([, refusal, field]) => [refusal, field]),
  )
  const { player } = (await notch.get(`/admin/players/${steve.id}`)).body
  assert.deepEqual([player.username, player.permissions], ['Steve', []])
  assert.deepEqual(await auditEntries(site, 'player.username', 'player.permissions'), [])
})
