import assert from 'node:assert/strict'
import { type Endpoint, endpoints, refusals } from '@portal/contract'
import { MINUTE } from '../../src/platform/clock.ts'
import { turnOn } from '../integrations/yggdrasil/game-player.ts'
import { bearer, type Reply } from '../support/browser.ts'
import { seededRandom } from '../support/seeded-random.ts'
import type { Site } from '../support/site.ts'
import { staffTest } from '../support/staff.ts'
import { openPeople } from './fuzz-people.ts'
import { type Nonsense, nonsense } from './nonsense.ts'

/*
 * Random requests to every endpoint by anonymous callers, a player and an owner. A failure prints its seed. FUZZ_SEED
 * repeats the requests of a seed; FUZZ_ROUNDS sets the number of rounds.
 */

const SEED = Number(process.env.FUZZ_SEED ?? 20301)
const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? 12)
const MAX_CONCURRENT = 7

/** All endpoints except the event stream, whose reply never ends; junk.test.ts calls it. */
const EVERY_ROW: readonly Endpoint[] = Object.values(endpoints).filter(
  ({ name }) => name !== 'streamEvents',
)

staffTest(
  'random input to every endpoint gets a documented response and logs no secrets',
  async (site) => {
    const chance = seededRandom(SEED)
    await turnOn(site)
    const { known, headersFor, secrets, steve } = await openPeople(site)
    const done = new Set<string>()
    const began = site.logLines.length

    for (let round = 0; round < ROUNDS; round += 1) {
      const rows = chance.shuffled(EVERY_ROW)
      for (let first = 0; first < rows.length; first += MAX_CONCURRENT) {
        const calls = rows.slice(first, first + MAX_CONCURRENT).map((row, place) => {
          const request = nonsense(chance, row, known)
          const headers = { ...request.headers, ...headersFor(chance, row) }
          return { row, request: { ...request, headers }, ip: `10.${round}.${first}.${place}` }
        })
        const replies = await Promise.all(calls.map((call) => send(site, call)))
        for (const [place, reply] of replies.entries()) {
          const call = calls[place]
          assert.ok(call)
          assertListed(call.row, reply, `seed ${SEED}, round ${round}: ${told(call)}`)
          if (reply.status < 300) done.add(call.row.name)
        }
        site.wait(MINUTE)
      }
    }

    const log = site.logLines.slice(began)
    assert.deepEqual(
      log.filter((line) => ['error', 'fatal'].includes(JSON.parse(line).level)),
      [],
    )
    for (const secret of secrets) assert.ok(!log.join('').includes(secret), 'a secret is logged')
    const { body } = await site.browser().get('/auth/me', bearer(steve.accessToken))
    assert.deepEqual([body.user.username, body.user.email], ['Steve', 'steve@example.org'])
    assert.ok(done.size > EVERY_ROW.length / 2, `only ${done.size} rows did what they are for`)
  },
  { env: { JWT_REFRESH_EXPIRES: '3650d' } },
)

type Call = { row: Endpoint; request: Nonsense; ip: string }

function send(site: Site, { row, request, ip }: Call): Promise<Reply> {
  return site.browser({ ip }).send(row.method, request.url, request.body, request.headers)
}

function told({ row, request }: Call): string {
  const { url, body, headers } = request
  const sent = JSON.stringify({ url, body: String(body), headers })
  return `${row.method} ${row.path} ${sent.slice(0, 2000)}`
}

function assertListed({ protocol: dialect }: Endpoint, reply: Reply, about: string): void {
  const { status, body, text } = reply
  assert.ok(status < 500, `${about}: ${status} ${text}`)
  if (status < 400) return
  if (dialect && typeof body?.errorMessage === 'string') return
  assert.ok(Object.hasOwn(refusals, body?.error), `${about}: ${status} ${text}`)
}
