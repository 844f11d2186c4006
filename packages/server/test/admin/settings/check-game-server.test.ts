import assert from 'node:assert/strict'
import { checkGameServer } from '../../../src/admin/settings/check-game-server.ts'
import { measureGameStatus } from '../../../src/platform/outbound/game-server-status.ts'
import { HERE } from '../../sign-in/previous-site.ts'
import { outcome, type Reply } from '../../support/browser.ts'
import { openGameServer, statusOf } from '../../support/game-server.ts'
import type { Site } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { openOwner, openStaff, type Staff } from '../../support/staff.ts'

const OFFLINE = { online: false, latency: null, players: null, most: null }

function check(staff: Staff, address: string): Promise<Reply> {
  return staff.post('/admin/settings/game-server', { address })
}

function openEditor(site: Site): Promise<Staff> {
  return openStaff(site, 'Alex', { nodes: ['panel.settings.edit'] })
}

sqliteTest(
  'the check of a game server returns its players and its latency',
  async (site) => {
    const alex = await openEditor(site)
    await using server = await openGameServer((socket) => void socket.write(statusOf(37, 100)))

    const { status, body } = await check(alex, `127.0.0.1:${server.port}`)

    const { latency, ...rest } = body
    assert.equal(status, 200)
    assert.deepEqual(rest, { online: true, players: 37, most: 100, trouble: null })
    assert.ok(Number.isInteger(latency) && latency >= 0)
  },
  { env: HERE },
)

sqliteTest(
  'the check of a game server reports why it does not respond',
  async (site) => {
    const alex = await openEditor(site)
    const closed = await openGameServer(() => undefined)
    await closed[Symbol.asyncDispose]()
    await using other = await openGameServer((socket) => socket.end('HTTP/1.1 400 Bad Request'))
    await using silent = await openGameServer(() => undefined)

    const refused = await check(alex, `127.0.0.1:${closed.port}`)
    const response = await check(alex, `127.0.0.1:${other.port}`)
    const measureGameServer = () => measureGameStatus(silent, { budget: 50, isAllowedInside: true })
    const timeout = await checkGameServer({ ...site.app, measureGameServer }, '127.0.0.1')

    assert.deepEqual(refused.body, { ...OFFLINE, trouble: 'refused' })
    assert.deepEqual(response.body, { ...OFFLINE, trouble: 'response' })
    assert.deepEqual(timeout, { ...OFFLINE, trouble: 'timeout' })
  },
  { env: HERE },
)

sqliteTest('a private game server is not checked before a superuser has saved it', async (site) => {
  const owner = await openOwner(site)
  const alex = await openEditor(site)
  await using server = await openGameServer((socket) => void socket.write(statusOf(3, 20)))
  const address = `127.0.0.1:${server.port}`

  const before = [await check(alex, address), await check(owner, address)]
  const callsBefore = server.calls()
  await owner.patch('/admin/settings', { gameServers: `Lobby ${address}` })
  const after = await check(alex, address)

  assert.deepEqual(
    before.map(({ body }) => body.trouble),
    ['inside', 'inside'],
  )
  assert.equal(callsBefore, 0)
  assert.equal(after.body.online, true)
})

sqliteTest(
  'the check of a game server does not reveal whether a name has a private address',
  async (site) => {
    const alex = await openEditor(site)
    await using server = await openGameServer((socket) => void socket.write(statusOf(3, 20)))
    await alex.patch('/admin/settings', { gameServers: `Lobby 127.1:${server.port}` })

    const inside = await check(alex, `127.1:${server.port}`)
    const missing = await check(alex, 'nothing.invalid:25565')

    assert.deepEqual(inside.body, { ...OFFLINE, trouble: 'address' })
    assert.deepEqual(missing.body, inside.body)
    assert.equal(server.calls(), 0)
  },
)

sqliteTest('only editors of the settings can check game servers', async (site) => {
  const alex = await openEditor(site)
  const zoe = await openStaff(site, 'Zoe', { nodes: ['panel.access', 'panel.players.*'] })

  const refused = await check(zoe, '10.0.0.5')
  const outcomes: string[] = []
  for (let call = 0; call < 61; call += 1) outcomes.push(outcome(await check(alex, '10.0.0.5')))

  assert.equal(outcome(refused), '403 auth.forbidden')
  assert.deepEqual([outcomes[59], outcomes[60]], ['200', '429 request.toomany'])
})

sqliteTest('a check of an invalid game server address is refused', async (site) => {
  const alex = await openEditor(site)

  for (const address of ['', 'a b', 'host:0', 'host:65536', 'http://host', 'a;b', 'a\nb']) {
    const { status, body } = await check(alex, address)
    assert.deepEqual([status, body.fields?.[0]?.field], [400, 'address'], address)
  }
})
