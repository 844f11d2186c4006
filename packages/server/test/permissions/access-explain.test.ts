import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Endpoint, endpoints, kernelPermissions, permissions } from '@portal/contract'
import { changeSetting } from '../../src/admin/settings/change-setting.ts'
import { bearer, outcome, tally } from '../support/browser.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { PASSWORD, type Site } from '../support/site.ts'
import { openOwner, openStaff, sqliteStaffTest } from '../support/staff.ts'

const HD = 'player.skin.hd'

async function setBuilds(site: Site, text: string): Promise<void> {
  await changeSetting(site.app, { actor: 'command', ip: null }, { name: 'launcherBuilds', text })
}

test('every endpoint with a permission requires a signed-in player', () => {
  const guarded: Endpoint[] = Object.values(endpoints)
  const odd = guarded.filter(({ permission, caller }) => permission && caller !== 'player')

  assert.deepEqual(
    odd.map(({ name }) => name),
    [],
  )
})

sqliteStaffTest(
  'the list of permissions contains all permissions with their titles',
  async (site) => {
    const owner = await openOwner(site)
    await setBuilds(site, 'Main, beta.2')

    const { status, body } = await owner.get('/admin/permissions')

    const ids = Object.keys(permissions)
    assert.equal(status, 200)
    assert.deepEqual(
      body.permissions.map(({ id }: { id: string }) => id),
      [...ids, 'launcher.build.Main', 'launcher.build.beta.2'],
    )
    assert.deepEqual(body.permissions.slice(-2), [
      {
        id: 'launcher.build.Main',
        group: 'launcher',
        title: { ru: 'Сборка Main', en: 'Build Main' },
      },
      {
        id: 'launcher.build.beta.2',
        group: 'launcher',
        title: { ru: 'Сборка beta.2', en: 'Build beta.2' },
      },
    ])
    assert.deepEqual(body.groups, [
      { id: 'player', title: { ru: 'Игрок', en: 'Player' } },
      { id: 'panel', title: { ru: 'Панель', en: 'Panel' } },
      { id: 'launcher', title: { ru: 'Лаунчер', en: 'Launcher' } },
    ])
    const kernel = Object.entries(kernelPermissions).map(([id, title]) => ({ id, title }))
    assert.deepEqual(body.kernel, kernel)
    for (const { id, group, title } of body.permissions) {
      assert.ok(title.ru && title.en, id)
      assert.ok(
        body.groups.some((known: { id: string }) => known.id === group),
        id,
      )
    }
  },
)

sqliteStaffTest(
  'the explanation of a permission names the deciding node and its source',
  async (site) => {
    const owner = await openOwner(site)
    await owner.role('vip', 5, ['player.skin.*', 'launcher.build.MAIN'])
    await owner.group('gold', ['player.cape.hd'])
    const steve = await openStaff(site, 'Steve', { roles: ['vip'], nodes: ['-player.cape.upload'] })
    await owner.post(`/admin/players/${steve.id}/groups`, { group: 'gold', days: 1 })
    await owner.post(`/admin/players/${steve.id}/groups`, { node: 'essentials.fly', days: 1 })
    await setBuilds(site, 'Main')
    const why = async (permission: string, player = 'steve') =>
      (await owner.get(`/admin/permissions/explain?${new URLSearchParams({ player, permission })}`))
        .body

    const yes = (source: string, node: string | null) => ({ allowed: true, source, node })
    const undecided = { allowed: false, source: null, node: null }
    assert.deepEqual(await why(HD), yes('role:vip', 'player.skin.*'))
    assert.deepEqual(await why('PLAYER.skin.HD', 'STEVE'), yes('role:vip', 'player.skin.*'))
    assert.deepEqual(await why('player.cape.hd', steve.id), yes('group:gold', 'player.cape.hd'))
    assert.deepEqual(await why('player.cape.upload', steve.id.toUpperCase()), {
      allowed: false,
      source: 'personal',
      node: '-player.cape.upload',
    })
    assert.deepEqual(
      await why('essentials.fly', steve.id.replaceAll('-', '')),
      yes('donate', 'essentials.fly'),
    )
    assert.deepEqual(await why('launcher.build.main'), yes('role:vip', 'launcher.build.main'))
    assert.deepEqual(await why('launcher.build.other'), undecided)
    assert.deepEqual(await why('panel.access'), undecided)
    assert.deepEqual(await why('kernel.launcher.provider', 'owner'), undecided)
    assert.deepEqual(await why('panel.access', 'owner'), yes('superuser', null))
  },
)

sqliteStaffTest(
  'an active ban takes precedence over every other source of permissions',
  async (site) => {
    const owner = await openOwner(site)
    const steve = await openStaff(site, 'Steve', { superuser: true })
    await owner.post(`/admin/players/${steve.id}/ban`, {
      reason: 'griefing',
      expiresAt: '2030-01-02',
    })
    const why = async () =>
      (await owner.get(`/admin/permissions/explain?player=steve&permission=${HD}`)).body

    const during = await why()
    const list = await steve.permissions()
    const { body } = await site.browser().logIn('Steve', PASSWORD)
    const guard = await site.browser().get('/admin/permissions', bearer(body.accessToken))
    site.wait(12 * 60 * 60 * 1000)
    const after = await why()

    assert.deepEqual(during, { allowed: false, source: 'role:banned', node: '-*' })
    assert.deepEqual([list, outcome(guard)], [[], '403 auth.forbidden'])
    assert.deepEqual(after, { allowed: true, source: 'superuser', node: null })
  },
)

sqliteStaffTest(
  'explaining a malformed permission returns 400, an unknown player 404',
  async (site) => {
    const owner = await openOwner(site)
    const ask = (query: Record<string, string>) =>
      owner.get(`/admin/permissions/explain?${new URLSearchParams(query)}`)
    const wrong = [
      '*',
      'a.*',
      '-a',
      '!a',
      'a b',
      'a..b',
      'a\u0000',
      '',
      'x'.repeat(257),
      '\u212aernel',
    ]
    const unknownPlayers = [
      'nobody',
      'a\u0000b',
      '%',
      'ы',
      'owner@example.org',
      'f'.repeat(32),
      '../x',
    ]

    const replies = await Promise.all([
      ...wrong.map((permission) => ask({ player: 'owner', permission })),
      ask({ player: 'owner' }),
      ask({ permission: HD }),
      ask({ player: '', permission: HD }),
    ])
    const missed = await Promise.all(
      unknownPlayers.map((player) => ask({ player, permission: HD })),
    )

    assert.deepEqual(tally(replies), { '400 request.invalid': wrong.length + 3 })
    assert.deepEqual(tally(missed), { '404 player.notfound': 6, '400 request.invalid': 1 })
  },
)

sqliteStaffTest(
  'the explanation of a permission agrees with what the server enforces',
  async (site) => {
    const owner = await openOwner(site)
    const chance = seededRandom(20301)
    const endpointPaths: Record<string, string> = {
      'panel.access': '/admin/roles',
      'panel.players.read': '/admin/permissions/explain?player=owner&permission=panel.access',
    }
    const nodes = ['*', 'panel.*', '-panel.*', 'panel.access', '-panel.access', 'panel.players.*']
    nodes.push('-panel.players.read', '*.access', '-*.*', 'panel.*.read', '-panel.*.read', '-*')
    const steve = await openStaff(site, 'Steve')
    const path = `/admin/players/${steve.id}`
    const some = () => chance.some(3, () => chance.pick(nodes))

    const disagreements: unknown[] = []
    const verdicts = new Set<boolean>()
    for (let round = 0; round < 40; round += 1) {
      await owner.patch(path, { permissions: [...new Set(some())] })
      await owner.patch('/admin/roles/default', { permissions: some() })
      const list = await steve.permissions()
      for (const [permission, endpointPath] of Object.entries(endpointPaths)) {
        const question = `/admin/permissions/explain?player=steve&permission=${permission}`
        const { allowed } = (await owner.get(question)).body
        const guard = (await steve.get(endpointPath)).status === 200
        verdicts.add(guard)
        if (allowed !== guard || list.includes(permission) !== guard) {
          disagreements.push({ permission, allowed, guard, list })
        }
      }
    }

    assert.deepEqual(disagreements, [])
    assert.deepEqual([...verdicts].sort(), [false, true])
  },
)

sqliteStaffTest('explaining a permission requires panel.players.read', async (site) => {
  const question = `/admin/permissions/explain?player=steve&permission=${HD}`
  const reader = await openStaff(site, 'Reader', { nodes: ['panel.access'] })
  const steve = await openStaff(site, 'Steve', { nodes: ['panel.players.read'] })

  const outcomes = await Promise.all(
    [
      reader.get('/admin/permissions'),
      reader.get(question),
      steve.get('/admin/permissions'),
      steve.get(question),
      site.browser().get('/admin/permissions'),
      site.browser().get(question),
    ].map(async (reply) => outcome(await reply)),
  )

  const [no, unauthorized] = ['403 auth.forbidden', '401 auth.unauthorized']
  assert.deepEqual(outcomes, ['200', no, no, '200', unauthorized, unauthorized])
})
