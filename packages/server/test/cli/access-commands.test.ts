import assert from 'node:assert/strict'
import { DAY, isoInstant } from '../../src/platform/clock.ts'
import { type Ended, runPortal } from '../support/server-process.ts'
import { type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'
import { auditsOf, openStaff } from '../support/staff.ts'
import { DONE, REFUSED } from './command.ts'

const NO_LOOK = { color: null, icon: null }
const OWN = ['player.cape.upload', 'player.skin.upload']

/** Runs a command that must succeed and print one line of JSON. */
async function json(site: Site, line: string) {
  const ended = await runPortal([...line.split(' '), '--json'], site.env)
  assert.deepEqual({ ...ended, stdout: '' }, { code: DONE, stdout: '', stderr: '' })
  return JSON.parse(ended.stdout)
}

siteTest('commands can create, change, give and take roles', async (site) => {
  const steve = await openStaff(site, 'Steve')

  const made = await json(
    site,
    'role create vip --name VIP --priority 5 --permission player.skin.HD --permission -player.cape.upload',
  )
  const given = await json(site, 'player role add steve vip')
  const withRole = await steve.permissions()
  const changed = await json(site, 'role edit vip --priority -3 --permission !player.skin.upload')
  const afterChange = await steve.permissions()
  const emptied = await json(site, 'role edit vip --name Plain --no-permission')
  const taken = await json(site, 'player role remove STEVE vip')
  const after = await steve.permissions()

  const vip = { id: 'vip', name: 'VIP', priority: 5 }
  assert.deepEqual(made, { ...vip, permissions: ['-player.cape.upload', 'player.skin.hd'] })
  assert.deepEqual(given, { username: 'Steve', roles: ['vip'] })
  assert.deepEqual(withRole, ['player.skin.hd', 'player.skin.upload'])
  assert.deepEqual(changed, { ...vip, priority: -3, permissions: ['-player.skin.upload'] })
  assert.deepEqual(afterChange, ['player.cape.upload'])
  assert.deepEqual(emptied, { id: 'vip', name: 'Plain', priority: -3, permissions: [] })
  assert.deepEqual(taken, { username: 'Steve', roles: [] })
  assert.deepEqual(after, OWN)
})

sqliteTest('commands can create, give and take donor ranks', async (site) => {
  const steve = await openStaff(site, 'Steve')
  const groups = async () => (await steve.get('/auth/me')).body.user.groups

  const made = await json(site, 'group create gold --name Gold --permission player.skin.hd')
  const given = await json(site, 'group give Steve gold --forever')
  const withGroup = [await groups(), await steve.permissions()]
  const renamed = await json(site, 'group edit gold --name Золото')
  const more = await json(site, 'group give Steve gold --days 5')
  const history = await json(site, 'player grants Steve')
  const taken = await json(site, 'group take Steve gold')
  const after = [await groups(), await steve.permissions()]

  assert.deepEqual(made, {
    id: 'gold',
    name: 'Gold',
    permissions: ['player.skin.hd'],
    ...NO_LOOK,
  })
  assert.deepEqual(withGroup, [
    [{ id: 'gold', name: 'Gold', ...NO_LOOK, expiresAt: null }],
    ['player.cape.upload', 'player.skin.hd', 'player.skin.upload'],
  ])
  assert.deepEqual(renamed, { ...made, name: 'Золото' })
  const { username, ...grant } = given
  assert.deepEqual(
    [username, grant.group, grant.node, grant.expiresAt],
    ['Steve', 'gold', null, null],
  )
  assert.deepEqual(more, given)
  assert.deepEqual(history, [grant])
  assert.deepEqual(taken, { username: 'Steve', group: 'gold', done: 'taken' })
  assert.deepEqual(after, [[], OWN])
})

sqliteTest('commands grant and revoke permissions and denials', async (site) => {
  const steve = await openStaff(site, 'Steve')
  const end = isoInstant(Date.UTC(2099, 0, 31))

  const allowed = await json(site, 'player grant Steve Player.Skin.HD --until 2099-01-31')
  const denied = await json(site, 'player grant Steve -player.skin.upload')
  const during = await steve.permissions()
  const renewed = await json(site, 'player grant Steve player.skin.hd')
  const revoked = await json(site, 'player revoke Steve -player.skin.upload')
  const after = await steve.permissions()
  const odd = await json(site, 'player revoke Steve player.skin.hd')

  const denial = { node: '-player.skin.upload', expiresAt: null }
  assert.deepEqual(allowed, {
    username: 'Steve',
    permissions: [{ node: 'player.skin.hd', expiresAt: end }],
  })
  assert.deepEqual(denied.permissions, [denial, { node: 'player.skin.hd', expiresAt: end }])
  assert.deepEqual(during, ['player.cape.upload', 'player.skin.hd'])
  assert.deepEqual(renewed.permissions, [denial, { node: 'player.skin.hd', expiresAt: null }])
  assert.deepEqual(revoked.permissions, [{ node: 'player.skin.hd', expiresAt: null }])
  assert.deepEqual(after, ['player.cape.upload', 'player.skin.hd', 'player.skin.upload'])
  assert.deepEqual(odd.permissions, [])
})

sqliteTest(
  'commands with --donate can grant a single node for days, extend it and take it',
  async (site) => {
    await openStaff(site, 'Steve')

    const given = await json(site, 'player grant Steve !essentials.fly --donate --days 10')
    const more = await json(site, 'player grant Steve -essentials.fly --donate --days 5')
    const taken = await json(site, 'player revoke Steve -essentials.fly --donate')
    const history = await json(site, 'player grants Steve')

    assert.deepEqual([given.node, given.group, more.id], ['-essentials.fly', null, given.id])
    assert.equal(Date.parse(more.expiresAt) - Date.parse(given.startsAt), 15 * DAY)
    assert.deepEqual(taken, { username: 'Steve', node: '-essentials.fly', done: 'taken' })
    assert.deepEqual(history.length, 1)
    assert.notEqual(history[0].takenAt, null)
  },
)

sqliteTest('commands list and delete roles and donor ranks', async (site) => {
  await json(site, 'role create mod --priority 50')
  await json(site, 'group create gold')

  const roles = await json(site, 'role list')
  const groups = await json(site, 'group list')
  const gone = [await json(site, 'role delete mod'), await json(site, 'group delete gold')]
  const left = [await json(site, 'role list'), await json(site, 'group list')]
  const table = await runPortal(['role', 'list'], site.env)

  const system = ['banned', 'default', 'unactivated']
  const ids = (list: { id: string }[]) => list.map(({ id }) => id)
  assert.deepEqual(ids(roles), ['mod', ...system])
  assert.deepEqual(roles[0], { id: 'mod', name: 'mod', priority: 50, permissions: [] })
  assert.deepEqual(groups, [{ id: 'gold', name: 'gold', permissions: [], ...NO_LOOK }])
  assert.deepEqual(gone, [
    { id: 'mod', done: 'deleted' },
    { id: 'gold', done: 'deleted' },
  ])
  assert.deepEqual([ids(left[0]), left[1]], [system, []])
  assert.deepEqual(
    table.stdout.split('\n').map((line) => line.split(/ {2,}/)[0]),
    ['id', ...system, ''],
  )
})

sqliteTest('commands set the look and the order of donor ranks', async (site) => {
  const made = await json(site, 'group create gold --color #FFD700 --icon crown')
  await json(site, 'group create iron --icon none')
  const edited = await json(site, 'group edit gold --color none --icon star')
  const ordered = await json(site, 'group order iron gold')
  const groups = await json(site, 'group list')

  assert.deepEqual([made.color, made.icon], ['#ffd700', 'crown'])
  assert.deepEqual([edited.color, edited.icon], [null, 'star'])
  assert.deepEqual(ordered, { groups: ['iron', 'gold'], done: 'ordered' })
  assert.deepEqual(
    groups.map(({ id, icon }: { id: string; icon: string | null }) => [id, icon]),
    [
      ['iron', null],
      ['gold', 'star'],
    ],
  )
})

sqliteTest('commands list and explain permissions', async (site) => {
  await openStaff(site, 'Steve', { nodes: ['player.skin.*'] })
  await json(site, 'settings set launcherBuilds Main')

  const list = await json(site, 'permission list')
  const yes = await json(site, 'permission explain steve Player.Skin.Hd')
  const no = await json(site, 'permission explain steve panel.access')

  assert.deepEqual(list.at(-1), { id: 'launcher.build.Main', title: 'Build Main' })
  assert.deepEqual(yes, { allowed: true, source: 'personal', node: 'player.skin.*' })
  assert.deepEqual(no, { allowed: false, source: null, node: null })
})

const SYSTEM =
  'role.system: This is a system role: it cannot be deleted, given to players or reordered.'

sqliteTest('impossible changes of permissions are refused with the reason', async (site) => {
  await openStaff(site, 'Steve')
  await json(site, 'role create vip')
  await json(site, 'group create gold')
  const taken = 'bundle.taken: A role or donor rank with this id already exists.'
  const kernel =
    'permission.notassignable: Permissions in the namespace kernel are reserved for API keys.'
  const refused: Record<string, string> = {
    'role create vip': taken,
    'role create gold': taken,
    'group create default': taken,
    'role create x --permission kernel.provider': kernel,
    'role edit unknown --name X': 'role.notfound: There is no such role.',
    'role edit default --priority 5': SYSTEM,
    'role delete banned': SYSTEM,
    'group order gold vip':
      'group.listchanged: The list of donor ranks has changed in the meantime.',
    'group delete vip': 'group.notfound: There is no such donor rank.',
    'player role add Steve default': SYSTEM,
    'player role add Steve banned': SYSTEM,
    'player role remove Steve default': SYSTEM,
    'player role remove Steve vip': 'role.notfound: There is no such role.',
    'player role add Steve unknown': 'role.notfound: There is no such role.',
    'player role add Alex vip': 'there is no player Alex',
    'player grant Alex a.b': 'there is no player Alex',
    'player grant Steve kernel.*': kernel,
    'player grant Steve a.b --until 2020-01-01':
      'request.invalid: permissions.0.expiresAt: This time must be in the future.',
    'player revoke Steve a.b': 'permission.notfound: The player has no such personal permission.',
    'player revoke Steve a.b --donate': 'grant.notfound: The player has no such active donor rank.',
    'group give Steve unknown --days 1': 'group.notfound: There is no such donor rank.',
    'group give Steve gold --until 2020-01-01':
      'request.invalid: until: This time must be in the future.',
    'group take Steve gold': 'grant.notfound: The player has no such active donor rank.',
    'permission explain Alex a.b': 'there is no player Alex',
  }

  const ended: Ended[] = []
  for (const line of Object.keys(refused)) ended.push(await runPortal(line.split(' '), site.env))

  assert.deepEqual(
    Object.keys(refused).map((line, n) => [line, ended[n]]),
    Object.entries(refused).map(([line, reason]) => [
      line,
      { code: REFUSED, stdout: '', stderr: `error: ${reason}\n` },
    ]),
  )
})

sqliteTest('changes by command are audited with the command line as actor', async (site) => {
  const steve = await openStaff(site, 'Steve')
  await json(site, 'role create vip')
  await json(site, 'player role add Steve vip')

  const audits = [...(await auditsOf(site, 'role.')), ...(await auditsOf(site, 'player.roles'))]

  const by = { actor: 'command', ip: null }
  const role = JSON.stringify({ name: 'vip', priority: 0, permissions: [] })
  assert.deepEqual(audits, [
    { action: 'role.created', ...by, target: 'vip', before: null, after: role },
    { action: 'player.roles', ...by, target: steve.id, before: '[]', after: '["vip"]' },
  ])
})
