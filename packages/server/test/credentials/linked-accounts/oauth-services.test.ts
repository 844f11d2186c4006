import assert from 'node:assert/strict'
import { outcome } from '../../support/browser.ts'
import type { Site } from '../../support/site.ts'
import { type OpenService, openService, type Published, SERVICES } from './oauth-services.ts'
import { type Outside, sqliteOutsideTest } from './outside.ts'
import { answerIn, beginLink, finishLink, ownerWithProvider } from './with-identity.ts'

function providerOf({ kind }: Published) {
  return {
    slug: kind,
    kind,
    name: kind.toUpperCase(),
    clientId: 'app',
    clientSecret: 'secret',
    trusted: false,
    enabled: true,
  }
}

async function linkedSteve(site: Site, published: Published, service: OpenService) {
  await ownerWithProvider(site, providerOf(published))
  const steve = await site.player('Steve')
  const { body } = await beginLink(steve, published.kind)
  const linked = await finishLink(steve, service.visit(body.url), published.kind)
  return { ...steve, url: String(body.url), linked }
}

async function logIn(
  site: Site,
  { kind }: Published,
  service: OpenService,
  twist: Record<string, string> = {},
  change = (back: URL) => back,
) {
  const browser = site.browser()
  const { body } = await browser.post(`/auth/identity/${kind}/options`)
  const back = change(service.visit(body.url, twist))
  return browser.post(`/auth/identity/${kind}/login`, answerIn(back))
}

for (const published of SERVICES) {
  const { kind } = published
  const serviceTest = (
    name: string,
    run: (site: Site, service: OpenService, outside: Outside) => Promise<void>,
  ) =>
    sqliteOutsideTest(`${kind}: ${name}`, async (site, outside) => {
      await using service = await openService(outside, published)
      await run(site, service, outside)
    })

  serviceTest(
    'an account is linked and signs in by the provider’s documented steps',
    async (site, service) => {
      const steve = await linkedSteve(site, published, service)

      const reply = await logIn(site, published, service)

      assert.equal(steve.url.startsWith(`${published.authorize}?`), true)
      assert.equal(steve.linked.body.linked.name, published.name)
      assert.equal(reply.body.signedIn.user.uuid, steve.id)
      const [row] = await site.app.db.selectFrom('identity').select('subject').execute()
      assert.equal(row?.subject, published.subject)
    },
  )

  sqliteOutsideTest(
    `${kind}: an authorization code of another sign-in request is refused`,
    async (site, outside) => {
      await using service = await openService(outside, published)
      await linkedSteve(site, published, service)
      const { body } = await site.browser().post(`/auth/identity/${kind}/options`)
      const stolen = service.visit(body.url).searchParams.get('code') ?? ''

      const reply = await logIn(site, published, service, { code: stolen })

      assert.equal(outcome(reply), '400 identity.wrong')
    },
  )

  serviceTest('a provider response must contain exactly one code', async (site, service) => {
    await linkedSteve(site, published, service)

    const without = await logIn(site, published, service, {}, (back) => {
      back.searchParams.delete('code')
      return back
    })
    const twice = await logIn(site, published, service, {}, (back) => {
      back.searchParams.append('code', 'another')
      return back
    })

    assert.deepEqual([without, twice].map(outcome), Array(2).fill('400 identity.wrong'))
  })

  serviceTest(
    'a player who declines at the provider gets identity.cancelled',
    async (site, service) => {
      await linkedSteve(site, published, service)

      const reply = await logIn(site, published, service, { error: 'access_denied' })

      assert.equal(outcome(reply), '400 identity.cancelled')
    },
  )

  serviceTest('an unreachable provider signs in no player', async (site, service) => {
    const steve = await linkedSteve(site, published, service)
    const browser = site.browser()
    const { body } = await browser.post(`/auth/identity/${kind}/options`)
    const back = service.visit(body.url)
    service.leave()

    const reply = await browser.post(`/auth/identity/${kind}/login`, answerIn(back))

    assert.equal(outcome(reply), '503 identity.unavailable')
    assert.equal(browser.cookies.has('portal_refresh'), false)
    const sessions = await site.app.db.selectFrom('session').select('player_id').execute()
    assert.equal(sessions.filter(({ player_id }) => player_id === steve.id).length, 1)
  })

  const NOBODIES: object[] = [{}, [], { id: 1.5 }, { user: {} }, { user: { user_id: '' } }]
  serviceTest('a provider response without an account is refused', async (site, service) => {
    await linkedSteve(site, published, service)
    const outcomes: string[] = []
    for (const nobody of NOBODIES) {
      service.becomes(nobody)
      outcomes.push(outcome(await logIn(site, published, service)))
    }

    assert.deepEqual(
      outcomes,
      NOBODIES.map(() => '400 identity.wrong'),
    )
  })

  serviceTest('the provider test reports a wrong client secret', async (site, service) => {
    const notch = await ownerWithProvider(site, providerOf(published))
    const path = `/admin/identity-providers/${kind}`

    const good = await notch.send('POST', `${path}/test`)
    await notch.send('PATCH', path, { clientSecret: 'mistyped' })
    const bad = await notch.send('POST', `${path}/test`)
    service.leave()
    const away = await notch.send('POST', `${path}/test`)

    assert.deepEqual(good.body, { reached: true, reason: null })
    assert.match(bad.body.reason, /does not know this client id with this secret/)
    assert.match(away.body.reason, /no server at/)
  })
}

const [discord, yandex, vk] = SERVICES
if (!discord || !yandex || !vk) throw new Error('three services are tried')

sqliteOutsideTest('discord: a response of another issuer is refused', async (site, outside) => {
  await using service = await openService(outside, discord)
  await linkedSteve(site, discord, service)

  const reply = await logIn(site, discord, service, { iss: 'https://evil.example' })

  assert.equal(outcome(reply), '400 identity.wrong')
})

sqliteOutsideTest('yandex: a token of another application is refused', async (site, outside) => {
  await using service = await openService(outside, yandex)
  await linkedSteve(site, yandex, service)
  service.becomes({ ...yandex.user, client_id: 'another' })

  const reply = await logIn(site, yandex, service)

  assert.equal(outcome(reply), '400 identity.wrong')
})

sqliteOutsideTest(
  'vk: a response with another device or another account is refused',
  async (site, outside) => {
    await using service = await openService(outside, vk)
    await linkedSteve(site, vk, service)

    const other = await logIn(site, vk, service, { device_id: 'another' })
    const none = await logIn(site, vk, service, { device_id: '' })
    service.gives({ user_id: 42 })
    const strange = await logIn(site, vk, service)
    service.gives({ user_id: 1234567890 })
    const right = await logIn(site, vk, service)

    assert.deepEqual([other, none, strange, right].map(outcome), [
      ...Array(3).fill('400 identity.wrong'),
      '200',
    ])
  },
)
