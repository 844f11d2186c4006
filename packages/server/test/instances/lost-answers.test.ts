import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcome, type Reply } from '../support/browser.ts'
import { register, send, startPair } from './pair.ts'

const REFRESHES = 12

test('a player who repeats refreshes stays signed in while database responses are lost', async () => {
  await using pair = await startPair({}, { wired: true })
  const players = await Promise.all(
    Array.from({ length: 8 }, (_, turn) => register(pair, `Player_${turn}`, turn + 2)),
  )
  const replies: Reply[] = []
  /** Refreshes as a page does, alternating between the two processes. */
  const chain = async ({ body }: Reply, from: number): Promise<string> => {
    let refresh_token: string = body.refreshToken
    for (let turn = from, done = 0; done < REFRESHES; turn += 1) {
      const { port } = pair.servers[turn % 2] ?? pair.servers[0]
      const what = { method: 'POST', path: '/auth/refresh', body: { refresh_token } }
      const reply = await send(port, what)
      replies.push(reply)
      if (reply.status === 503) continue
      if (reply.status !== 200) return outcome(reply)
      refresh_token = reply.body.refreshToken
      done += 1
    }
    return 'signed in'
  }

  pair.wire.loseResponses(7)
  const ends = await Promise.all(players.map(chain))
  pair.wire.thaw()

  assert.deepEqual(
    ends,
    players.map(() => 'signed in'),
  )
  assert.ok(replies.some(({ status }) => status === 503))
  const counters = await pair.db.selectFrom('session').select('counter').execute()
  assert.deepEqual(
    counters.map(({ counter }) => counter),
    players.map(() => REFRESHES), // each refresh was made once
  )
  const told = await pair.db.selectFrom('outbox').select('kind').execute()
  assert.deepEqual(
    told.filter(({ kind }) => kind === 'token-reused'),
    [],
  )
})
