import assert from 'node:assert/strict'
import { DAY, isoInstant, SECOND } from '../src/platform/clock.ts'
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

const MAY_EDIT = ['panel.players.read', 'panel.players.edit']

function edit(by: Pick<Administrator, 'send'>, uuid: string, body: object | string, instance = 0) {
  return by.send('PATCH', `/admin/players/${uuid}`, body, instance)
}

siteTest('only what is named changes, and each change is written down', async (site) => {
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
  const after = { ...before, username: 'Herobrine', passwordChangeRequired: true }
  assert.deepEqual(reply.body, { player: after })
  assert.deepEqual((await alex.get(`/admin/players/${steve.id}`)).body.player, after)
  const who = { actor: alex.id, target: steve.id, ip: '127.0.0.1' }
  assert.deepEqual(
    await traces(site, 'player.username', 'password.change-required', 'player.activated'),
    [
      { action: 'password.change-required', ...who, before: 'false', after: 'true' },
      { action: 'player.username', ...who, before: 'Steve', after: 'Herobrine' },
    ],
  )
  assert.equal((await site.browser().logIn('Steve', PASSWORD)).status, 401)
  assert.equal((await site.browser().logIn('HEROBRINE', PASSWORD)).status, 200)
})

siteTest('what is as it is wanted is neither changed nor written down', async (site) => {
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

siteTest('a name can be written in other letters, and be another’s in none', async (site) => {
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
  assert.equal((await traces(site, 'player.username')).length, 1)
})

siteTest(
  'of many players renamed at once over two servers one gets the name',
  async (site) => {
    const notch = await owner(site)
    const players = []
    for (let turn = 0; turn < 6; turn += 1) {
      players.push(await site.player(`Player_${turn}`, { ip: `198.51.100.${turn}` }))
    }

    const replies = await Promise.all(
      players.map(({ id }, turn) => edit(notch, id, { username: 'Herobrine' }, turn % 2)),
    )

    assert.deepEqual(tally(replies), { 200: 1, '409 auth.usernametaken': 5 })
    assert.equal((await traces(site, 'player.username')).length, 1)
  },
  { instances: 2 },
)

siteTest(
  'a changed address is told to the old one, and what was sent there is void',
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
    const [trace] = await traces(site, 'player.email')
    assert.deepEqual([trace?.before, trace?.after], ['steve@example.org', 'Herobrine@example.org'])
  },
)

siteTest('an account is activated and the contrary by an administrator', async (site) => {
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
    (await traces(site, 'player.activated')).map(({ before, after }) => [before, after]),
    [
      ['true', 'false'],
      ['false', 'true'],
    ],
  )
})

siteTest('a demanded change of password can be taken back', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, MAY_EDIT)
  const look = () => callsOf(site, steve).get('/cabinet/referrals')

  await edit(alex, steve.id, { passwordChangeRequired: true })
  const shut = await look()
  await edit(alex, steve.id, { passwordChangeRequired: false })
  const open = await look()

  assert.deepEqual([shut, open].map(outcome), ['403 auth.passwordchangerequired', '200'])
})

siteTest('roles and personal permissions are given as whole lists', async (site) => {
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
  const trail = await traces(site, 'player.roles', 'player.permissions')
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

siteTest('one wrong field and nothing of a change is done', async (site) => {
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
  assert.deepEqual(await traces(site, 'player.username', 'player.permissions'), [])
})

siteTest('each field needs its own permission', async (site) => {
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

siteTest('nobody edits who stands as high as he does', async (site) => {
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

siteTest('the mark of a superuser is a superuser’s to give and take', async (site) => {
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
  const trail = await traces(site, 'player.superuser')
  assert.deepEqual(
    trail.map(({ actor, target, before, after }) => [actor, target, before, after]),
    [
      [notch.id, steve.id, 'false', 'true'],
      [steve.id, notch.id, 'true', 'false'],
    ],
  )
})

async function superusers(site: Site): Promise<number> {
  const rows = await site.app.db
    .selectFrom('player')
    .select('id')
    .where('superuser_at', 'is not', null)
    .execute()
  return rows.length
}

siteTest(
  'of superusers who all lay their mark down at once one stays',
  async (site) => {
    const owners: Administrator[] = []
    for (let turn = 0; turn < 6; turn += 1) {
      owners.push(await owner(site, `Owner_${turn}`, `192.0.2.${turn}`))
    }

    const replies = await Promise.all(
      owners.map((one, turn) => edit(one, one.id, { superuser: false }, turn % 2)),
    )

    assert.deepEqual(tally(replies), { 200: 5, '409 player.lastsuperuser': 1 })
    assert.equal(await superusers(site), 1)
  },
  { instances: 2 },
)

siteTest(
  'of two superusers who take the mark from one another at once one keeps it',
  async (site) => {
    const notch = await owner(site)
    const jeb = await owner(site, 'Jeb', '192.0.2.5')

    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        turn % 2 === 0
          ? edit(notch, jeb.id, { superuser: false }, 0)
          : edit(jeb, notch.id, { superuser: false }, 1),
      ),
    )

    assert.equal(await superusers(site), 1)
    assert.equal((await traces(site, 'player.superuser')).length, 1)
    assert.deepEqual(Object.keys(tally(replies)).sort(), ['200', '403 auth.forbidden'])
  },
  { instances: 2 },
)

siteTest('a second factor is taken away, told by mail and written down', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, ['panel.players.2fa', 'panel.players.read'])
  const raised = { totp_enabled_at: site.now(), totp_sealed: 'sealed' }
  await site.app.db.updateTable('player').set(raised).where('id', '=', steve.id).execute()

  const reply = await alex.send('DELETE', `/admin/players/${steve.id}/2fa`)
  const again = await alex.send('DELETE', `/admin/players/${steve.id}/2fa`)
  const unknown = await alex.send('DELETE', '/admin/players/unknown/2fa')

  assert.deepEqual([reply, again, unknown].map(outcome), ['204', '204', '404 player.notfound'])
  const { player } = (await alex.get(`/admin/players/${steve.id}`)).body
  assert.equal(player.twoFactorEnabled, false)
  const who = { actor: alex.id, target: steve.id, ip: '127.0.0.1', before: null, after: null }
  assert.deepEqual(await traces(site, 'two-factor.removed'), [
    { action: 'two-factor.removed', ...who },
  ])
  assert.deepEqual(
    (await site.mails()).map(({ to, subject }) => [to?.[0]?.address, subject]),
    [['steve@example.org', 'Two-factor authentication is off: Portal']],
  )
})

siteTest('the sessions of a player are listed and closed', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, ['panel.players.sessions'])
  for (const agent of ['Launcher', 'Mod', 'Bot']) {
    site.wait(SECOND)
    await site.browser({ agent, ip: '198.51.100.7' }).logIn('Steve', PASSWORD)
  }
  const path = `/admin/players/${steve.id}/sessions`

  const { items, pages } = await alex.all(path, { limit: 3 })
  const closed = await alex.send('DELETE', path)
  const empty = await alex.get(path)
  const again = await alex.send('DELETE', path)

  assert.equal(pages, 2)
  assert.deepEqual(
    items.map(({ device, ip, current }) => [device, ip, current]),
    [
      ['Bot', '198.51.100.7', false],
      ['Mod', '198.51.100.7', false],
      ['Launcher', '198.51.100.7', false],
      ['Firefox on Linux', '127.0.0.1', false],
    ],
  )
  assert.deepEqual([closed, again].map(outcome), ['204', '204'])
  assert.deepEqual(empty.body, { items: [], next: null })
  assert.equal(outcome(await steve.browser.refresh()), '401 auth.sessionexpired')
  const who = { actor: alex.id, target: steve.id, ip: '127.0.0.1', before: '4', after: null }
  assert.deepEqual(await traces(site, 'sessions.closed'), [{ action: 'sessions.closed', ...who }])
})

siteTest(
  'a right that was taken is gone at the next request of every server',
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

siteTest('without the permission for players nothing of them is seen', async (site) => {
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
