import assert from 'node:assert/strict'
import { endpoints } from '@portal/contract'
import { hotRoute } from '../../src/door/route.ts'
import { buildSite } from '../../src/site.ts'
import { callsOf, owner } from '../administrator.ts'
import { bearer } from '../browser.ts'
import { openLauncher } from '../launcher/launcher-server.ts'
import { type Site, type SiteOptions, siteTest } from '../site.ts'
import { until } from '../until.ts'
import { HERE, inside, listen, onTheWire, type Request } from './two-ways.ts'

for (const env of [
  {},
  { TRUST_PROXY: HERE },
  { TRUST_PROXY: '1' },
  { PUBLIC_URL: 'https://play.example.org', CORS_ORIGINS: 'https://app.example.org' },
] satisfies SiteOptions['env'][]) {
  siteTest(
    `a hot route answers everything as any other route would, with ${JSON.stringify(env)}`,
    async (site) => {
      const port = await listen(site.server)
      const requests = await everyRequest(site)

      for (const request of requests) {
        const asked = JSON.stringify(request).slice(0, 160)
        const short = await onTheWire(port, request)
        const long = await inside(site.server, request)

        assert.deepEqual(short, long, asked)
      }
    },
    { env },
  )
}

siteTest('a plain request is answered without Fastify, any other with it', async (site) => {
  const steve = await site.player('Steve')
  const seen: boolean[] = []
  const watched = hotRoute(endpoints.launcherPing, async (call) => {
    seen.push('request' in call)
    return { name: 'Portal', version: '1' }
  })
  const launcher = await openLauncher(site, { ip: HERE })
  const server = await buildSite(site.app, [watched])
  const port = await listen(server)
  const { headers } = launcher
  const path = '/auth/launcher/ping'

  await onTheWire(port, { method: 'GET', path, headers })
  await onTheWire(port, { method: 'HEAD', path, headers })
  await onTheWire(port, { method: 'GET', path, headers: { ...headers, origin: 'http://x.test' } })
  await onTheWire(port, {
    method: 'GET',
    path,
    headers: { ...headers, 'content-length': '2' },
    body: '{}',
  })
  await onTheWire(port, { method: 'GET', path, headers: bearer(steve.accessToken) })
  await server.close()

  assert.deepEqual(seen, [false, true, true, true])
})

siteTest('what a hot route refuses is counted, logged and noted once', async (site) => {
  const port = await listen(site.server)
  const { key, headers } = await openLauncher(site, { addresses: ['192.0.2.9'] })
  const { metrics, keyNotes, db } = site.app

  await onTheWire(port, { method: 'GET', path: '/auth/launcher/user?username=Steve', headers })
  await until(() => requestLines(site).length > 0)
  await keyNotes.settled()

  const counted = metrics.families.find(({ name }) => name === 'portal_api_key_refusals_total')
  const noted = await db
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
    [['/auth/launcher/user', 403, HERE]],
  )
  assert.deepEqual(noted, [{ target: key.id }])
})

siteTest('an answer of a hot route is logged and counted like any other', async (site) => {
  const port = await listen(site.server)
  const steve = await site.player('Steve')
  await until(() => requestLines(site).length === 1) // the registration
  const request = { method: 'GET', path: '/auth/me?x=1', headers: bearer(steve.accessToken) }

  await onTheWire(port, request)
  await inside(site.server, request)
  await until(() => requestLines(site).length === 3)

  const lines = requestLines(site).slice(1)
  const counted = site.app.metrics.families.find(
    ({ name }) => name === 'portal_http_requests_total',
  )
  const samples = (await counted?.samples()) ?? []
  assert.deepEqual(
    lines.map(({ request: _, ms: __, time: ___, ...rest }) => rest),
    [0, 1].map(() => ({
      ...{ level: 'info', method: 'GET', path: '/auth/me', status: 200 },
      ...{ ip: HERE, player: steve.id, msg: 'request' },
    })),
  )
  assert.equal(new Set(lines.map(({ request: id }) => id)).size, 2)
  assert.deepEqual(
    samples.filter(({ labels }) => labels?.route === '/auth/me').map(({ value }) => value),
    [2],
  )
})

/** Requests for hot routes: good ones, and each kind of refusal. */
async function everyRequest(site: Site): Promise<Request[]> {
  const steve = await site.player('Steve')
  const alex = await site.player('Alex')
  const notch = await owner(site)
  await notch.send('POST', `/admin/players/${alex.id}/ban`, { reason: 'Ёлки' })
  await publish(site)
  const { headers } = await openLauncher(site, { ip: HERE })
  const untrusted = (await openLauncher(site, { ip: '192.0.2.9' })).headers // without a proxy
  const weak = (await openLauncher(site, { ip: HERE, permissions: ['kernel.provider'] })).headers
  const closed = await site.player('Closed')
  await callsOf(site, closed).send('DELETE', '/auth/sessions_all')
  const tokens = [steve, alex, closed].map(({ accessToken }) => bearer(accessToken))
  const [own = {}] = tokens
  const get = (path: string, more: Request['headers'] = {}): Request => ({
    method: 'GET',
    path,
    headers: more,
  })
  const callers = [
    ...tokens,
    {},
    { authorization: 'Bearer x' },
    { authorization: 'Basic eDp5' },
    { ...own, cookie: 'portal_refresh=x; portal_csrf=y' },
    { ...own, 'x-forwarded-for': '203.0.113.7, not an address' },
    { ...own, origin: 'https://app.example.org' },
    { ...own, origin: 'https://else.example.org' },
    { ...own, 'accept-language': 'ru' },
    { 'accept-language': 'ru' },
  ]
  const profile = await site.server.inject({ url: `/auth/launcher/user?uuid=${alex.id}`, headers })
  const users = ['username=Steve', 'username=sTEVE', `uuid=${alex.id}`, 'username=Nobody', 'uuid=x']
  const odd = [
    '',
    'username=',
    'username=a&uuid=b',
    'username=a&username=b',
    'username=%53teve',
    'x',
  ]
  const escaped = ['username=%ff', 'username=%', '%75sername=Steve', 'username=St+eve', '=x']
  const long = `${'a&'.repeat(1001)}username=Steve`
  return [
    ...callers.map((more) => get('/auth/me', more)),
    get('/auth/%6de', own),
    ...['?', '?x', '?x=%zz', '/', '//', '#x', '%20'].map((end) => get(`/auth/me${end}`, own)),
    ...['HEAD', 'POST', 'DELETE', 'OPTIONS'].map((method) => ({ ...get('/auth/me', own), method })),
    { ...get('/auth/me', { ...own, 'content-length': '3' }), body: '{"a' },
    ...callers.map((more) => ({ ...get('/auth/sessions/me', more), method: 'POST' })),
    ...['limit=1', 'limit=0', 'limit=1&limit=2', 'cursor=x', 'limit=+1', 'limit=1;'].map(
      (query) => ({
        ...get(`/auth/sessions/me?${query}`, own),
        method: 'POST',
      }),
    ),
    ...['{}', '', '{"x', '<x/>'].map((body) => ({
      method: 'POST',
      path: '/auth/sessions/me',
      headers: { ...own, 'content-type': 'application/json', 'content-length': `${body.length}` },
      body,
    })),
    ...[...users, ...odd, ...escaped, long].map((query) =>
      get(`/auth/launcher/user?${query}`, headers),
    ),
    ...['*', '"x"', String(profile.headers.etag), `W/${profile.headers.etag}`].map((tag) =>
      get(`/auth/launcher/user?uuid=${alex.id}`, { ...headers, 'if-none-match': tag }),
    ),
    ...[untrusted, weak, own, { authorization: `Api-Key portal_${'x'.repeat(43)}` }, {}].map(
      (more) => get('/auth/launcher/user?username=Steve', more),
    ),
    ...['username=Nobody', 'x', ''].map((query) => get(`/auth/launcher/user?${query}`, untrusted)),
    ...['192.0.2.9', '192.0.2.9, 203.0.113.7', '203.0.113.7, 192.0.2.9', 'x'].flatMap((by) =>
      [headers, untrusted].map((key) =>
        get('/auth/launcher/user?username=Steve', { ...key, 'x-forwarded-for': by }),
      ),
    ),
    ...['', '?limit=2', '?limit=x', '?limit=1000'].map((end) =>
      get(`/auth/launcher/news${end}`, headers),
    ),
    get('/auth/launcher/news', { ...headers, 'accept-encoding': 'br, gzip' }),
  ]
}

/** Publishes news whose list is long enough to be compressed. */
async function publish(site: Site): Promise<void> {
  const text = { body: '', format: 'markdown', html: '', summary: '', author: 'command' }
  const rows = Array.from({ length: 3 }, (_, n) => ({
    ...text,
    id: `news-${n}`,
    title: `News ${n}`,
    title_key: `news ${n}`,
    plain_text: 'ё'.repeat(6000),
    created_at: site.now(),
    updated_at: site.now(),
    published_at: site.now() - n * 1000,
  }))
  await site.app.db.insertInto('news').values(rows).execute()
}

function requestLines(site: Site) {
  return site.logLines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
}
