import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openConnection, writeRequest } from './http-client.ts'
import { checkStatus, type Players, signInRequest } from './players.ts'
import type { Requests, Row } from './row.ts'

const PORTAL = join(import.meta.dirname, '../../packages/server/bin/portal.js')
const PROFILE_CLIENTS = 32
const SIGN_INS = 16
const NEWS = 20
const PASSWORD = 'correct horse battery'

/** The requests of a launcher server. A 304 costs the site the same work, except sending the profile. */
export const launcherRows: readonly Row[] = [
  {
    name: 'GET /auth/launcher/user',
    connections: PROFILE_CLIENTS,
    baseline: 'bare http',
    raw: { work: 'select' },
    requests: (players, connection) => askProfile(players, connection, {}),
  },
  {
    name: 'GET /auth/launcher/user (304)',
    connections: PROFILE_CLIENTS,
    baseline: 'bare http',
    status: 304,
    requests: (players, connection) => askProfile(players, connection, { 'If-None-Match': '*' }),
  },
  {
    name: 'GET /auth/launcher/news',
    connections: PROFILE_CLIENTS,
    baseline: 'bare http',
    requests({ apiKey }) {
      const request = writeRequest('GET /auth/launcher/news', { headers: by(apiKey) })
      return { next: () => request }
    },
  },
  {
    name: 'POST /auth/launcher/authenticate',
    connections: SIGN_INS,
    baseline: 'bare argon2id',
    requests: authenticate,
  },
]

/**
 * Creates news and the first administrator, without whom players cannot register. @returns the key of a
 * launcher server on this machine
 */
export async function makeLauncher(port: number, site: Place): Promise<string> {
  await makeOwner(site)
  const connection = await openConnection(port)
  const post = async (path: `/${string}`, headers: Record<string, string>, body: object) => {
    const answer = await connection.send(writeRequest(`POST ${path}`, { headers, body }))
    checkStatus(`POST ${path}`, answer)
    return JSON.parse(answer.body)
  }
  const signedIn = await connection.send(signInRequest('Owner'))
  checkStatus('POST /auth/login', signedIn)
  const headers = { Authorization: `Bearer ${JSON.parse(signedIn.body).accessToken}` }

  for (let n = 0; n < NEWS; n += 1) {
    const body = `The **${n}th** update is out: [read on](https://example.org/${n}).`
    await post('/admin/news', headers, { title: `Update ${n}`, body, tag: 'Update' })
  }
  const permissions = ['kernel.launcher.provider']
  const wanted = { name: 'Bench', permissions, addresses: ['127.0.0.1'] }
  const { key } = await post('/admin/api-keys', headers, wanted)
  connection.close()
  return String(key)
}

type Place = { folder: string; databaseUrl: string }

/** Creates a superuser by command, because no endpoint can. */
export async function makeOwner(place: Place): Promise<void> {
  const args = ['player', 'create', 'Owner', 'owner@example.org', '--superuser', '--activated']
  await commandOf(place, [...args, '--password-stdin'], `${PASSWORD}\n`)
}

/** Runs a command of the site. @returns its output */
export async function commandOf(
  { folder, databaseUrl }: Place,
  args: readonly string[],
  input = '',
): Promise<string> {
  const work = promisify(execFile)(process.execPath, [PORTAL, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      TMPDIR: join(folder, 'tmp'),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      BREACH_API_URL: 'http://127.0.0.1:9', // nothing listens there
    },
  })
  work.child.stdin?.end(input)
  return (await work).stdout
}

function askProfile(
  { apiKey }: Players,
  connection: number,
  more: Record<string, string>,
): Requests {
  const headers = { ...by(apiKey), ...more }
  const path = `/auth/launcher/user?username=player_${connection % PROFILE_CLIENTS}` as const
  const request = writeRequest(`GET ${path}`, { headers })
  return { next: () => request }
}

function authenticate({ apiKey, usernames }: Players, connection: number): Requests {
  const body = { login: usernames[connection % usernames.length] ?? '', password: PASSWORD }
  const request = writeRequest('POST /auth/launcher/authenticate', { headers: by(apiKey), body })
  return { next: () => request }
}

function by(apiKey: string): Record<string, string> {
  return { Authorization: `Api-Key ${apiKey}` }
}
