import type { Endpoint } from '@portal/contract'
import { capeFile, form, skinFile } from '../profiles/textures/texture-requests.ts'
import type { SeededRandom } from '../support/seeded-random.ts'
import { anything, fitting, type Known, word } from './nonsense-values.ts'

/** A request of a hostile or broken program. */
export type Nonsense = {
  url: string
  body: string | Buffer | undefined
  headers: Record<string, string>
}

/** Makes a request for an endpoint, from nearly valid to hopeless. */
export function nonsense(chance: SeededRandom, row: Endpoint, known: Known): Nonsense {
  const { body, headers = {} } = chance.happens(row.upload ? 0.9 : 0)
    ? upload(chance, row)
    : { body: bodyOf(chance, row, known) }
  return {
    url: pathOf(chance, row, known) + queryOf(chance, row, known),
    body,
    headers: { 'content-type': 'application/json', ...headers, ...headersOf(chance) },
  }
}

const SPOILT_PATHS = [
  '%00',
  '%2e%2e%2f',
  '%',
  '%zz',
  '%ff',
  '%c0%ae',
  '%ed%a0%80',
  '..%5c',
  'x'.repeat(3000),
  '',
  ';a=b',
  '%2f',
  '%0d%0a',
  '-1',
  '__proto__',
]

function pathOf(chance: SeededRandom, { path }: Endpoint, known: Known): string {
  return path.replace(/:(\w+)/g, (_, name, at) => {
    const existing = known[path.slice(0, at)] ?? known[name] ?? ['x']
    if (chance.happens(0.6)) return encodeURIComponent(chance.pick(existing))
    return chance.happens(0.5) ? chance.pick(SPOILT_PATHS) : written(word(chance)).slice(0, 900)
  })
}

const SPOILT_QUERIES = [
  '%zz=%',
  '&&&==',
  'a[b]=c&a[]=d',
  '__proto__=x&constructor=y',
  'cursor=-1',
  'limit=1&limit=2',
  'query=a&query=b&cursor=a&cursor=b',
  'query[]=1',
  '%00=%00',
  'query=%ff',
  `x=${'y'.repeat(5000)}`,
]

/** Makes a query string with fields of the endpoint, some of them repeated or malformed. */
function queryOf(chance: SeededRandom, { query }: Endpoint, known: Known): string {
  if (!query && chance.happens(0.8)) return ''
  const asked = query ? fitting(chance, query, known) : {}
  const fields = chance.happens(0.4) ? spoilt(chance, asked) : asked
  const parts = Object.entries(fields).map(
    ([name, value]) =>
      `${written(name)}=${written(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  if (chance.happens(0.2)) parts.push(chance.pick(SPOILT_QUERIES))
  if (chance.happens(0.1)) parts.push(...parts)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

function written(text: string): string {
  return encodeURIComponent(text.toWellFormed()).slice(0, 8000)
}

function bodyOf(
  chance: SeededRandom,
  { body, method }: Endpoint,
  known: Known,
): string | Buffer | undefined {
  if (!body && chance.happens(method === 'GET' ? 0.97 : 0.8)) return undefined
  if (chance.happens(0.15)) return chance.pick(RAW)
  const fields = body ? fitting(chance, body, known) : {}
  if (chance.happens(0.35)) return JSON.stringify(fields)
  const text = JSON.stringify(chance.happens(0.05) ? anything(chance) : spoilt(chance, fields))
  return chance.happens(0.1) ? text.slice(0, chance.upTo(text.length)) : text
}

/** Changes the type of one field, removes one or adds one. */
function spoilt(chance: SeededRandom, fields: Record<string, unknown>): Record<string, unknown> {
  const name = chance.pick([...Object.keys(fields), word(chance)])
  const { [name]: _, ...rest } = fields
  return chance.happens(0.2) ? rest : { ...rest, [name]: anything(chance) }
}

const RAW = [
  ...[
    '',
    '[',
    '{',
    'null',
    '"x"',
    '-',
    '1e400',
    '{"a":1,}',
    '{"a":1}{"b":2}',
    '\ufeff{}',
    '\u0000',
  ],
  '['.repeat(10_000),
  `${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`,
  `{"a":"${'x'.repeat(70_000)}"}`,
  '{"__proto__":{"username":"Steve","email":"x@example.org","password":"x"}}',
  '{"constructor":{"prototype":{"admin":true}},"hasOwnProperty":1}',
  '{"username":"a","username":"b","email":"\\ud800","password":"\\u0000"}',
  Buffer.from('{"login":"Steve"}', 'utf16le'),
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0xc0, 0x80, 0x7d]),
]

/** Makes an upload with some changed bytes in the picture or the form. */
function upload(chance: SeededRandom, { path }: Endpoint) {
  const isCape = path.endsWith('cape')
  const size = chance.pick([64, 64, 32, 128, 7])
  const picture = isCape ? capeFile(1, size) : skinFile(chance.upTo(9), { size })
  const whole = form(mutilated(chance, picture), chance.happens(0.5) ? { slim: word(chance) } : {})
  return {
    body: chance.happens(0.3) ? mutilated(chance, whole.body) : whole.body,
    headers: whole.headers,
  }
}

function mutilated(chance: SeededRandom, bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  for (const place of chance.some(3, () => chance.upTo(bytes.length)))
    changed[place] = chance.upTo(256)
  return chance.happens(0.2) ? changed.subarray(0, chance.upTo(bytes.length)) : changed
}

const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  '',
  'application/json; charset=latin1',
  'application/json; charset=utf-16',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/json, text/plain',
  ';',
  'application/x-www-form-urlencoded',
]

/** Makes headers that the site reads, and some that it should not; none of them identifies the caller. */
function headersOf(chance: SeededRandom): Record<string, string> {
  const oddly: Record<string, () => string> = {
    'content-type': () => chance.pick(CONTENT_TYPES),
    'content-encoding': () => chance.pick(['gzip', 'br', 'x', 'identity, gzip']),
    cookie: () =>
      `portal_refresh=${ascii(chance)}; portal_csrf=${ascii(chance)}; portal_device=${ascii(chance)}; =; a`,
    'x-csrf-token': () => ascii(chance),
    'sec-fetch-site': () => chance.pick(['cross-site', 'same-origin', 'none', 'x']),
    'accept-language': () =>
      chance.pick(['ru', 'en;q=0', ',,;q=x', '*', 'ru-RU,ru;q=0.9', '-', 'x'.repeat(900)]),
    'x-forwarded-for': () => ascii(chance),
    'user-agent': () => ascii(chance),
    'if-none-match': () => chance.pick(['*', 'W/"', '"x", "y"', ascii(chance)]),
    'accept-encoding': () => ascii(chance),
    origin: () => chance.pick(['null', 'https://evil.example', ascii(chance)]),
    range: () => 'bytes=-1-,9',
    captcha: () => ascii(chance),
    'x-request-id': () => ascii(chance),
  }
  const sent = Object.entries(oddly).filter(() => chance.happens(0.05))
  return Object.fromEntries(sent.map(([name, value]) => [name, value()]))
}

function ascii(chance: SeededRandom): string {
  return word(chance)
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 2000)
}
