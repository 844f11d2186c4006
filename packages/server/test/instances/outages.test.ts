import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, outcome, type Reply, tally } from '../support/browser.ts'
import type { Server } from '../support/server-process.ts'
import { waitUntil } from '../support/wait-until.ts'
import { register, send, startPair } from './pair.ts'

test('after kill -9, the other process has every acknowledged change', async () => {
  await using pair = await startPair()
  const [first, second] = pair.servers
  const run = await runOf(first)
  const answered: Reply[] = []
  const others: Reply[] = []
  const work = async (worker: number): Promise<void> => {
    for (let turn = 0; answered.length < 60; turn += 1) {
      const visitor = 2 + worker * 30 + (turn >> 2) // each address may register five players an hour
      const reply = await register(pair, `Player_${worker}_${turn}`, visitor)
      if (reply.status === 201) answered.push(reply)
      else others.push(reply)
      const isOfFirst = String(reply.headers['x-request-id']).startsWith(run)
      if (answered.length >= 20 && isOfFirst) first.kill('SIGKILL') // as soon as it has responded
    }
  }

  await Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)))
  const kept = await Promise.all(
    answered.map(({ body }) => {
      return second.send('POST', '/auth/refresh', { refresh_token: body.refreshToken })
    }),
  )

  assert.ok(first.hasEnded())
  assert.deepEqual(
    kept.map(({ status }) => status),
    answered.map(() => 200),
  )
  // A request that was received without a response is not repeated: it may have been executed.
  assert.deepEqual(
    others.map(({ status }) => status),
    others.map(() => 502),
  )
})

test('replacing the instances one after the other refuses no request', async () => {
  await using pair = await startPair({ SHUTDOWN_DELAY: '3s' })
  const players = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => register(pair, `Player_${turn}`, turn + 2)),
  )
  let isOver = false
  const replies: Reply[] = []
  let leavingPort = 0
  const use = async (player: Reply, turn: number): Promise<void> => {
    let { accessToken, refreshToken } = player.body
    while (!isOver) {
      const read = await pair.door({
        path: '/auth/me',
        headers: bearer(accessToken),
        visitor: turn + 2,
      })
      // Chooses a ready server, as a balancer that checks /health/ready does. nginx could send a POST
      // to a server that is stopping, and lose it.
      const [ready] = pair.servers.filter(({ port }) => port !== leavingPort)
      const body = { refresh_token: refreshToken }
      const renewed = await send(ready?.port ?? 0, { method: 'POST', path: '/auth/refresh', body })
      replies.push(read, renewed)
      if (renewed.status === 200) ({ accessToken, refreshToken } = renewed.body)
    }
  }
  const traffic = players.map(use)

  const late: unknown[] = []
  for (const which of [0, 1] as const) {
    const leaving = pair.servers[which]
    leaving.kill('SIGTERM')
    await waitUntil(async () => (await leaving.send('GET', '/health/ready')).status === 503)
    leavingPort = leaving.port
    const served = await leaving.send('GET', '/config')
    late.push(served.status, served.headers.get('connection'))
    await leaving.ended()
    await pair.restart(which)
  }
  isOver = true
  await Promise.all(traffic)

  assert.deepEqual(late, [200, 'close', 200, 'close'])
  assert.ok(replies.length > 20)
  assert.deepEqual(Object.keys(tally(replies)), ['200'])
})

test('both processes recover by themselves after a database outage', async () => {
  await using pair = await startPair({}, { wired: true })
  const steve = (await register(pair, 'Steve')).body
  const ask = (visitor: number) =>
    Promise.all([
      pair.door({ path: '/auth/me', headers: bearer(steve.accessToken), visitor }),
      pair.door({
        method: 'POST',
        path: '/auth/sessions/me',
        headers: bearer(steve.accessToken),
        visitor,
      }),
      pair.door({ path: '/health/ready', visitor }),
    ])

  await pair.wire.cut()
  const away = [...(await ask(2)), ...(await ask(3)), await register(pair, 'Alex')]
  const live = await Promise.all(pair.servers.map((one) => one.send('GET', '/health/live')))
  await pair.wire.restore()
  const back = [...(await ask(2)), ...(await ask(3))]
  const alex = await register(pair, 'Alex')

  assert.deepEqual(tally(away), { '503 unavailable': 7 })
  for (const { headers } of away) assert.equal(headers['retry-after'], '5')
  assert.deepEqual(
    live.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual(tally(back), { '200': 6 })
  assert.equal(outcome(alex), '201')
})

test('a frozen database blocks no request forever', async () => {
  await using pair = await startPair({}, { wired: true })
  const steve = (await register(pair, 'Steve')).body
  const ask = () => pair.door({ path: '/auth/me', headers: bearer(steve.accessToken) })
  const atOnce = () => Promise.all(Array.from({ length: 30 }, ask))
  await atOnce() // the maximum number of connections

  pair.wire.freeze()
  const silent = atOnce()
  const live = await Promise.all(pair.servers.map((one) => one.send('GET', '/health/live')))
  const answers = await silent
  pair.wire.thaw()
  const isReady = async ({ send }: Server) => (await send('GET', '/health/ready')).status === 200
  for (const server of pair.servers) await waitUntil(() => isReady(server))
  const back = await atOnce()

  assert.deepEqual(
    live.map(({ status }) => status),
    [200, 200],
  )
  assert.deepEqual(tally(answers), { '503 unavailable': 30 })
  assert.deepEqual(tally(back), { '200': 30 })
})

/** Returns the prefix that all request ids of a process have. */
async function runOf({ send }: Server): Promise<string> {
  const { headers } = await send('GET', '/health/live')
  return headers.get('x-request-id')?.slice(0, 8) ?? ''
}
