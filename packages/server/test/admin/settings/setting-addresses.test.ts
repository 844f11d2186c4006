import assert from 'node:assert/strict'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { HERE } from '../../sign-in/previous-site.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { outcome, type Reply } from '../../support/browser.ts'
import { openGameServer, statusOf } from '../../support/game-server.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openOwner, openStaff, type Staff, sqliteStaffTest } from '../../support/staff.ts'

const FORBIDDEN = '403 auth.forbidden'
const INVALID = '400 request.invalid'
const ASKED = '403 auth.proofrequired'

function save(staff: Staff, settings: object): Promise<Reply> {
  return staff.patch('/admin/settings', settings)
}

function openEditor(site: Site): Promise<Staff> {
  return openStaff(site, 'Alex', { nodes: ['panel.settings.edit'] })
}

async function subjectsOf(site: Site): Promise<string[]> {
  return (await site.mails()).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`).sort()
}

sqliteTest(
  'only superusers can set the address of the previous site, and all superusers are notified',
  async (site) => {
    const owner = await openOwner(site)
    await openOwner(site, 'Notch')
    const alex = await openEditor(site)
    const legacyUrl = 'https://old.example.org/portal.php'

    const refused = await save(alex, { legacyUrl })
    const unchanged = await save(alex, { legacyUrl: '', siteName: 'Blocks' })
    const before = await subjectsOf(site)
    const saved = await save(owner, { legacyUrl })

    assert.deepEqual([refused, unchanged, saved].map(outcome), [FORBIDDEN, '200', '200'])
    assert.deepEqual(before, [])
    assert.deepEqual(await subjectsOf(site), [
      'notch@example.org: The setting “Address of the old site” was changed: Blocks',
      'owner@example.org: The setting “Address of the old site” was changed: Blocks',
    ])
  },
)

sqliteTest('a private or unencrypted address of the previous site is refused', async (site) => {
  const owner = await openOwner(site)
  const urls = [
    ...['http://127.0.0.1/', 'https://127.0.0.1/', 'https://2130706433/', 'https://[::1]:8443/'],
    ...['https://localhost/', 'https://old/', 'https://db.internal/', 'https://169.254.169.254/'],
    ...[
      'http://10.0.0.5/',
      'https://[::ffff:10.0.0.5]/',
      'https://0.0.0.0/',
      'http://old.example.org/',
    ],
  ]

  const replies: string[] = []
  for (const legacyUrl of urls) replies.push(outcome(await save(owner, { legacyUrl })))

  assert.deepEqual(
    replies,
    urls.map(() => INVALID),
  )
})

sqliteTest(
  'a private address of the previous site is accepted if ALLOW_PRIVATE_HOSTS names it',
  async (site) => {
    const owner = await openOwner(site)

    const named = await save(owner, { legacyUrl: 'http://10.0.0.5:8080/portal.php' })
    const byName = await save(owner, { legacyUrl: 'http://Old.Example.Internal/' })
    const other = await save(owner, { legacyUrl: 'http://10.0.0.6/' })

    assert.deepEqual([named, byName, other].map(outcome), ['200', '200', INVALID])
    assert.match(other.body.fields[0].message, /ALLOW_PRIVATE_HOSTS/)
  },
  { env: { ALLOW_PRIVATE_HOSTS: '10.0.0.5, old.example.internal' } },
)

sqliteStaffTest(
  'changing downloads, game servers and links in an old session needs re-authentication',
  async (site) => {
    const owner = await openOwner(site)
    site.wait(600_000)
    const changes = [
      { launcherWindows: 'https://evil.example/a.exe' },
      { launcherMac: '/files/a.dmg' },
      { launcherLinux: '' },
      { gameServers: 'Survival play.example.org' },
      { discordUrl: 'https://discord.gg/a' },
      { vkUrl: 'https://vk.com/a' },
      { telegramUrl: 'https://t.me/a' },
      { siteLinks: 'Wiki https://wiki.example.org' },
      { topUpUrl: 'https://shop.example.org/' },
    ]
    const all = async () => {
      const outcomes: string[] = []
      for (const change of changes) outcomes.push(outcome(await save(owner, change)))
      return outcomes
    }

    const unproven = await all()
    await owner.post('/auth/prove', { password: PASSWORD })
    const proven = await all()

    assert.deepEqual(unproven, Array(9).fill(ASKED))
    assert.deepEqual(proven, Array(9).fill('200'))
  },
)

sqliteTest(
  'a launcher download must be https or on this site and is reported to superusers',
  async (site) => {
    await openOwner(site)
    const alex = await openEditor(site)
    const wrong = [
      'http://evil.example/a.exe',
      'http://192.168.1.7/a.exe',
      'http://localhost.evil/a',
    ]
    const right = ['http://localhost:8080/a.exe', '/a.exe', 'https://cdn.example/a.exe']

    const replies: string[] = []
    for (const launcherWindows of [...wrong, ...right]) {
      replies.push(outcome(await save(alex, { launcherWindows })))
    }

    assert.deepEqual(replies, [...wrong.map(() => INVALID), ...right.map(() => '200')])
    assert.deepEqual(
      await subjectsOf(site),
      right.map(() => 'owner@example.org: The setting “Launcher for Windows” was changed: Portal'),
    )
  },
)

sqliteTest('an editor of settings cannot set a private game server address', async (site) => {
  const owner = await openOwner(site)
  const alex = await openEditor(site)
  const hosts = ['127.0.0.1:22', '10.0.0.5', '[::1]:5432', 'localhost:5432', 'db', 'db.internal']

  const replies: string[] = []
  for (const host of hosts) replies.push(outcome(await save(alex, { gameServers: `A ${host}` })))
  const bySuperuser = await save(owner, { gameServers: 'Lobby 10.0.0.5:25565' })
  const renamed = await save(alex, { gameServers: 'Hub 10.0.0.5:25566' })
  const gone = await save(alex, { gameServers: 'Hub play.example.org' })
  const back = await save(alex, { gameServers: 'Hub 10.0.0.5' })

  assert.deepEqual(
    replies,
    hosts.map(() => INVALID),
  )
  assert.deepEqual([bySuperuser, renamed, gone, back].map(outcome), ['200', '200', '200', INVALID])
})

sqliteTest(
  'a host name with a private address is queried only if a superuser set it',
  async (site) => {
    const owner = await openOwner(site)
    const alex = await openEditor(site)
    await using server = await openGameServer((socket) => void socket.write(statusOf(3, 20)))
    const gameServers = `Lobby 127.1:${server.port}`
    const online = async () => {
      await site.browser().get('/public/home')
      await site.app.gameServers.flushed()
      return (await site.browser().get('/public/home')).body.servers[0]?.online
    }

    const saved = await save(alex, { gameServers })
    const byEditor = await online()
    const calls = server.calls()
    await save(owner, { gameServers: '' })
    await save(owner, { gameServers })
    await online()
    site.wait(30_000)
    const bySuperuser = await online()

    assert.deepEqual([outcome(saved), byEditor, calls], ['200', false, 0])
    assert.equal(bySuperuser, true)
  },
)

sqliteTest(
  'a private game server is queried if ALLOW_PRIVATE_HOSTS names its host',
  async (site) => {
    const alex = await openEditor(site)
    await using server = await openGameServer((socket) => void socket.write(statusOf(3, 20)))

    const saved = await save(alex, { gameServers: `Lobby 127.0.0.1:${server.port}` })
    await site.browser().get('/public/home')
    await site.app.gameServers.flushed()
    const { body } = await site.browser().get('/public/home')

    assert.deepEqual([outcome(saved), body.servers[0]?.online], ['200', true])
  },
  { env: HERE },
)

sqliteTest('an editor of settings can keep a private game server but not add one', async (site) => {
  const alex = await openEditor(site)
  const stored = { name: 'gameServers', value: 'Lobby 10.0.0.5' }
  await site.app.db.insertInto('setting').values(stored).execute()
  site.app.settings.invalidate()

  const kept = await save(alex, { gameServers: 'Lobby 10.0.0.5\nNew play.example.org' })
  const more = await save(alex, { gameServers: 'Lobby 10.0.0.5\nNew 10.0.0.6' })

  assert.deepEqual([kept, more].map(outcome), ['200', INVALID])
})

sqliteTest('a command cannot set an address of this machine as the previous site', async (site) => {
  const text = 'http://127.0.0.1/portal.php'

  await assert.rejects(changeSetting(site.app, BY_OWNER, { name: 'legacyUrl', text }))

  const { legacyUrl } = await site.app.settings.read()
  assert.equal(legacyUrl, '')
})
