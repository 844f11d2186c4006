import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import type { Portal } from '../src/portal.ts'
import { SiteError } from '../src/site/site-error.ts'
import type { SiteFailure } from '../src/site/site-failure.ts'
import {
  type Answer,
  openLibrary,
  openStandIn,
  profileOf,
  refusal,
  STEVE,
} from './stand-in-site.ts'

/** Returns the result of each provider (docs/launcher.md#failures). */
async function ends(portal: Portal) {
  const outcome = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      assert.ok(error instanceof SiteError, String(error))
      return error.trouble.kind
    })
  const player = { uuid: STEVE }
  return {
    signIn: await outcome(portal.signIn().authenticate({ login: 'Steve', password: 'p' })),
    skin: await outcome(portal.skin().textures(player)),
    access: await outcome(portal.access().allows('survival', player)),
    openAccess: await outcome(portal.access({ failOpen: true }).allows('survival', player)),
    news: await outcome(portal.news().items()),
    ping: await outcome(portal.ping()),
  }
}

function all(kind: SiteFailure['kind']) {
  return { signIn: kind, skin: kind, access: kind, openAccess: kind, news: kind, ping: kind }
}

/** The results while the site is unreachable: all providers throw except an access provider with `failOpen`. */
const away = { ...all('unreachable'), openAccess: true }

const page = '<!doctype html><title>Welcome</title>'
const html = (status: number): Answer => {
  return (response) => response.writeHead(status, { 'content-type': 'text/html' }).end(page)
}
const json = JSON.stringify(profileOf())

const failures: [string, Answer, Awaited<ReturnType<typeof ends>>][] = [
  ['breaks the connection', (_, socket) => socket.destroy(), away],
  ['answers 500', { status: 500, json: { error: 'internal' } }, away],
  ['is overloaded', { status: 503, json: { error: 'overloaded' } }, away],
  ['answers 502 with a page of the proxy', html(502), away],
  ['answers 500 with a refusal', refusal(500, 'auth.wrongpassword'), away],
  ['sends HTML instead of JSON', html(200), away],
  ['sends an HTML page with 404', html(404), away],
  ['redirects', { status: 301, headers: { location: 'https://elsewhere' }, json: {} }, away],
  ['sends nothing', (response) => response.end(), away],
  ['answers 204', (response) => response.writeHead(204).end(), away],
  ['sends 304 for a request without an ETag', { status: 304, json: null }, away],
  ['sends JSON of another shape', { json: { hello: 'world' } }, away],
  ['sends null', { json: null }, away],
  ['sends a refusal with status 200', { json: { error: 'auth.usernotfound' } }, away],
  ['sends half of the JSON', (response) => response.end(json.slice(0, 40)), away],
  [
    'sends half of the announced body',
    (response, socket) => {
      response.writeHead(200, { 'content-length': json.length })
      response.write(json.slice(0, 40), () => socket.destroy())
    },
    away,
  ],
  [
    'breaks the connection between chunks',
    (response, socket) => void response.write(json, () => socket.destroy()),
    away,
  ],
  [
    'sends bytes that are not text',
    (response) => response.end(Buffer.from([0x22, 0xff, 0x22])),
    away,
  ],
  ['does not know the key', refusal(401, 'auth.invalidkey'), all('key')],
  ['does not trust the address', refusal(403, 'auth.untrustedaddress'), all('key')],
  ['refuses the key for a missing permission', refusal(403, 'auth.forbidden'), all('key')],
  ['has a proxy that answers 403', html(403), all('key')],
  ['has a proxy that answers 401', html(401), all('key')],
  ['requires a pause', refusal(429, 'request.toomany'), all('pause')],
  ['has a proxy that answers 429', html(429), all('pause')],
  ['is a server of another program', refusal(404, 'request.notfound'), all('refusal')],
]
for (const [name, answer, expected] of failures) {
  test(`the module reports a site that ${name}`, async () => {
    await using site = await openStandIn(() => answer)

    assert.deepEqual(await ends(openLibrary(site)), expected)
  })
}

test('the site is reported as unreachable if no server listens at the address', async () => {
  const site = await openStandIn(() => ({ json: {} }))
  await site.leave()

  assert.deepEqual(await ends(openLibrary(site)), away)
})

test('the site is reported as unreachable if it sends nothing until the timeout', async () => {
  await using site = await openStandIn(() => () => undefined)

  assert.deepEqual(await ends(openLibrary(site, { timeout: '50ms' })), away)
})

test('the site is reported as unreachable if it sends byte by byte beyond the timeout', async () => {
  await using site = await openStandIn(() => (response) => {
    const timer = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(timer))
  })

  assert.deepEqual(await ends(openLibrary(site, { timeout: '60ms' })), away)
})

test('the site is reported as unreachable if the response never ends', async () => {
  const chunk = Buffer.alloc(1024 * 1024, ' ')
  await using site = await openStandIn(() => (response, socket) => {
    const more = () => void (socket.destroyed || response.write(chunk, more))
    more()
  })

  assert.deepEqual(await ends(openLibrary(site)), away)
})

test('the site is reported as unreachable if the response is not HTTP', async () => {
  const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined

  const outcomes = await ends(openLibrary({ url: `http://127.0.0.1:${port}` }))
  server.close()

  assert.deepEqual(outcomes, away)
})

test('a redirect is not followed, so its target does not get the key', async () => {
  await using elsewhere = await openStandIn(() => ({ json: profileOf() }))
  await using site = await openStandIn(({ path }) => ({
    status: 302,
    headers: { location: `${elsewhere.url}/auth/launcher/${path}` },
    json: {},
  }))

  const outcomes = await ends(openLibrary({ url: site.url }))

  assert.deepEqual([outcomes, elsewhere.paths()], [away, []])
})

test('an https URL of a site that uses http is reported', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))

  const outcomes = await ends(openLibrary({ url: site.url.replace('http:', 'https:') }))

  assert.deepEqual(outcomes, away)
})

test('the site is reported as unreachable if the name of the site does not exist', async () => {
  assert.deepEqual(
    await ends(openLibrary({ url: 'http://portal.invalid' }, { timeout: '500ms' })),
    away,
  )
})

test('player lookups work again after an outage of the site', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site, { cacheTTL: '0s' })
  await portal.findPlayer({ uuid: STEVE })
  await site.leave()
  const gone = await portal.findPlayer({ uuid: STEVE }).catch((error: Error) => error.message)

  await site.return()
  const back = await portal.findPlayer({ uuid: STEVE })

  assert.deepEqual(
    [gone, back?.username],
    ['The site cannot be reached right now. Please try again later.', 'Steve'],
  )
})

test('a request succeeds after the site closed its kept-alive connection', async () => {
  await using site = await openStandIn(({ headers }) =>
    headers['x-forwarded-for'] ? { json: {} } : { json: profileOf() },
  )
  const portal = openLibrary(site, { cacheTTL: '0s' })
  await portal.findPlayer({ uuid: STEVE })

  let broken = 0
  site.answers(() => {
    if (broken > 0) return { json: profileOf() }
    broken += 1
    return (_, socket) => socket.destroy()
  })
  const found = await portal.findPlayer({ uuid: STEVE })

  assert.deepEqual([found?.username, broken, site.asked.length], ['Steve', 1, 3])
})

test('a sign-in is never sent twice', async () => {
  await using site = await openStandIn(() => ({ json: profileOf() }))
  const portal = openLibrary(site)
  await portal.findPlayer({ uuid: STEVE })
  site.answers(() => (_, socket) => socket.destroy())

  await assert.rejects(portal.signIn().authenticate({ login: 'Steve', password: 'p' }))

  assert.deepEqual(site.paths(), [`user?uuid=${STEVE}`, 'authenticate'])
})
