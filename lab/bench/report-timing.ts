import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, openConnection, writeRequest } from './http-client.ts'
import { makeOwner } from './launcher.ts'
import { startSite } from './site-process.ts'
import { median } from './statistics.ts'

/*
 * `npm run report:timing` shows whether the site takes longer for known names. It alternates known and
 * unknown names, with 200 samples each, over one connection, and prints medians and their difference. Each
 * known account is used once, so that it is not locked out; each request has its own address.
 */

const SAMPLES = 200
const WARM_UP = 20
const MAX_DIFFERENCE = 0.05
const PASSWORD = 'correct horse battery'

let addresses = 0

type TimedRequest = { name: string; known(n: number): string; unknown(n: number): string }

const timedRequests: TimedRequest[] = [
  {
    name: 'login, wrong password',
    known: (n) => login(`Known_${n}`),
    unknown: (n) => login(`Nobody_${n}`),
  },
  {
    name: 'login by address, wrong password',
    known: (n) => login(`known_${n}@example.org`),
    unknown: (n) => login(`nobody_${n}@example.org`),
  },
  {
    name: 'reset',
    known: (n) => post('/auth/reset', { email: `known_${n}@example.org` }),
    unknown: (n) => post('/auth/reset', { email: `nobody_${n}@example.org` }),
  },
  {
    name: 'register, address taken or new',
    known: (n) => register(`Fresh_${n}`, `known_${n}@example.org`),
    unknown: (n) => register(`New_${n}`, `new_${n}@example.org`),
  },
]

const folder = mkdtempSync(join(tmpdir(), 'portal-timing-'))
const site = await startSite(folder, '')
try {
  await makeOwner({ folder, databaseUrl: '' }) // players cannot register before
  const connection = await openConnection(site.port)
  const count = SAMPLES + WARM_UP
  for (let n = 0; n < count; n += 1) {
    await connection.send(register(`Known_${n}`, `known_${n}@example.org`))
  }
  const rows = []
  for (const request of timedRequests) rows.push(await sendTimed(connection, request))
  connection.close()
  print(rows)
} finally {
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
}

type Row = { name: string; known: number; unknown: number; difference: number }

async function sendTimed(
  connection: Connection,
  { name, known, unknown }: TimedRequest,
): Promise<Row> {
  const taken = { known: [] as number[], unknown: [] as number[] }
  for (let n = 0; n < SAMPLES + WARM_UP; n += 1) {
    const order = n % 2 === 0 ? ([known, unknown] as const) : ([unknown, known] as const)
    for (const request of order) {
      const begunAt = performance.now()
      await connection.send(request(n))
      const time = performance.now() - begunAt
      if (n >= WARM_UP) taken[request === known ? 'known' : 'unknown'].push(time)
    }
  }
  const medians = { known: median(taken.known), unknown: median(taken.unknown) }
  return { name, ...medians, difference: Math.abs(medians.known / medians.unknown - 1) }
}

function print(rows: readonly Row[]): void {
  console.log(`medians of ${SAMPLES} samples per class, interleaved\n`)
  for (const { name, known, unknown, difference } of rows) {
    const times = `known ${known.toFixed(2)} ms  unknown ${unknown.toFixed(2)} ms`
    const verdict = difference < MAX_DIFFERENCE ? 'same' : 'DIFFERENT'
    console.log(`${name.padEnd(34)} ${times}  ${(difference * 100).toFixed(1)} %  ${verdict}`)
  }
  process.exitCode = rows.every(({ difference }) => difference < MAX_DIFFERENCE) ? 0 : 1
}

function login(username: string): string {
  return post('/auth/login', { username_or_email: username, password: 'wrong horse battery' })
}

function register(username: string, email: string): string {
  return post('/auth/register', { username, email, password: PASSWORD })
}

function post(path: `/${string}`, body: object): string {
  return writeRequest(`POST ${path}`, { headers: { 'X-Forwarded-For': newAddress() }, body })
}

/** Returns a new IPv4 address, because each has its own rate limits. */
function newAddress(): string {
  addresses += 1
  return `10.0.${addresses >> 8}.${addresses & 255}`
}
