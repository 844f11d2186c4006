import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openHost } from './host.ts'
import { type Answer, openStandIn, profileOf, refusal, STEVE } from './stand-in-site.ts'

const UNAVAILABLE = 14
const FAILED_PRECONDITION = 9
const RESOURCE_EXHAUSTED = 8
const PERMISSION_DENIED = 7

const AWAY = [UNAVAILABLE, 'The site cannot be reached right now. Please try again later.']

/** The only fault that the module detects by its timeout, so the test of this fault sets a short timeout. */
const TOO_SLOW = 'is too slow'

const troubles: [string, Answer, unknown][] = [
  ['breaks connections', (_, socket) => socket.destroy(), AWAY],
  [TOO_SLOW, () => undefined, AWAY],
  ['answers 500', { status: 500, json: { error: 'internal' } }, AWAY],
  ['sends HTML', (response) => response.end('<html>'), AWAY],
  ['sends half a body', (response) => response.end('{"uuid":'), AWAY],
  [
    'refuses the key',
    refusal(401, 'auth.invalidkey'),
    [
      FAILED_PRECONDITION,
      'The site refuses the key of this launcher server (auth.invalidkey). Please tell the administrator.',
    ],
  ],
  [
    'does not trust the address',
    refusal(403, 'auth.untrustedaddress'),
    [
      FAILED_PRECONDITION,
      'The site refuses the key of this launcher server (auth.untrustedaddress). Please tell the administrator.',
    ],
  ],
  [
    'requires a pause',
    { status: 429, headers: { 'retry-after': '7' }, json: { error: 'auth.toomanyattempts' } },
    [RESOURCE_EXHAUSTED, 'Too many attempts. Please try again in 7 s.'],
  ],
  [
    'refuses unexpectedly',
    refusal(400, 'request.invalid'),
    [PERMISSION_DENIED, 'The site refused this: request.invalid.'],
  ],
]
for (const [name, answer, expected] of troubles) {
  test(`over gRPC, every provider reports the failure if the site ${name}`, async () => {
    await using site = await openStandIn(() => answer)
    const timeout = name === TOO_SLOW ? '300ms' : '1m'
    const settings = { url: site.url, apiKey: 'key', timeout }
    await using host = await openHost({ config: { portal: settings } })
    const { portal } = host
    const failure = (work: Promise<unknown>) =>
      work.catch((error: { code: number; details: string }) => [error.code, error.details])

    const [signIn, skin, access, news] = await Promise.all([
      portal
        .open('auth')
        .then((handle) =>
          failure(portal.call('Authenticate', { handle, username: 'Steve', password: 'p' })),
        ),
      portal
        .open('skin')
        .then((handle) => failure(portal.call('Textures', { handle, uuid: STEVE }))),
      portal
        .open('access')
        .then((handle) =>
          failure(portal.call('Allows', { handle, build: 'b', subject: { uuid: STEVE } })),
        ),
      portal.open('news').then((handle) => failure(portal.call('NewsItems', { handle }))),
    ])

    assert.deepEqual([signIn, skin, access, news], [expected, expected, expected, expected])
  })
}

test('a player sees the reason for a ban, whatever characters it contains', async () => {
  const reason = `100% читер\n"Ник" \ud800 ${'я'.repeat(1000)}`
  await using site = await openStandIn(() => refusal(403, 'auth.userblocked', { reason }))
  await using host = await openHost({ config: { portal: { url: site.url, apiKey: 'key' } } })
  const handle = await host.portal.open('auth')

  const refused = host.portal.call('Authenticate', { handle, username: 'S', password: 'p' })

  const shown = reason.slice(0, 300).replace('\ud800', '\ufffd')
  await assert.rejects(refused, { details: `This account is blocked: ${shown}` })
})

test('a refusal code that the module does not know is shown unchanged', async () => {
  await using site = await openStandIn(() => refusal(400, '\ud800\n%'))
  await using host = await openHost({ config: { portal: { url: site.url, apiKey: 'key' } } })
  const handle = await host.portal.open('news')

  await assert.rejects(host.portal.call('NewsItems', { handle }), {
    code: PERMISSION_DENIED,
    details: 'The site refused this: \ufffd\n%.',
  })
})

test('a time too late for 64-bit nanoseconds is sent as the latest possible time', async () => {
  const item = {
    id: '1',
    title: 'Far',
    body: '',
    link: '',
    publishedAt: '9999-12-31T23:59:59.999Z',
  }
  const early = { ...item, publishedAt: '1969-12-31T23:59:59.999Z' }
  await using site = await openStandIn(({ path }) => ({
    json: path === 'news' ? { items: [item, early] } : profileOf(),
  }))
  await using host = await openHost({ config: { portal: { url: site.url, apiKey: 'key' } } })
  const handle = await host.portal.open('news')

  const { items } = await host.portal.call('NewsItems', { handle })

  assert.deepEqual(
    items.map((news: { published_at_unix_nanos: string }) => news.published_at_unix_nanos),
    ['9223372036854775807', '-1000000'],
  )
})
