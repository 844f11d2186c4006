import assert from 'node:assert/strict'
import { Kysely, sql } from 'kysely'
import { postgresDialect } from '../../src/database/postgres/dialect.ts'
import { newSecret } from '../../src/integrations/api-keys/api-key.ts'
import { revokeKey } from '../../src/integrations/api-keys/change-key.ts'
import { Refusal } from '../../src/platform/errors.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { buildSite } from '../../src/server.ts'
import { keyOwner } from '../integrations/api-keys/key-manager.ts'
import { ELSEWHERE, FORBIDDEN, INVALID, UNTRUSTED } from '../integrations/api-keys/key-refusals.ts'
import {
  LAUNCHER_IP,
  launcherWith,
  openLauncher,
} from '../integrations/launcher/launcher-server.ts'
import { bearer, openBrowser, outcome, type Reply, tally } from '../support/browser.ts'
import { PASSWORD, type Site, siteTest } from '../support/site.ts'
import { sqliteTest } from '../support/sqlite-test.ts'

const BY_OWNER = { actor: 'command', ip: null }

sqliteTest('a launcher server’s API key opens only the four launcher endpoints', async (site) => {
  const steve = await site.player('Steve')
  const launcher = await openLauncher(site)

  const opened = [
    await launcher.ping(),
    await launcher.authenticate('Steve', PASSWORD),
    await launcher.user({ username: 'Steve' }),
    await launcher.news(),
  ]
  const closed = [
    await steve.browser.get('/auth/me', launcher.headers),
    await steve.browser.post('/auth/sessions/me', undefined, launcher.headers),
    await steve.browser.delete('/auth/sessions_all', launcher.headers),
    await steve.browser.get('/cabinet/2fa/generate', launcher.headers),
    await steve.browser.get('/admin/api-keys', launcher.headers),
  ]

  assert.deepEqual(tally(opened), { 200: 4 })
  assert.deepEqual(tally(closed), { '401 auth.unauthorized': 5 })
})

sqliteTest('a player’s tokens open no launcher endpoint', async (site) => {
  const { browser, accessToken, refreshToken } = await keyOwner(site)
  await openLauncher(site, { ip: '127.0.0.1' })
  const headers = [
    {},
    bearer(accessToken),
    { authorization: accessToken },
    { authorization: `Api-Key ${accessToken}` },
    { authorization: `Api-Key ${refreshToken}` },
  ]

  const replies = await Promise.all(headers.flatMap((header) => askAll(browser, header)))

  assert.deepEqual(tally(replies), { [INVALID]: headers.length * 4 })
})

sqliteTest('the scheme of an API key is case-insensitive, but the key is exact', async (site) => {
  const { secret } = await openLauncher(site)
  const program = site.browser({ ip: LAUNCHER_IP })
  const ping = (authorization: string) => program.get('/auth/launcher/ping', { authorization })
  const good = ['Api-Key', 'api-key', 'API-KEY', 'ApI-kEy'].map((scheme) => `${scheme} ${secret}`)
  const bad = [
    ...[secret, 'Api-Key', 'Api-Key ', `Bearer ${secret}`, `Basic ${secret}`, `ApiKey ${secret}`],
    ...[`Api-Key ${secret} ${secret}`, `Api-Key ${secret}x`, `Api-Key ${secret.slice(0, -1)}`],
    ...[`Api-Key ${secret.toUpperCase()}`, `Api-Key ${secret.slice(7)}`, `Api-Key "${secret}"`],
    ...[`Api-Key ${newSecret(systemRandom)}`, 'Api-Key portal_', `Api-Key ${'x'.repeat(4000)}`],
    ...["Api-Key ' or 1=1 --", 'Api-Key %00', 'Api-Key null'],
  ]

  const opened = await Promise.all([...good, `Api-Key  ${secret} `].map(ping))
  const refused = await Promise.all(bad.map(ping))

  assert.deepEqual(tally(opened), { 200: 5 })
  assert.deepEqual(tally(refused), { [INVALID]: bad.length })
})

sqliteTest('a launcher server gets the refusal of the first failing check', async (site) => {
  const keys = { missing: undefined, unknown: newSecret(systemRandom) }
  const replies: Record<string, string> = {}
  const expected: Record<string, string> = {}
  for (const permission of ['kernel.launcher.provider', 'kernel.provider'] as const) {
    const good = await openLauncher(site, { permissions: [permission] })
    const revoked = await openLauncher(site, { permissions: [permission] })
    await revokeKey(site.app, BY_OWNER, revoked.key.id)
    const all = { ...keys, revoked: revoked.secret, good: good.secret }

    for (const [name, secret] of Object.entries(all)) {
      for (const ip of [LAUNCHER_IP, ELSEWHERE]) {
        for (const [body, answer] of Object.entries(BODIES)) {
          const turn = `${name}, ${permission}, ${ip}, ${body}`
          const headers = secret ? { authorization: `Api-Key ${secret}` } : {}
          const [payload, type] = answer.sent
          const reply = await site
            .browser({ ip })
            .post('/auth/launcher/authenticate', payload, { ...headers, 'content-type': type })
          replies[turn] = outcome(reply)
          expected[turn] = firstWrong({ name, permission, ip }) ?? answer.outcome
        }
      }
    }
  }

  assert.deepEqual(replies, expected)
})

const JSON_TYPE = 'application/json'
const BODIES: Record<string, { sent: [string, string]; outcome: string }> = {
  'an unknown login': {
    sent: ['{"login":"Nobody","password":"x"}', JSON_TYPE],
    outcome: '404 auth.usernotfound',
  },
  'no login': { sent: ['{"password":"x"}', JSON_TYPE], outcome: '400 request.invalid' },
  'no JSON': { sent: ['{', JSON_TYPE], outcome: '400 request.invalid' },
  'another type': { sent: ['x', 'text/plain'], outcome: '415 request.mediatype' },
  'too much': {
    sent: [JSON.stringify('x'.repeat(70_000)), JSON_TYPE],
    outcome: '413 request.toolarge',
  },
}

function firstWrong(ask: { name: string; permission: string; ip: string }): string | undefined {
  if (ask.name !== 'good') return INVALID
  if (ask.ip !== LAUNCHER_IP) return UNTRUSTED
  if (ask.permission !== 'kernel.launcher.provider') return FORBIDDEN
  return undefined
}

sqliteTest('the launcher endpoints refuse an API key of another integration', async (site) => {
  const other = await openLauncher(site, { permissions: ['kernel.provider'] })
  const both = await openLauncher(site, {
    permissions: ['kernel.provider', 'kernel.launcher.provider'],
  })
  const program = site.browser({ ip: LAUNCHER_IP })

  const refused = await Promise.all(askAll(program, other.headers))
  const opened = await both.ping()

  assert.deepEqual(tally(refused), { [FORBIDDEN]: 4 })
  assert.equal(opened.status, 200)
})

sqliteTest('503 responses to launcher servers contain no message', async (site) => {
  const { headers } = await openLauncher(site)
  const app = { ...site.app }
  const program = openBrowser(await buildSite(app), { ip: LAUNCHER_IP })
  const body = { login: 'Steve', password: PASSWORD }
  const busy = () => Promise.reject(new Refusal('overloaded', { retryAfter: 2 }))

  app.loginLimiter = Object.assign(busy, { load: site.app.loginLimiter.load })
  const overloaded = await program.post('/auth/launcher/authenticate', body, headers)
  app.db = new Kysely({ dialect: postgresDialect('postgres://nobody@127.0.0.1:9/none') })
  const away = await program.get('/auth/launcher/ping', headers)
  await app.db.destroy()

  const seen = ({ status, body, headers }: Reply) => [status, body, headers['retry-after']]
  assert.deepEqual(seen(overloaded), [503, { error: 'overloaded' }, '2'])
  assert.deepEqual(seen(away), [503, { error: 'unavailable' }, '5'])
})

siteTest('500 responses to launcher servers contain no message', async (site) => {
  const launcher = await openLauncher(site)
  await sql`alter table api_key rename to lost`.execute(site.app.db)

  const broken = await launcher.ping()

  assert.deepEqual([broken.status, broken.body], [500, { error: 'internal' }])
  assert.ok(broken.headers['x-request-id'])
})

sqliteTest(
  'launcher endpoints refuse a wrong method or path before they check the key',
  async (site) => {
    const launcher = await openLauncher(site)

    const method = await launcher.send('PUT', 'ping')
    const path = await launcher.send('GET', 'nowhere')
    const anonymous = await site.browser().get('/auth/launcher/nowhere?x=1')
    const near = await site.browser().get('/auth/launchers')

    assert.deepEqual([method.status, method.body], [405, { error: 'request.method' }])
    assert.equal(method.headers.allow, 'GET, HEAD')
    assert.deepEqual([path.status, path.body], [404, { error: 'request.notfound' }])
    assert.deepEqual(anonymous.body, path.body)
    assert.deepEqual(Object.keys(near.body), ['error', 'message'])
  },
)

sqliteTest('refusals of launcher endpoints contain only their code', async (site) => {
  const launcher = await openLauncher(site)
  const russian = { 'accept-language': 'ru' }

  const replies = [
    await launcher.user({}, russian),
    await launcher.send('POST', 'authenticate', '{', russian),
    await launcher.send('POST', 'authenticate', 'x', {
      ...russian,
      'content-type': 'text/plain',
    }),
    await launcher.send('POST', 'authenticate', { more: 'x'.repeat(70_000) }, russian),
    await launcherWith(site, 'unknown').user({}, russian),
    await launcherWith(site, launcher.secret, { ip: ELSEWHERE }).ping(),
  ]

  assert.deepEqual(
    replies.map(({ status, body }) => [status, body]),
    [
      [400, { error: 'request.invalid' }],
      [400, { error: 'request.invalid' }],
      [415, { error: 'request.mediatype' }],
      [413, { error: 'request.toolarge' }],
      [401, { error: 'auth.invalidkey' }],
      [403, { error: 'auth.untrustedaddress' }],
    ],
  )
})

type Asker = ReturnType<Site['browser']>

function askAll(program: Asker, headers: Record<string, string>): Promise<Reply>[] {
  const body = { login: 'Steve', password: PASSWORD }
  return [
    program.get('/auth/launcher/ping', headers),
    program.post('/auth/launcher/authenticate', body, headers),
    program.get('/auth/launcher/user?username=Steve', headers),
    program.get('/auth/launcher/news', headers),
  ]
}
