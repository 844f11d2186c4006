import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLauncher } from '../../integrations/launcher/launcher-server.ts'
import { callsOf } from '../../support/administrator.ts'
import { networkFaultTest } from '../../support/proxied-site.ts'
import { PASSWORD, type Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import {
  alertExpressions,
  DEPLOY,
  dashboard,
  dashboardExpressions,
  missing,
} from './expressions.ts'
import { scrape } from './prometheus.ts'

/** Causes everything that the alerts and the dashboard count, once. */
async function use(site: Site): Promise<void> {
  const steve = await site.player('Steve')
  await steve.browser.logIn('Steve', PASSWORD)
  await steve.browser.logIn('Steve', 'not the password')
  const refused = await openLauncher(site, { addresses: [] })
  await refused.ping()
  const client = site.browser({ ip: '192.0.2.66' })
  await Promise.all(Array.from({ length: 61 }, () => client.post('/auth/login', {})))
  site.app.stop()
  await site.browser().get('/health/ready') // 503
}

sqliteTest('alerts and dashboard use only existing metrics', async (site) => {
  await use(site)
  const { samples } = await scrape(site.browser())

  const expressions = [...alertExpressions(), ...dashboardExpressions()]
  assert.ok(alertExpressions().length >= 10)
  assert.ok(dashboardExpressions().length >= 20)
  assert.deepEqual(missing(expressions, samples), [])
})

networkFaultTest(
  'the monitoring files for several machines use only existing metrics',
  async ({ site }) => {
    await site.app.db.transaction().execute(async () => undefined)
    await site.browser().get('/health/ready')
    site.app.stop()
    await site.browser().get('/health/ready') // 503
    const { samples } = await scrape(site.browser())

    const expressions = [
      ...alertExpressions('several-machines/alerts.yml'),
      ...dashboardExpressions('grafana/several-machines.json'),
    ].filter((expression) => expression.includes('portal_'))
    assert.ok(expressions.length >= 6)
    assert.deepEqual(missing(expressions, samples), [])
  },
)

sqliteTest('the metrics count refusals by code, and refused API keys by reason', async (site) => {
  const shut = await openLauncher(site, { addresses: [] })
  const other = await openLauncher(site, { permissions: ['kernel.provider'] })
  await shut.ping()
  await other.ping()
  await site.browser().get('/auth/launcher/ping')
  await site.browser().get('/auth/me')
  await callsOf(site, await site.player('Steve')).get('/admin/overview') // asked by a player
  await site.browser().get('/no/such/page')

  const { values } = await scrape(site.browser())

  assert.deepEqual(values('portal_api_key_refusals_total'), {
    untrustedaddress: 1,
    forbidden: 1,
    invalidkey: 1,
  })
  assert.deepEqual(values('portal_refusals_total'), {
    'auth.untrustedaddress': 1,
    'auth.forbidden': 2,
    'auth.invalidkey': 1,
    'auth.unauthorized': 1,
    'request.notfound': 1,
  })
})

sqliteTest(
  'the metrics report queued pictures and the response time of the database',
  async (site) => {
    const { values } = await scrape(site.browser())
    await site.app.db.destroy()
    const away = await scrape(site.browser())

    const idle = { running: 0, waiting: 0 }
    assert.deepEqual(values('portal_texture_queue'), idle)
    assert.deepEqual(values('portal_render_queue'), idle)
    assert.ok((values('portal_database_ping_seconds')[''] ?? 0) > 0)
    assert.deepEqual(away.values('portal_database_ping_seconds'), {})
  },
)

test('every alert has a section in the runbook', () => {
  const text = readFileSync(join(DEPLOY, 'prometheus/alerts.yml'), 'utf8')
  const alerts = text.match(/- alert: /g)?.length
  const open = [...alertExpressions(), ...dashboardExpressions()].filter((text) => !balances(text))

  assert.deepEqual(open, [])
  assert.equal(alertExpressions().length, alerts)
  assert.equal(text.match(/^ +runbook: \S/gm)?.length, alerts)
})

function balances(text: string): boolean {
  const bare = text.replace(/"[^"]*"/g, '')
  const pairs = /\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g
  let rest = bare
  while (pairs.test(rest)) rest = rest.replace(pairs, '')
  return !/[()[\]{}]/.test(rest)
}

test('no panels of the dashboard overlap', () => {
  const { panels, schemaVersion } = dashboard()
  const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title)
  const text = readFileSync(join(DEPLOY, 'grafana/portal.json'), 'utf8')
  const sources = new Set(text.match(/"uid": "\$?[^"]*"/g))
  const places = new Set(panels.map((panel) => JSON.stringify(panel, ['gridPos', 'x', 'y'])))

  assert.ok(schemaVersion >= 39)
  assert.deepEqual(rows, [
    'Traffic',
    'Sign-ins',
    'Queues',
    'Mail',
    'Refusals and limits',
    'Process',
  ])
  assert.equal(places.size, panels.length)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own way to name a variable.
  assert.deepEqual([...sources].sort(), ['"uid": "${datasource}"', '"uid": "portal"'])
})
