import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { banPlayer } from '../../server/src/admin/bans/ban-player.ts'
import { siteTest } from '../../server/test/support/site.ts'
import { waitUntil } from '../../server/test/support/wait-until.ts'
import { BY_OWNER, listen, newKey } from './real-site.ts'
import { ALEX, openLibrary, openStandIn, profileOf, refusal, STEVE } from './stand-in-site.ts'

siteTest('the event stream reports a ban before the cached profile expires', async (site) => {
  const steve = await site.player('Steve')
  const url = await listen(site)
  const { secret } = await newKey(site)
  const portal = openLibrary({ url }, { apiKey: secret, cacheTTL: '1h' })
  portal.listen()
  const isBanned = async () => (await portal.findPlayer({ uuid: steve.id }))?.banned === true

  const before = await isBanned()
  await banPlayer(site.app, BY_OWNER, steve.id, { reason: '', expiresAt: null })
  await waitUntil(isBanned)

  assert.equal(before, false)
  portal.close()
})

test('an event about a player removes only that player from the caches', async () => {
  const streams = openStreams()
  await using site = await openStandIn(({ path, body }) => {
    if (path === 'events') return streams.answer
    const isAlex = body.includes('Alex') || path.includes(ALEX)
    return { json: isAlex ? profileOf({ uuid: ALEX, username: 'Alex' }) : profileOf() }
  })
  const portal = openLibrary(site)
  portal.listen()
  await waitUntil(() => streams.opened.length === 1)
  const [steve, alex] = ['Steve', 'Alex'].map((login) => ({
    login,
    password: 'correct horse',
    code: '123456',
  }))
  await signIn(steve)
  await signIn(alex)
  const requests = () => site.paths().filter((path) => path !== 'events').length
  const before = requests()

  streams.send(1, 'session.opened', ALEX)
  streams.send(2, 'player.password_changed', STEVE)
  await waitUntil(async () => {
    await portal.findPlayer({ uuid: STEVE })
    return requests() === before + 1
  })
  await portal.findPlayer({ uuid: ALEX })
  await signIn(alex)
  const ofAlex = requests() - before
  await signIn(steve)

  assert.deepEqual([ofAlex, requests() - before], [1, 2])
  portal.close()

  function signIn(who: (typeof steve | typeof alex) | undefined) {
    return portal.signIn().authenticate(who ?? { login: '', password: '' })
  }
})

test('a profile requested before a change is not cached after the event of that change', async () => {
  const streams = openStreams()
  const held = Promise.withResolvers<void>()
  await using site = await openStandIn(async ({ path }) => {
    if (path === 'events') return streams.answer
    const isFirst = site.paths().filter((one) => one !== 'events').length === 1
    if (isFirst) await held.promise
    return { json: profileOf({ banned: !isFirst }) }
  })
  const portal = openLibrary(site)
  portal.listen()
  await waitUntil(() => streams.opened.length === 1)

  const first = portal.findPlayer({ uuid: STEVE })
  await waitUntil(() => site.paths().length === 2)
  streams.send(1, 'player.banned', STEVE)
  const afterChange = await untilBanned()
  held.resolve()
  const old = await first
  const later = await portal.findPlayer({ uuid: STEVE })

  assert.deepEqual([old?.banned, afterChange, later?.banned], [false, true, true])
  portal.close()

  async function untilBanned(): Promise<boolean | undefined> {
    let banned: boolean | undefined
    await waitUntil(async () => {
      const answer = await Promise.race([portal.findPlayer({ uuid: STEVE }), pause()])
      banned = answer?.banned
      return banned === true
    })
    return banned
  }
})

test('an event stream resumes after the last event it received', async () => {
  const streams = openStreams()
  const positions: unknown[] = []
  await using site = await openStandIn(({ path, headers }) => {
    if (path !== 'events') return { json: profileOf() }
    positions.push(headers['last-event-id'])
    return positions.length === 3 ? refusal(410, 'events.gone') : streams.answer
  })
  const portal = openLibrary(site)
  await portal.findPlayer({ uuid: STEVE })
  portal.listen()
  await waitUntil(() => streams.opened.length === 1)
  streams.send(7, 'news.published')
  streams.end()
  await waitUntil(() => streams.opened.length === 2)
  streams.end()
  await waitUntil(() => streams.opened.length === 3)

  await portal.findPlayer({ uuid: STEVE })

  assert.deepEqual(positions, [undefined, '7', '7', undefined])
  assert.equal(site.paths().filter((path) => path !== 'events').length, 2)
  portal.close()
})

test('profiles are cached even if the site has no event stream', async () => {
  await using site = await openStandIn(({ path }) =>
    path === 'events' ? refusal(404, 'request.notfound') : { json: profileOf() },
  )
  const portal = openLibrary(site)
  portal.listen()
  await waitUntil(() => site.paths().includes('events'))

  await portal.findPlayer({ uuid: STEVE })
  await portal.findPlayer({ uuid: STEVE })

  assert.equal(site.paths().filter((path) => path !== 'events').length, 1)
  portal.close()
})

/** Keeps the event streams of a stand-in site, and sends events to them. */
function openStreams() {
  const opened: ServerResponse[] = []
  return {
    opened,
    answer(response: ServerResponse): void {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('retry: 1000\n\n')
      opened.push(response)
    },
    send(id: number, type: string, uuid?: string): void {
      const data = JSON.stringify({ type, data: { ...(uuid && { player: { uuid } }) } })
      opened.at(-1)?.write(`id: ${id}\nevent: ${type}\ndata: ${data}\n\n`)
    },
    end: () => void opened.at(-1)?.end(),
  }
}

function pause(): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, 50, undefined))
}
