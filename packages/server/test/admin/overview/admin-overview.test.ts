import assert from 'node:assert/strict'
import { join } from 'node:path'
import { upsertFinding } from '../../../src/admin/overview/finding-store.ts'
import { DAY, isoInstant, MINUTE } from '../../../src/platform/clock.ts'
import { version } from '../../../src/platform/version.ts'
import { openGameServer } from '../../game-servers/game-server.ts'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { queueFailed } from '../../mail/queued-mail.ts'
import { administrator, callsOf, owner } from '../../support/administrator.ts'
import { bearer, outcome } from '../../support/browser.ts'
import { insertAccount } from '../../support/insert-account.ts'
import { PASSWORD, type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'

const MAY_LOOK = ['panel.access']

/** Gets the overview with a new access token. */
async function overview(site: Site, username: string) {
  const { body } = await site.browser({ ip: '192.0.2.2' }).logIn(username, PASSWORD)
  const headers = bearer(body.accessToken)
  return (await site.browser({ ip: '203.0.113.9' }).get('/admin/overview', headers)).body
}

sqliteTest('the overview shows counts, mails, backups and first steps', async (site) => {
  const alex = await administrator(site, [
    ...MAY_LOOK,
    'panel.system.read',
    'panel.settings.edit',
    'panel.mail.manage',
  ])
  await site.player('Steve')
  await queueFailed(site)
  await queueFailed(site, { dead: false })
  const finding = { name: 'proxy.untrusted', detail: '10.0.0.1', at: site.now() }
  await upsertFinding(site.app.db, finding)

  const { status, body } = await alex.get('/admin/overview')

  const { days, ...rest } = body
  assert.equal(status, 200)
  assert.deepEqual(rest, {
    version,
    yourAddress: '127.0.0.1',
    players: 2,
    sessions: 2,
    online: null,
    active: { thisWeek: 2, lastWeek: 0 }, // registering signs in
    bans: [],
    staffSignIns: [],
    backup: null,
    backupIsOld: true,
    steps: ['launcher', 'builds', 'mail', 'role', 'news', 'skin', 'backup'].map((id) => ({
      id,
      done: id === 'role', // the role of the administrator
    })),
    mail: { by: 'file', folder: join(site.dataDir, 'mail') },
    mails: { waiting: 1, dead: 1, held: 0 },
    findings: [{ ...finding, at: isoInstant(finding.at) }],
  })
  assert.equal(days.length, 30)
  assert.deepEqual([days[0].date, days[29].date], ['2029-12-03', '2030-01-01'])
})

sqliteTest('the overview hides what its viewer may not see', async (site) => {
  const alex = await administrator(site, MAY_LOOK)
  const notch = await owner(site)
  const steve = await site.player('Steve')
  await notch.send('POST', `/admin/players/${steve.id}/ban`, { reason: 'Griefing' })
  await upsertFinding(site.app.db, { name: 'proxy.untrusted', detail: '10.0.0.1', at: site.now() })

  const [hidden, shown] = [await alex.get('/admin/overview'), await notch.get('/admin/overview')]

  const { mail, steps, findings, bans, staffSignIns } = hidden.body
  assert.deepEqual(
    { mail, steps, findings, bans, staffSignIns },
    {
      mail: { by: 'file', folder: '' },
      steps: [],
      findings: [],
      bans: [],
      staffSignIns: [],
    },
  )
  const at = isoInstant(site.now())
  assert.deepEqual(shown.body.bans, [
    { uuid: steve.id, username: 'Steve', reason: 'Griefing', createdAt: at, expiresAt: null },
  ])
  assert.equal(shown.body.mail.folder, join(site.dataDir, 'mail'))
  assert.deepEqual(
    shown.body.staffSignIns.map(({ username }: { username: string }) => username).sort(),
    ['Alex', 'Notch'],
  )
})

siteTest(
  'only using a launcher server’s key marks the first step “launcher” as done',
  async (site) => {
    const notch = await owner(site)
    const done = async () => {
      await site.app.keyUsage.flushed()
      const { steps } = (await notch.get('/admin/overview')).body
      return steps.find(({ id }: { id: string }) => id === 'launcher').done
    }

    const { id } = await site.player('Steve')
    const activity = { uuid: id, event: 'playtime', at: isoInstant(site.now()), seconds: 5 }
    await (await openGameServer(site)).send('POST', 'activity', { players: [activity] })
    const afterGameServer = await done()
    const used = await site.app.db.selectFrom('api_key').select('used_at').execute()
    await (await openLauncher(site)).ping()

    assert.deepEqual([used.length, used[0]?.used_at !== null], [1, true])
    assert.deepEqual([afterGameServer, await done()], [false, true])
  },
)

sqliteTest(
  'the overview counts the players who signed in this week and in the week before',
  async (site) => {
    const alex = await administrator(site, MAY_LOOK)
    await site.player('Steve')
    await site.browser().logIn('Steve', PASSWORD)
    await site.browser().logIn('Steve', PASSWORD)
    const { body } = await alex.get('/admin/overview')
    site.wait(8 * DAY)
    await site.browser({ ip: '192.0.2.2' }).logIn('Alex', PASSWORD)

    const later = await overview(site, 'Alex')

    assert.deepEqual(body.active, { thisWeek: 2, lastWeek: 0 })
    assert.deepEqual(later.active, { thisWeek: 1, lastWeek: 2 })
  },
)

siteTest(
  'the overview counts all players and sessions, whatever their ids begin with',
  async (site) => {
    const alex = await administrator(site, MAY_LOOK)
    for (let turn = 0; turn < 300; turn += 1) {
      const id = await insertAccount(site, `Player_${turn}`)
      const session = { id: `session-${turn}`, player_id: id, device: '', agent: '', ip: '' }
      const times = { created_at: 0, updated_at: 0, expires_at: site.now() + DAY }
      await site.app.db
        .insertInto('session')
        .values({ ...session, ...times, counter: 0, replacements: '[]' })
        .execute()
    }

    const { body } = await alex.get('/admin/overview')

    assert.deepEqual([body.players, body.sessions], [301, 301])
  },
)

sqliteTest('the overview counts registrations and sign-ins per day for 30 days', async (site) => {
  await administrator(site, MAY_LOOK)
  const start = Math.floor(site.now() / DAY) * DAY
  await insertAccount(site, 'Before', { createdAt: start - 1 })
  await insertAccount(site, 'First', { createdAt: start })
  await insertAccount(site, 'Last', { createdAt: start + DAY - 1 })
  await insertAccount(site, 'After', { createdAt: start + DAY })
  site.wait(DAY)
  await site.browser().logIn('Alex', PASSWORD)
  await site.browser().logIn('Alex', 'not the password')

  const today = (await overview(site, 'Alex')).days
  site.wait(29 * DAY)
  const later = (await overview(site, 'Alex')).days

  assert.deepEqual(today.slice(27), [
    { date: '2029-12-31', registrations: 1, logins: 0 },
    { date: '2030-01-01', registrations: 3, logins: 1 },
    { date: '2030-01-02', registrations: 1, logins: 2 },
  ])
  assert.deepEqual(later.slice(0, 2), [
    { date: '2030-01-02', registrations: 1, logins: 2 },
    { date: '2030-01-03', registrations: 0, logins: 0 },
  ])
  assert.deepEqual(later[29], { date: '2030-01-31', registrations: 0, logins: 1 })
})

sqliteTest(
  'the overview shows dead mails immediately and other counts within a minute',
  async (site) => {
    const alex = await administrator(site, MAY_LOOK)
    const figures = async () => {
      const { players, sessions, days, mails } = (await alex.get('/admin/overview')).body
      const { registrations, logins } = days.at(-1)
      return { players, sessions, registrations, logins, dead: mails.dead }
    }
    const before = await figures()
    await site.player('Steve')
    await queueFailed(site)
    site.wait(MINUTE)

    const after = await figures()
    await site.player('Jeb')
    await queueFailed(site)
    const soon = await figures()

    assert.deepEqual(before, { players: 1, sessions: 1, registrations: 1, logins: 1, dead: 0 })
    assert.deepEqual(after, { players: 2, sessions: 2, registrations: 2, logins: 2, dead: 1 })
    assert.deepEqual(soon, { ...after, dead: 2 })
  },
)

sqliteTest('the overview needs the permission for the panel', async (site) => {
  const steve = await site.player('Steve')

  const replies = [
    await callsOf(site, steve).get('/admin/overview'),
    await site.browser().get('/admin/overview'),
  ]

  assert.deepEqual(replies.map(outcome), ['403 auth.forbidden', '401 auth.unauthorized'])
})
