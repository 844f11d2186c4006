import assert from 'node:assert/strict'
import { type Endpoint, endpoints } from '@portal/contract'
import { changeSetting } from '../../../src/admin/settings/change-setting.ts'
import { BY_OWNER } from '../../sign-in/sign-in-surfaces.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openGame, openSteve, turnOn } from './game-player.ts'

const ALI = 'x-authlib-injector-api-location'
const rows: Endpoint[] = Object.values(endpoints)
const HTML = { accept: 'text/html' }

sqliteTest(
  'while Yggdrasil is off, every path and method below its prefix returns 404',
  async (site) => {
    const paths = rows.flatMap(({ protocol: dialect, path }) =>
      dialect === 'yggdrasil' ? [path] : [],
    )
    const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
    const asked = [...paths, '/yggdrasil', '/yggdrasil/nothing'].flatMap((path) =>
      methods.map((method) => ({ method, path: path.replace(/:\w+/g, 'x') })),
    )

    const replies = await Promise.all(
      asked.map(({ method, path }) => site.browser().send(method, path)),
    )

    assert.ok(paths.length >= 12)
    assert.deepEqual(
      replies.map(({ status, headers }) => [status, headers[ALI], headers.allow]),
      asked.map(() => [404, undefined, undefined]),
    )
  },
)

sqliteTest('game sessions survive while Yggdrasil is off and work afterwards', async (site) => {
  const { game, signedIn } = await openSteve(site)
  const { accessToken } = signedIn.body

  await changeSetting(site.app, BY_OWNER, { name: 'yggdrasil', text: 'off' })
  const off = await game.validate({ accessToken })
  await turnOn(site)
  const on = await game.validate({ accessToken })

  assert.deepEqual([off.status, on.status], [404, 204])
})

sqliteTest(
  'while Yggdrasil is on, pages and API responses carry its location header',
  async (site) => {
    const ask = async () =>
      Promise.all([
        site.browser().get('/', HTML),
        site.browser().get('/login', HTML),
        site.browser().get('/nothing', HTML),
        openGame(site).ask(''),
        openGame(site).ask('nothing'),
        openGame(site).refresh({}),
        site.browser().get('/yggdrasil'),
        site.browser().get('/config'),
      ])
    const told = async () => (await ask()).map(({ headers }) => headers[ALI])

    const before = await told()
    await turnOn(site)
    const after = await told()

    assert.deepEqual(before, Array(8).fill(undefined))
    assert.deepEqual(after, [...Array(7).fill('/yggdrasil/'), undefined])
  },
)

sqliteTest(
  'the Yggdrasil root document has what launchers and game servers need',
  async (site) => {
    await turnOn(site)
    const game = openGame(site)

    const { body } = await game.ask('')
    await changeSetting(site.app, BY_OWNER, { name: 'registrationOpen', text: 'off' })
    const closed = (await game.ask('')).body

    const { signaturePublickey: _, ...rest } = body
    assert.deepEqual(rest, {
      meta: {
        serverName: 'Portal',
        implementationName: 'portal',
        implementationVersion: site.app.version,
        links: {
          homepage: 'https://play.example.org:8443/',
          register: 'https://play.example.org:8443/register',
        },
        'feature.enable_profile_key': true,
        'feature.non_email_login': true,
        'feature.no_mojang_namespace': true,
      },
      serverRoutes: {
        'api.mojang.com': 'play.example.org:8443/yggdrasil/api',
        'authserver.mojang.com': 'play.example.org:8443/yggdrasil/authserver',
        'sessionserver.mojang.com': 'play.example.org:8443/yggdrasil/sessionserver',
        'api.minecraftservices.com': 'play.example.org:8443/yggdrasil/minecraftservices',
      },
      skinDomains: ['play.example.org'],
    })
    assert.deepEqual(closed.meta.links, { homepage: 'https://play.example.org:8443/' })
  },
  { env: { PUBLIC_URL: 'https://play.example.org:8443' } },
)

sqliteTest(
  'an invalid Yggdrasil request is refused in the format of the protocol',
  async (site) => {
    await turnOn(site)
    const game = openGame(site)
    const browser = site.browser()

    const replies = [
      await game.ask('nothing'),
      await browser.get('/yggdrasil/authserver/authenticate'),
      await browser.post('/yggdrasil/authserver/authenticate', '{'),
      await browser.post('/yggdrasil/authserver/authenticate', 'x', {
        'content-type': 'text/plain',
      }),
      await game.authenticate('Steve', 'x'.repeat(70_000)),
      await game.validate({}),
    ]

    assert.deepEqual(
      replies.map(({ status, body }) => [status, body.error, typeof body.errorMessage]),
      [
        [404, 'Not Found', 'string'],
        [405, 'Method Not Allowed', 'string'],
        [400, 'IllegalArgumentException', 'string'],
        [415, 'Unsupported Media Type', 'string'],
        [413, 'Content Too Large', 'string'],
        [400, 'IllegalArgumentException', 'string'],
      ],
    )
  },
)
