import assert from 'node:assert/strict'
import { settingNames } from '@portal/contract'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { SECOND } from '../../../src/platform/clock.ts'
import { defaultSettings } from '../../../src/settings/setting.ts'
import { administrator, auditEntries, callsOf } from '../../support/administrator.ts'
import { outcome } from '../../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

const DEFAULTS = defaultSettings({ smtpUrl: '' })

function keeper(site: Site) {
  return administrator(site, ['panel.settings.edit'])
}

sqliteTest('a change of settings leaves all other settings unchanged', async (site) => {
  const alex = await keeper(site)
  const wanted = {
    siteName: ' Кубоград ',
    registrationOpen: false,
    unconfirmedDays: 30,
    launcherBuilds: ['main', 'Beta.2', 'main'],
    defaultLanguage: 'ru',
    hdTexturesInGame: true,
    accentColor: '#aa3300',
    logoUrl: '/logo.svg',
  }

  const before = await alex.get('/admin/settings')
  const changed = await alex.send('PATCH', '/admin/settings', { ...wanted, version: '9' })
  const after = await alex.get('/admin/settings')

  const settings = {
    ...DEFAULTS,
    ...wanted,
    siteName: 'Кубоград',
    launcherBuilds: ['main', 'Beta.2'],
  }
  assert.deepEqual([before.status, before.body], [200, DEFAULTS])
  assert.deepEqual([changed.status, changed.body], [200, settings])
  assert.deepEqual(after.body, settings)
})

sqliteTest('the list of settings contains every setting', async (site) => {
  const alex = await keeper(site)

  const { body } = await alex.get('/admin/settings')

  assert.deepEqual(Object.keys(body).sort(), [...settingNames].sort())
})

sqliteTest('launcher builds can be separated by commas', async (site) => {
  const alex = await keeper(site)

  const text = await alex.send('PATCH', '/admin/settings', { launcherBuilds: 'main, beta , ,main' })
  const none = await alex.send('PATCH', '/admin/settings', { launcherBuilds: [] })

  assert.deepEqual(text.body.launcherBuilds, ['main', 'beta'])
  assert.deepEqual(none.body.launcherBuilds, [])
})

siteTest(
  'each changed setting is audited with old and new value',
  async (site) => {
    const alex = await keeper(site)

    await alex.send('PATCH', '/admin/settings', { siteName: 'Blocks', leakCheck: true })
    site.wait(SECOND)
    await alex.send('PATCH', '/admin/settings', { launcherBuilds: ['a', 'b'] })
    await alex.send('PATCH', '/admin/settings', {})

    const who = { action: 'setting.changed', actor: alex.id, ip: '127.0.0.1' }
    assert.deepEqual(await auditEntries(site, 'setting.changed'), [
      { ...who, target: 'siteName', before: 'Portal', after: 'Blocks' },
      { ...who, target: 'launcherBuilds', before: '', after: 'a,b' },
    ])
  },
  { settings: { siteName: 'Portal', leakCheck: 'on' } },
)

sqliteTest('a change of settings with one invalid value changes nothing', async (site) => {
  const alex = await keeper(site)
  const wrong: [body: object, fields: string[]][] = [
    [{ registrationOpen: false, siteName: '  ' }, ['siteName']],
    [{ siteName: 'x'.repeat(65) }, ['siteName']],
    [{ siteName: 'two\nlines', launcherBuilds: ['a b'] }, ['siteName', 'launcherBuilds']],
    [{ siteName: 'Site \u202egro.elpmaxe' }, ['siteName']],
    [{ siteName: 'New', launcherBuilds: 'a;b' }, ['launcherBuilds']],
    [{ siteName: 'New', launcherBuilds: ['x'.repeat(65)] }, ['launcherBuilds']],
    [{ siteName: 'New', registrationOpen: 'off' }, ['registrationOpen']],
    [{ siteName: 'New', leakCheck: null }, ['leakCheck']],
    [{ siteName: 'New', defaultLanguage: 'de' }, ['defaultLanguage']],
    [{ siteName: 7 }, ['siteName']],
    [{ siteName: 'New', unconfirmedDays: 366 }, ['unconfirmedDays']],
    [{ siteName: 'New', unconfirmedDays: 1.5 }, ['unconfirmedDays']],
    [{ siteName: 'New', unconfirmedDays: '' }, ['unconfirmedDays']],
    [{ siteName: 'New', accentColor: 'red', logoUrl: 'javascript:x' }, ['accentColor', 'logoUrl']],
  ]

  const replies = []
  for (const [body] of wrong) replies.push(await alex.send('PATCH', '/admin/settings', body))

  assert.deepEqual(
    replies.map(({ status, body }) => [
      status,
      body.error,
      [...new Set(body.fields.map(({ field }: { field: string }) => field))],
    ]),
    wrong.map(([, fields]) => [400, 'request.invalid', fields]),
  )
  assert.equal(replies[2]?.body.fields[0].message, 'Enter 1 to 64 characters on one line.')
  assert.deepEqual((await alex.get('/admin/settings')).body, DEFAULTS)
  assert.deepEqual(await auditEntries(site, 'setting.changed'), [])
})

siteTest(
  'a changed setting applies on every server within five seconds',
  async (site) => {
    const alex = await keeper(site)
    const register = (instance: number, username: string) =>
      site.browser({ instance, ip: `198.51.100.${instance}` }).post('/auth/register', {
        username,
        email: `${username}@example.org`,
        password: PASSWORD,
      })
    await site.browser({ instance: 1 }).get('/config')

    await alex.send('PATCH', '/admin/settings', { registrationOpen: false })
    const here = await register(0, 'Steve')
    site.wait(5 * SECOND)
    const there = await register(1, 'Jeb')

    assert.deepEqual([here, there].map(outcome), Array(2).fill('403 auth.registrationclosed'))
  },
  { instances: 2 },
)

sqliteTest('reading and changing settings requires the permission for settings', async (site) => {
  const steve = await site.player('Steve')
  const alex = await administrator(site, ['panel.access'])

  const replies = [
    await callsOf(site, steve).get('/admin/settings'),
    await alex.get('/admin/settings'),
    await alex.send('PATCH', '/admin/settings', { siteName: 'Mine' }),
    await site.browser().get('/admin/settings'),
  ]

  assert.deepEqual(replies.map(outcome), [
    ...Array(3).fill('403 auth.forbidden'),
    '401 auth.unauthorized',
  ])
})

siteTest(
  'concurrent changes of a setting are each audited with the value they replaced',
  async (site) => {
    const by = { actor: 'command', ip: null }
    const names = Array.from({ length: 20 }, (_, number) => `Site ${number}`)

    await Promise.all(
      names.map((text, number) =>
        changeSetting((site.instances[number % 2] ?? site).app, by, { name: 'siteName', text }),
      ),
    )

    const trail = await auditEntries(site, 'setting.changed')
    const befores = trail.map(({ before }) => before)
    const afters = trail.map(({ after }) => after)
    const last = afters.filter((after) => !befores.includes(after))
    assert.deepEqual(afters.sort(), [...names].sort())
    assert.deepEqual([...befores, ...last].sort(), ['Portal', ...names].sort())
  },
  { instances: 2 },
)
