import assert from 'node:assert/strict'
import { type Endpoint, type ErrorCode, endpoints, refusals } from '@portal/contract'
import { MINUTE } from '../src/platform/clock.ts'
import { bearer } from './browser.ts'
import { openLauncher } from './launcher-server.ts'
import { PASSWORD, type Site, siteTest } from './site.ts'

/*
 * Seeded nonsense for every row: bodies that are nearly right, headers and queries that are not. The
 * seed is printed with a failure; the same seed asks the same requests.
 */

const REQUESTS_A_DATABASE = 5000
const SEED = Number(process.env.FUZZ_SEED ?? 20301)
const HASHING_PATHS = /\/auth\/(login|register|launcher\/authenticate)|\/cabinet\/(password|email)$/
const HASHING_SHARE = 0.12

siteTest(
  'ten thousand nonsense requests get a listed answer each, and no secret reaches the log',
  async (site) => {
    const chance = mulberry(SEED)
    const steve = await site.player('Steve')
    const launcher = await openLauncher(site, { addresses: ['0.0.0.0/0', '::/0'] })
    const tokens = { accessToken: steve.accessToken, apiKey: launcher.secret }
    const secrets = [steve.accessToken, steve.refreshToken, launcher.secret, PASSWORD]
    const rows: Endpoint[] = Object.values(endpoints)

    for (let count = 0; count < REQUESTS_A_DATABASE; count += 1) {
      const row = pickRow(chance, rows)
      const request = nonsense(chance, row, tokens)
      const browser = site.browser({ ip: address(count) })
      const reply = await browser.send(row.method, request.url, request.body, request.headers)

      const told = `seed ${SEED}, request ${count}: ${row.method} ${request.url}`
      assert.ok(reply.status < 500, `${told}: ${reply.status} ${reply.text}`)
      if (reply.status >= 400) {
        const code = reply.body?.error as ErrorCode
        assert.ok(code in refusals, `${told}: ${reply.status} ${reply.text}`)
      }
      if (count % 50 === 0) site.wait(MINUTE)
    }

    const log = site.logLines.join('')
    for (const secret of secrets) assert.ok(!log.includes(secret), 'a secret is in the log')
    await assertUnharmed(site, steve)
  },
  { env: { JWT_EXPIRES: '3650d', JWT_REFRESH_EXPIRES: '3650d' } },
)

/** Whatever was sent, the player is who he was. */
async function assertUnharmed(site: Site, steve: { accessToken: string }): Promise<void> {
  const { body } = await site.browser().get('/auth/me', bearer(steve.accessToken))
  assert.deepEqual([body.user.username, body.user.email], ['Steve', 'steve@example.org'])
}

type Chance = () => number
type Tokens = { accessToken: string; apiKey: string }

/** Rows that hash passwords cost 10 ms and take their turn less often. */
function pickRow(chance: Chance, rows: readonly Endpoint[]): Endpoint {
  const row = pick(chance, rows)
  return HASHING_PATHS.test(row.path) && chance() > HASHING_SHARE ? pickRow(chance, rows) : row
}

function nonsense(chance: Chance, row: Endpoint, tokens: Tokens) {
  const url = row.path.replace(/:\w+/g, () =>
    encodeURIComponent(word(chance).toWellFormed()).slice(0, 900),
  )
  const names = [word(chance), ...Object.keys(row.query?.properties ?? {})]
  const query = names
    .filter((_, n) => chance() < (n === 0 ? 0.2 : 0.5))
    .map((name) => [name, word(chance)].map((text) => encodeURIComponent(text.toWellFormed())))
    .map(([name, text]) => `${name}=${text}`)
    .join('&')
  return {
    url: query ? `${url}?${query}` : url,
    body: bodyOf(chance, row),
    headers: headersOf(chance, row, tokens),
  }
}

function bodyOf(chance: Chance, row: Endpoint): string | undefined {
  if (row.method === 'GET' || (!row.body && chance() < 0.7)) return undefined
  const dice = chance()
  if (dice < 0.05) return word(chance)
  if (dice < 0.1) return '['.repeat(10_000)
  if (dice < 0.13) return `{"a":${'['.repeat(2000)}1${']'.repeat(2000)}}`
  if (dice < 0.18) return JSON.stringify(value(chance))
  const fields = Object.keys(row.body?.properties ?? { x: 1 }).filter(() => chance() < 0.85)
  const body = Object.fromEntries(fields.map((field) => [field, value(chance, field)]))
  const text = JSON.stringify(body)
  return dice < 0.25 ? text.slice(0, Math.floor(chance() * text.length)) : text
}

function headersOf(
  chance: Chance,
  { caller }: Endpoint,
  { accessToken, apiKey }: Tokens,
): Record<string, string> {
  const headers: Record<string, string> = {}
  const good = caller === 'launcher' ? `Api-Key ${apiKey}` : `Bearer ${accessToken}`
  if (chance() < 0.7) headers.authorization = good
  else if (chance() < 0.5) headers.authorization = `Bearer ${ascii(word(chance))}`
  if (chance() < 0.1)
    headers['content-type'] = pick(chance, [
      'text/plain',
      'application/xml',
      '',
      'application/json; charset=latin1',
    ])
  if (chance() < 0.1)
    headers.cookie = `portal_refresh=${ascii(word(chance))}; portal_csrf=${ascii(word(chance))}`
  if (chance() < 0.1) headers['x-csrf-token'] = ascii(word(chance))
  if (chance() < 0.1)
    headers['accept-language'] = pick(chance, [
      'ru',
      'en;q=0',
      ',,;q=x',
      '*',
      'ru-RU,ru;q=0.9,en;q=0.8',
    ])
  if (chance() < 0.1) headers['x-forwarded-for'] = ascii(word(chance))
  if (chance() < 0.1) headers['user-agent'] = ascii(word(chance))
  if (chance() < 0.05) headers['if-none-match'] = ascii(word(chance))
  return headers
}

const WORDS = [
  '',
  ' ',
  'Steve',
  'steve@example.org',
  PASSWORD,
  '\u0000',
  'a\u0000b',
  '../../etc/passwd',
  "'; drop table player; --",
  '%00',
  '💎'.repeat(20),
  '\ud800',
  'x'.repeat(300),
  'x'.repeat(70_000),
  '-1',
  '1e309',
  '000000',
  '123456',
  'null',
  '__proto__',
  'A'.repeat(80),
  'Bearer',
  '\u202eevets',
  '{}',
  '\r\nSet-Cookie: a=b',
  'true',
]

function word(chance: Chance): string {
  return pick(chance, WORDS)
}

function value(chance: Chance, field = ''): unknown {
  const dice = chance()
  if (dice < 0.5) return word(chance)
  if (dice < 0.6 && field === 'hash') return 'A'.repeat(43)
  return pick(chance, [
    null,
    true,
    0,
    -1,
    1e308,
    [],
    {},
    [word(chance)],
    { a: word(chance) },
    word(chance),
  ])
}

function ascii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '').slice(0, 2000)
}

function address(count: number): string {
  return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`
}

function pick<T>(chance: Chance, list: readonly T[]): T {
  const item = list[Math.floor(chance() * list.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** A small generator with a seed (mulberry32), so that a failure can be asked for again. */
function mulberry(seed: number): Chance {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
