import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, MISBEHAVIOURS, openStubServer } from '../../../test/support/stub-server.ts'
import { openLog } from '../log.ts'
import { systemRandom } from '../random.ts'
import { previousSite, readAnswer } from './previous-site.ts'

const log = openLog('debug', { write: () => undefined })
const config = { allowPrivateHosts: ['127.0.0.1'] }
const app = { log, clock: { now: () => 0 }, random: systemRandom, config }
const isHere = async () => false
const GUESS = { login: 'Steve', password: 'päss "word" \\' }

test('the request to the previous site is a login and a password as JSON', async () => {
  let asked: unknown
  await using server = await openStubServer(async (request, response) => {
    const { method, url, headers } = request
    asked = [method, url, headers['content-type'], JSON.parse(await bodyOf(request))]
    response.end('\uFEFF{"ok":true,"username":"Steve","email":null,"more":[1]}')
  })
  const imported: string[] = []

  await previousSite(app).verify(`${server.url}/portal.php?a=b`, GUESS, {
    isHere,
    async migrate({ username }) {
      imported.push(username)
      return true
    },
  })

  assert.deepEqual(asked, ['POST', '/portal.php?a=b', 'application/json', GUESS])
  assert.deepEqual(imported, ['Steve'])
})

test('a previous site with a private address is called only if ALLOW_PRIVATE_HOSTS names it', async () => {
  await using server = await openStubServer((_request, response) =>
    response.end('{"ok":true,"username":"Steve"}'),
  )
  const { port } = new URL(server.url)
  const site = previousSite({ ...app, config: { allowPrivateHosts: [] } })
  const urls = [
    server.url,
    `https://127.0.0.1:${port}`,
    `https://localhost:${port}`,
    `https://[::ffff:127.0.0.1]:${port}`,
  ]

  for (const url of urls) {
    await site.verify(url, GUESS, {
      isHere,
      migrate: async () => assert.fail('a player was imported'),
    })
  }

  assert.deepEqual(site.counts(), { yes: 0, no: 0, failure: 4, skipped: 0 })
  assert.equal(server.received().length, 0)
})

const more: typeof MISBEHAVIOURS = {
  'sends elsewhere': (_request, response) => {
    response.writeHead(302, { location: '/yes' }).end('{"ok":true,"username":"Steve"}')
  },
  'says yes with 403': (_request, response) => {
    response.writeHead(403).end('{"ok":true,"username":"Steve"}')
  },
}

for (const [what, answer] of Object.entries({ ...MISBEHAVIOURS, ...more })) {
  test(`no player is imported from a previous site that ${what}`, async () => {
    await using server = await openStubServer(answer)
    const silent = /nothing|stops/.test(what)
    const site = previousSite(app, { budget: silent ? 60 : 60_000 })

    await site.verify(server.url, GUESS, {
      isHere,
      migrate: async () => assert.fail('a player was imported'),
    })

    assert.deepEqual(site.counts(), { yes: 0, no: 0, failure: 1, skipped: 0 })
  })
}

test('a response of the previous site in an undocumented form is not accepted', () => {
  const read = (status: number, answer: unknown) => {
    try {
      return readAnswer({ status, text: JSON.stringify(answer) }).ok
    } catch {
      return undefined
    }
  }
  const yes = { ok: true, username: 'Steve' }

  const answers = [
    [read(200, yes), read(200, { ...yes, email: 'a@b.example', uuid: null })],
    [read(200, { ok: false }), read(401, { ok: false }), read(404, { ok: false })],
    [read(201, yes), read(500, yes), read(200, { ok: 'true', username: 'Steve' })],
    [read(200, { ok: true }), read(200, { ...yes, email: 7 }), read(200, { ok: 1, username: 'a' })],
    [read(429, { ok: false }), read(503, { ok: false }), read(200, [yes]), read(200, null)],
  ]

  assert.deepEqual(answers, [
    [true, true],
    [false, false, false],
    Array(3).fill(undefined),
    Array(3).fill(undefined),
    Array(4).fill(undefined),
  ])
})
