import assert from 'node:assert/strict'
import { bearer, outcome } from '../../support/browser.ts'
import { type Site, siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { LAUNCHER_IP, openLauncher } from './launcher-server.ts'

sqliteTest('a response to a refused key does not reveal which players exist', async (site) => {
  await site.player('Steve')
  const launcher = await openLauncher(site, { addresses: ['192.0.2.9'] })
  const strange = await openLauncher(site, { permissions: ['kernel.provider'] })
  const queries = [{ username: 'Steve' }, { username: 'Nobody' }, { uuid: 'x' }, {}]

  const outcomes = await Promise.all(
    queries.flatMap((query) => [
      launcher.user(query),
      strange.user(query),
      launcher.user(query, { authorization: 'Api-Key x' }),
    ]),
  )

  assert.deepEqual(
    outcomes.map(outcome),
    queries.flatMap(() => [
      '403 auth.untrustedaddress',
      '403 auth.forbidden',
      '401 auth.invalidkey',
    ]),
  )
})

siteTest('a request with a refused key is counted, logged and audited once', async (site) => {
  const { key, user } = await openLauncher(site, { addresses: ['192.0.2.9'] })
  const { metrics, keyUsage, db } = site.app

  await user({ username: 'Steve' })
  await keyUsage.flushed()

  const counted = metrics.families.find(({ name }) => name === 'portal_api_key_refusals_total')
  const audited = await db
    .selectFrom('audit')
    .select('target')
    .where('action', '=', 'api-key.refused')
    .execute()
  assert.deepEqual(
    (await counted?.samples())?.map(({ labels, value }) => [labels?.reason, value]),
    [['untrustedaddress', 1]],
  )
  assert.deepEqual(
    requestLines(site).map(({ path, status, ip }) => [path, status, ip]),
    [['/auth/launcher/user', 403, LAUNCHER_IP]],
  )
  assert.deepEqual(audited, [{ target: key.id }])
})

sqliteTest('a request is logged with the player who sent it', async (site) => {
  const steve = await site.player('Steve')
  const before = requestLines(site).length

  await site.server.inject({ url: '/auth/me?x=1', headers: bearer(steve.accessToken) })
  await waitUntil(() => requestLines(site).length > before)

  const [line] = requestLines(site).slice(before)
  const { request, ms, time, ...rest } = line
  const counted = site.app.metrics.families.find(
    ({ name }) => name === 'portal_http_requests_total',
  )
  const samples = (await counted?.samples()) ?? []
  assert.deepEqual(rest, {
    level: 'info',
    method: 'GET',
    path: '/auth/me',
    status: 200,
    ip: '127.0.0.1',
    player: steve.id,
    msg: 'request',
  })
  assert.deepEqual([typeof request, typeof ms, typeof time], ['string', 'number', 'string'])
  assert.deepEqual(
    samples.filter(({ labels }) => labels?.route === '/auth/me').map(({ value }) => value),
    [1],
  )
})

function requestLines(site: Site) {
  return site.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
}
