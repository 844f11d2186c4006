import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { openAuroraServer } from './aurora-server.ts'
import { type Asked, nobody, openStandIn, profileOf, refusal, STEVE } from './stand-in-site.ts'

process.env.LANG = 'C' // used until the site reports its language

const skin = { url: 'https://site/textures/a', slim: true }
const cape = { url: 'https://site/textures/b' }
const steve = { json: profileOf({ textures: { skin, cape } }) }
const textures = { skinUrl: skin.url, isAlex: true, capeUrl: cape.url }

function answer({ path, body }: Asked) {
  if (path === '/config') return { json: { defaultLanguage: 'en' } }
  if (path !== 'authenticate') return /Steve|1111/i.test(path) ? steve : nobody
  const { password, totp } = JSON.parse(body)
  if (password !== 'right') return refusal(401, 'auth.wrongpassword')
  return totp === '123456' ? steve : refusal(401, 'auth.require2fa')
}

test('AuroraLauncher players sign in at the site and enter its game servers', async () => {
  await using site = await openStandIn(answer)
  const { provider, loaded } = await openAuroraServer({ url: site.url, apiKey: 'key' })

  const credentials = { username: 'steve', password: 'right:123456', clientToken: 'mine' }
  const { accessToken, clientToken, selectedProfile } = await provider.authenticate(credentials)
  const joined = await provider.join(accessToken, STEVE.replaceAll('-', ''), 'server-1')
  const entered = await provider.hasJoined('Steve', 'server-1')

  assert.deepEqual(loaded, ['portal'])
  assert.deepEqual([clientToken, selectedProfile], ['mine', { id: STEVE, name: 'Steve' }])
  assert.equal(joined, true)
  assert.deepEqual(entered, { userUUID: STEVE, ...textures })
})

test('AuroraLauncher refuses a join with another player’s token, name or server', async () => {
  await using site = await openStandIn(answer)
  const { provider } = await openAuroraServer({ url: site.url, apiKey: 'key' })
  const { accessToken } = await provider.authenticate({ username: 's', password: 'right:123456' })
  const other = 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'

  assert.equal(await provider.join('guessed', STEVE, 'server-1'), false)
  assert.equal(await provider.join(accessToken, other, 'server-1'), false)
  assert.equal(await provider.join(accessToken, 'nonsense', 'server-1'), false)
  await assert.rejects(provider.hasJoined('Steve', 'server-1'), /sign in again/)
  await provider.join(accessToken, STEVE, 'server-1')
  await assert.rejects(provider.hasJoined('Steve', 'server-2'), /sign in again/)
  await assert.rejects(provider.hasJoined('Alex', 'server-1'), /sign in again/)
})

test('AuroraLauncher refreshes, validates and closes a session', async () => {
  await using site = await openStandIn(answer)
  const { provider } = await openAuroraServer({ url: site.url, apiKey: 'key' })
  const first = await provider.authenticate({ username: 's', password: 'right:123456' })

  const second = await provider.refresh(first)
  const validity = [
    await provider.validate(first),
    await provider.validate(second),
    await provider.validate({ ...second, clientToken: 'another' }),
  ]
  await provider.invalidate(second)

  assert.deepEqual(validity, [false, true, false])
  assert.equal(await provider.validate(second), false)
  await assert.rejects(provider.refresh(second), /sign in again/)
})

test('a player of AuroraLauncher gets the reason for a refused sign-in', async () => {
  await using site = await openStandIn(answer)
  const { provider } = await openAuroraServer({ url: site.url, apiKey: 'key' })
  const said = (password: string) =>
    provider.authenticate({ username: 'Steve', password }).catch((error: Error) => error.message)

  assert.match(await said('right'), /Type it after the password: password:123456/)
  assert.equal(await said('wrong'), 'Wrong username or password.')
  assert.equal(await said('wrong:123456'), 'Wrong username or password.')
  site.answers(() => refusal(403, 'auth.userblocked', { reason: 'griefing' }))
  assert.equal(await said('right'), 'This account is blocked: griefing')
})

test('an RPC client of AuroraLauncher gets the reason for a refused sign-in', async () => {
  await using site = await openStandIn(answer)
  const { rpc } = await openAuroraServer({ url: site.url, apiKey: 'key' })
  const said = (message: string) => ({ error: { code: 100, message } })

  assert.deepEqual(await rpc('Steve', 'wrong'), said('Wrong username or password.'))
  site.answers(() => refusal(403, 'auth.userblocked', { reason: 'griefing' }))
  assert.deepEqual(await rpc('Steve', 'right'), said('This account is blocked: griefing'))
  await site.leave()
  assert.deepEqual(
    await rpc('Steve', 'right'),
    said('The site cannot be reached right now. Please try again later.'),
  )
})

test('AuroraLauncher shows errors in the language of the site', async () => {
  await using site = await openStandIn((asked) =>
    asked.path === '/config' ? { json: { defaultLanguage: 'ru' } } : answer(asked),
  )
  const { rpc } = await openAuroraServer({ url: site.url, apiKey: 'key' })
  const read = async () => JSON.stringify(await rpc('Steve', 'wrong'))

  await waitUntil(async () => (await read()).includes('Неверное имя пользователя или пароль.'))
})

test('a failed lookup of a player does not crash AuroraLauncher', async () => {
  await using site = await openStandIn(answer)
  const { http } = await openAuroraServer({ url: site.url, apiKey: 'key', cacheTTL: '0s' })

  const before = await http(['Steve', 'Nobody'])
  const nonsense = await http([null, 5, {}, ['Steve'], ''])
  await site.leave()
  const away = await http(['Steve', 'Nobody'])

  assert.deepEqual(before, { status: 200, json: [{ id: STEVE, name: 'Steve' }] })
  assert.deepEqual([nonsense, away], Array(2).fill({ status: 200, json: [] }))
})

test('AuroraLauncher accepts a password whose end looks like a 2FA code', async () => {
  await using site = await openStandIn(({ body }) =>
    /"right:123456"/.test(body) ? steve : refusal(401, 'auth.wrongpassword'),
  )
  const { provider } = await openAuroraServer({ url: site.url, apiKey: 'key' })

  const { selectedProfile } = await provider.authenticate({
    username: 'Steve',
    password: 'right:123456',
  })

  assert.equal(selectedProfile.id, STEVE)
})

test('a player banned after the sign-in cannot join a server', async () => {
  await using site = await openStandIn(answer)
  const settings = { url: site.url, apiKey: 'key', cacheTTL: '0s' }
  const { provider } = await openAuroraServer(settings)
  const { accessToken } = await provider.authenticate({ username: 's', password: 'right:123456' })
  await provider.join(accessToken, STEVE, 'server-1')

  site.answers(() => ({ json: profileOf({ banned: true }) }))

  await assert.rejects(provider.hasJoined('Steve', 'server-1'), /blocked/)
})

test('a player who joined enters without a skin while the site is unreachable', async () => {
  await using site = await openStandIn(answer)
  const settings = { url: site.url, apiKey: 'key', cacheTTL: '0s' }
  const { provider } = await openAuroraServer(settings)
  const { accessToken } = await provider.authenticate({ username: 's', password: 'right:123456' })
  await provider.join(accessToken, STEVE, 'server-1')

  await site.leave()

  assert.deepEqual(await provider.hasJoined('Steve', 'server-1'), { userUUID: STEVE })
})

test('a player last seen banned cannot join while the site is unreachable', async () => {
  await using site = await openStandIn(answer)
  const settings = { url: site.url, apiKey: 'key', cacheTTL: '0s' }
  const { provider } = await openAuroraServer(settings)
  const { accessToken } = await provider.authenticate({ username: 's', password: 'right:123456' })
  await provider.join(accessToken, STEVE, 'server-1')
  site.answers(() => ({ json: profileOf({ banned: true }) }))
  await provider.profile(STEVE)

  await site.leave()

  await assert.rejects(provider.hasJoined('Steve', 'server-1'), /blocked/)
})

test('profiles are found by UUID and by name', async () => {
  await using site = await openStandIn(answer)
  const { provider } = await openAuroraServer({ url: site.url, apiKey: 'key' })

  assert.deepEqual(await provider.profile(STEVE), { username: 'Steve', ...textures })
  assert.deepEqual(await provider.profiles(['Steve', 'Nobody', STEVE]), [
    { id: STEVE, name: 'Steve' },
    { id: STEVE, name: 'Steve' },
  ])
  await assert.rejects(provider.profile('aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'), /no such player/)
})

test('players can sign in at the previous generation of AuroraLauncher', async () => {
  await using site = await openStandIn(answer)
  const settings = { url: site.url, apiKey: 'key' }
  const { provider } = await openAuroraServer(settings, '_AuthProvider')

  const { accessToken, token, ...player } = await provider.auth('Steve', 'right:123456')

  assert.equal(token, accessToken)
  assert.deepEqual(player, { username: 'Steve', userUUID: STEVE, ...textures })
  assert.equal((await provider.privileges(accessToken)).multiplayerServer, true)
})

const unusable: [string, object | string, RegExp][] = [
  ['are missing', '', /^url is missing/],
  ['are not JSON', '{', /not valid JSON/],
  ['are invalid', { url: 'x', apiKey: 'key' }, /^url is "x"/],
]
for (const [name, settings, message] of unusable) {
  test(`AuroraLauncher refuses every sign-in if the settings ${name}`, async () => {
    const { provider, loaded, errors } = await openAuroraServer(settings)

    assert.deepEqual(loaded, [])
    assert.match(errors[0] ?? '', message)
    assert.throws(() => provider.authenticate({}), /Auth rejected/)
  })
}
