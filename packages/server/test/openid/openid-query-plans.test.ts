import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sql } from 'kysely'
import { banPlayer } from '../../src/admin/bans/ban-player.ts'
import { COMMAND_LINE } from '../../src/audit/actor.ts'
import { sendLogouts } from '../../src/openid/logout/send-logouts.ts'
import { deleteExpiredPayloads } from '../../src/openid/storage/delete-expired-store.ts'
import { validPayloads } from '../../src/openid/storage/payload-store.ts'
import { bearer } from '../support/browser.ts'
import { openSite, PASSWORD } from '../support/site.ts'
import { watchStatements } from '../support/watch-statements.ts'
import { newDeviceClient, pollDevice, startDevice } from './device-client.ts'
import { authorize, exchange, newRelyingParty, refreshTokens, userinfo } from './relying-party.ts'

test('revoking a grant reads none of its tokens', async () => {
  using watch = watchStatements()
  const site = await openSite('SQLite')
  const client = await newRelyingParty(site)
  const device = await newDeviceClient(site)
  const steve = await site.player('Steve')
  const own = bearer(steve.accessToken)
  const code = await authorize(steve, client, { scope: 'openid profile offline_access' })
  const { body } = await exchange(site, client, code.get('code') ?? '')

  const { device_code, user_code } = (await startDevice(site, device)).body
  await steve.browser.post('/device/accept', { userCode: user_code }, own)
  await pollDevice(site, device, device_code)
  await refreshTokens(site, client, body.refresh_token)
  await userinfo(site, body.access_token)
  await exchange(site, client, code.get('code') ?? '')
  await site.browser().delete(`/cabinet/connected-apps/${client.clientId}`, own)
  const change = { current: PASSWORD, password: 'another horse battery', close: true }
  await site.browser().post('/cabinet/password', change, own)
  await banPlayer(site.app, COMMAND_LINE, steve.id, { reason: 'griefing', expiresAt: null })
  await sendLogouts(site.app)
  const steps = [...watch.seen]
    .filter((sql) => /oidc_payload/.test(sql))
    .flatMap((sql) => planOf(site.dataDir, sql))
  await site.close()

  const reading = steps.filter((step) =>
    /^SCAN oidc_payload|oidc_payload.*\((grant_id=\?|session_id=\?|player_id=\?)\)/.test(step),
  )
  assert.deepEqual(reading, [])
  for (const columns of ['id=?', 'kind=? AND player_id=?', 'kind=?'])
    assert.ok(
      steps.some((step) => step.includes(`oidc_payload`) && step.endsWith(`(${columns})`)),
      columns,
    )
})

test('the hourly cleanup of tokens reads only expired or used tokens', async () => {
  using watch = watchStatements()
  const site = await openSite('SQLite')
  await deleteExpiredPayloads(site.app.db, site.now())
  const steps = [...watch.seen]
    .filter((sql) => /^delete from "oidc_payload"/.test(sql))
    .flatMap((sql) => planOf(site.dataDir, sql))
  await site.close()

  const reading = steps.filter((step) => /oidc_payload/.test(step))
  assert.deepEqual(
    new Set(reading.map((step) => /\(.*\)$/.exec(step)?.[0])),
    new Set(['(id=?)', '(consumed_at<?)', '(expires_at<?)']),
  )
})

test('PostgreSQL finds a token without hashing whole tables', async () => {
  const site = await openSite('PostgreSQL')
  const { db, clock } = site.app

  const plan = await validPayloads(db, sql.val(clock.now()))
    .where('oidc_payload.id', '=', 'a hash')
    .explain()
  await site.close()

  assert.doesNotMatch(JSON.stringify(plan), /SubPlan/)
})

/** Returns SQLite's query plan for a statement; no steps for a statement without a plan. */
function planOf(dataDir: string, sql: string): string[] {
  if (!/^\s*(select|insert|update|delete|with)/i.test(sql)) return []
  using database = new DatabaseSync(`${dataDir}/portal.db`)
  const rows = database.prepare(`explain query plan ${sql}`).all()
  return rows.map(({ detail }) => String(detail))
}
