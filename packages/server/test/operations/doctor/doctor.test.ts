import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { upsertFinding } from '../../../src/admin/overview/finding-store.ts'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { DAY, HOUR, isoInstant, SECOND } from '../../../src/platform/clock.ts'
import { version } from '../../../src/platform/version.ts'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { queueFailed } from '../../mail/queued-mail.ts'
import { administrator, callsOf } from '../../support/administrator.ts'
import { outcome } from '../../support/browser.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { find, SYSTEM_PERMISSION, statesOf, systemOf } from './system-page.ts'

sqliteTest('the system page shows versions and checks in both languages', async (site) => {
  const startedAt = isoInstant(site.now())
  site.wait(HOUR)

  const { checkups, ...rest } = await systemOf(site)

  assert.deepEqual(rest, {
    version,
    startedAt,
    instances: 1,
    yourAddress: '127.0.0.1',
    checkedAt: isoInstant(site.now()),
  })
  assert.deepEqual(
    checkups.filter(({ title, detail }) => [title, detail].some(({ ru, en }) => !ru || ru === en)),
    [find(checkups, 'database')], // its texts are names and numbers, equal in both languages
  )
  assert.deepEqual(
    checkups
      .filter(({ state, advice }) => /warning|bad/.test(state) && !advice)
      .map(({ id }) => id),
    [],
  )
  assert.deepEqual(statesOf({ checkups }, 'settings', 'proxy', 'database', 'secrets', 'outbox'), {
    settings: 'good',
    proxy: 'good',
    database: 'good',
    secrets: 'good',
    outbox: 'good',
  })
})

sqliteTest('the system page requires its permission', async (site) => {
  const helper = await administrator(site, ['panel.access'])
  const steve = await site.player('Steve')

  const replies = [
    await helper.get('/admin/system'),
    await callsOf(site, steve).get('/admin/system'),
    await site.browser().get('/admin/system'),
  ]

  assert.deepEqual(replies.map(outcome), [
    '403 auth.forbidden',
    '403 auth.forbidden',
    '401 auth.unauthorized',
  ])
})

sqliteTest('the system page reports findings, waiting mails and refused keys', async (site) => {
  await upsertFinding(site.app.db, { name: 'proxy.untrusted', detail: '10.0.0.1', at: site.now() })
  await queueFailed(site, { dead: false })
  site.wait(HOUR)
  const launcher = await openLauncher(site, { addresses: ['203.0.113.7'] })
  await launcher.ping()
  await site.app.keyUsage.flushed()

  const { checkups } = await systemOf(site)

  assert.deepEqual(statesOf({ checkups }, 'proxy', 'outbox', 'launcher'), {
    proxy: 'bad',
    outbox: 'bad',
    launcher: 'bad',
  })
  assert.match(find(checkups, 'proxy').detail.en, /10\.0\.0\.1/)
  assert.match(find(checkups, 'launcher').detail.en, /198\.51\.100\.7/)
})

siteTest('a newer database schema is distinguished from an outdated one', async (site) => {
  const alex = await administrator(site, SYSTEM_PERMISSION)
  const look = async () => {
    site.wait(10 * SECOND)
    return find((await alex.get('/admin/system')).body.checkups, 'database')
  }
  await sql`insert into migration (name, applied_at) values ('999-later', 0)`.execute(site.app.db)
  const newer = await look()
  await sql`delete from migration where name = '999-later'`.execute(site.app.db)
  const fitting = await look()
  await sql`delete from migration where name like '002%'`.execute(site.app.db)
  const behind = await look()

  assert.deepEqual([newer.state, fitting.state, behind.state], ['bad', 'good', 'warning'])
  assert.match(newer.detail.en, /newer version of Portal/)
  assert.match(behind.advice?.en ?? '', /portal migrate up/)
})

sqliteTest(
  'the system page warns about signing keys older than a year',
  async (site) => {
    const alex = await administrator(site, SYSTEM_PERMISSION)
    const look = async () => statesOf((await alex.get('/admin/system')).body, 'secrets').secrets

    site.wait(366 * DAY - 1)
    const inTime = await look()
    site.wait(10 * SECOND)
    const old = await look()

    assert.deepEqual([inTime, old], ['good', 'warning'])
  },
  { env: { JWT_EXPIRES: '3650d', JWT_REFRESH_EXPIRES: '3650d' } },
)

sqliteTest(
  'the system page reports a key that others can read, old backups and a disabled breach check',
  async (site) => {
    chmodSync(join(site.dataDir, 'encryption.key'), 0o644)
    mkdirSync(join(site.dataDir, 'backups'))
    writeFileSync(join(site.dataDir, 'backups', 'portal.backup'), '')
    const change = { name: 'leakCheck', text: 'off' } as const
    await changeSetting(site.app, { actor: 'command', ip: null }, change)

    const system = await systemOf(site)

    assert.deepEqual(statesOf(system, 'data-directory', 'backups', 'leak-service'), {
      'data-directory': 'bad',
      backups: 'warning', // the site's clock is years ahead of the file's
      'leak-service': 'good',
    })
  },
)
