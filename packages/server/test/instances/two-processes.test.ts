import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, outcome, tally } from '../support/browser.ts'
import { runPortal, type Server } from '../support/server-process.ts'
import { type MailServer, openMailServer } from '../support/smtp.ts'
import { waitUntil } from '../support/wait-until.ts'
import { account, type Pair, refresh, register, startPair } from './pair.ts'

const JWKS = '/.well-known/jwks.json'

test('only one of many concurrent refreshes with one token through two processes succeeds', async () => {
  await using pair = await startPair()
  const steve = await register(pair, 'Steve')

  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, turn) => refresh(pair, steve.body.refreshToken, turn + 2)),
  )

  assert.deepEqual(tally(replies), { '200': 1, '401 auth.tokenreplaced': 19 })
})

test('two processes share the limit of sign-in attempts', async () => {
  await using pair = await startPair()

  const replies = await Promise.all(
    Array.from({ length: 70 }, () =>
      pair.door({ method: 'POST', path: '/auth/login', body: {}, visitor: 9 }),
    ),
  )

  assert.deepEqual(tally(replies), { '400 request.invalid': 60, '429 request.toomany': 10 })
})

test('a session that one process closed is invalid in the other at the next request', async () => {
  await using pair = await startPair()
  const [one, two] = pair.servers
  const steve = (await register(pair, 'Steve')).body
  const before = await two.send('GET', '/auth/me', undefined, bearer(steve.accessToken))

  const closed = await one.send(
    'DELETE',
    '/auth/sessions_all',
    undefined,
    bearer(steve.accessToken),
  )
  const refreshed = await two.send('POST', '/auth/refresh', { refresh_token: steve.refreshToken })

  assert.deepEqual([before.status, closed.status], [200, 204])
  assert.deepEqual([refreshed.status, refreshed.body.error], [401, 'auth.sessionexpired'])
})

test('commands for settings, keys and players affect both running processes', async () => {
  await using pair = await startPair()
  const [one, two] = pair.servers
  const steve = (await register(pair, 'Steve')).body
  const commands = [
    ['settings', 'set', 'siteName', 'The other side'],
    ['keys', 'rotate'],
    ['player', 'activate', 'Steve'],
    ['player', 'ban', 'Steve', '--reason', 'x-ray'],
  ]

  const ended = []
  for (const command of commands) ended.push((await runPortal(command, pair.env)).code)
  const refused = await refresh(pair, steve.refreshToken, 2)
  const follows = async ({ send }: Server): Promise<boolean> => {
    const [config, keys] = [await send('GET', '/config'), await send('GET', JWKS)]
    return config.body.siteName === 'The other side' && keys.body.keys.length === 2
  }
  for (const server of pair.servers) await waitUntil(() => follows(server))
  const alex = await one.send('POST', '/auth/register', account('Alex'))
  const seen = await two.send('GET', '/auth/me', undefined, bearer(alex.body.accessToken))

  assert.deepEqual(ended, [0, 0, 0, 0])
  assert.equal(outcome(refused), '401 auth.sessionexpired')
  assert.deepEqual([alex.status, seen.status], [201, 200])
})

test('each mail is sent once even if a process dies while sending it', async () => {
  await using smtp = await openMailServer()
  await using pair = await startPair({ SMTP_URL: smtp.url })
  const names = Array.from({ length: 12 }, (_, turn) => `Player_${turn}`)
  await Promise.all(names.map((name, turn) => register(pair, name, turn + 2)))
  await waitUntil(
    async () => smtp.arrived.length === names.length && (await waitingMails(pair)) === 0,
  )
  await end(pair, 1)
  smtp.mood = 'stalls'
  await register(pair, 'Herobrine', 99)
  await waitUntil(() => smtp.arrived.some(({ taken }) => !taken))

  await pair.restart(1)
  await end(pair, 0)
  smtp.mood = 'takes'
  const stillHeld = await waitingMails(pair)
  await pair.db.updateTable('outbox').set({ leased_until: 0 }).execute() // as if two minutes had passed
  await waitUntil(async () => (await waitingMails(pair)) === 0)

  const wanted = [...names, 'Herobrine'].map((name) => `${name}@example.org`).sort()
  assert.equal(stillHeld, 1)
  assert.deepEqual(takenBy(smtp), wanted)
})

async function end(pair: Pair, which: 0 | 1): Promise<void> {
  pair.servers[which].kill('SIGKILL')
  await pair.servers[which].ended()
}

async function waitingMails({ db }: Pair): Promise<number> {
  const waiting = await db.selectFrom('outbox').select('id').where('sent_at', 'is', null).execute()
  return waiting.length
}

/** Lists the recipients whose mail the mail server accepted. */
function takenBy({ arrived }: MailServer): string[] {
  return arrived.flatMap(({ taken, to }) => (taken ? to : [])).sort()
}
