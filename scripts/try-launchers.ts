import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { fromBase32, stepAt, totpCode } from '../packages/server/test/auth/authenticator.ts'
import { startSite } from './bench/site-process.ts'
import { atExitRemoved } from './endurance/place.ts'

const USAGE = `npm run -s try-launchers

Fetches the launcher libraries azuriom-auth and eml-lib from npm into a folder that is removed again, and signs
in with them at a site of its own. Prints what each told its launcher, and exits with 1 when that is not what
docs/launcher.md says.`

const CLIENTS = ['azuriom-auth@1.0.1', 'eml-lib@2.7.3']
const PORTAL = join(import.meta.dirname, '../packages/server/bin/portal.js')
const PASSWORD = 'correct horse battery'
const STEP = 30_000

/** The calls that are tried with each library; they answer with what the launcher is told. */
type Client = {
  signIn(login: string, password: string, code?: string): Promise<string>
  verify(): Promise<string>
  logOut(): Promise<string>
}

/** What a launcher is told, by call. */
type Seen = Record<string, string>

const AZURIOM_AUTH: Seen = {
  'sign-in': 'Steve, a token',
  verify: 'Steve, a token',
  'log out': 'success',
  'verify after it': '401 undefined',
  'wrong password': '422 invalid_credentials',
  'unknown login': '422 invalid_credentials',
  banned: '403 user_banned',
  'no code': 'requires2fa',
  'wrong code': '422 invalid_2fa',
  'right code': 'Axel, a token',
}

const EML_LIB: Seen = {
  ...AZURIOM_AUTH,
  'log out': 'done',
  'no code': '422 2fa',
  'right code': 'Emma, a token',
}

const { values } = parseArgs({ options: { help: { type: 'boolean' } } })
if (values.help) console.log(USAGE)
else process.exitCode = (await tryAll()) ? 0 : 1
process.exit()

async function tryAll(): Promise<boolean> {
  const folder = atExitRemoved('portal-launchers-')
  const clients = join(folder, 'clients')
  mkdirSync(clients)
  writeFileSync(join(clients, 'package.json'), '{"private": true}')
  await promisify(execFile)('npm', ['install', '--ignore-scripts', '--no-audit', ...CLIENTS], {
    cwd: clients,
  })
  const site = await startSite(folder, '', { TRUST_PROXY: '' })
  try {
    const url = `http://127.0.0.1:${site.port}`
    await command(folder, ['settings', 'set', 'azauth', 'on'])
    await register(url, 'Steve')
    await register(url, 'Herobrine')
    await command(folder, ['player', 'ban', 'Herobrine', '--reason', 'Griefing'])
    let isGood = true
    for (const [name, openClient, expected] of [
      ['azuriom-auth', openAzuriomAuth, AZURIOM_AUTH],
      ['eml-lib', openEmlLib, EML_LIB],
    ] as const) {
      const player = await guard(url, await register(url, name === 'eml-lib' ? 'Emma' : 'Axel'))
      const seen = await talk(await openClient(clients, url), player)
      isGood = told(name, seen, expected) && isGood
    }
    return isGood
  } finally {
    await site.stop()
  }
}

type Guarded = { username: string; totp: () => string }
async function talk(client: Client, guarded: Guarded): Promise<Seen> {
  return {
    'sign-in': await client.signIn('Steve', PASSWORD),
    verify: await client.verify(),
    'log out': await client.logOut(),
    'verify after it': await client.verify(),
    'wrong password': await client.signIn('Steve', 'wrong guess'),
    'unknown login': await client.signIn('Nobody', PASSWORD),
    banned: await client.signIn('Herobrine', PASSWORD),
    'no code': await client.signIn(guarded.username, PASSWORD),
    'wrong code': await client.signIn(guarded.username, PASSWORD, '000000'),
    'right code': await client.signIn(guarded.username, PASSWORD, guarded.totp()),
  }
}

async function openAzuriomAuth(clients: string, url: string): Promise<Client> {
  const { AuthClient } = createRequire(join(clients, 'x.js'))('azuriom-auth')
  const client = new AuthClient(url)
  let token = ''
  const read = (user: { requires2fa?: boolean; username: string; accessToken: string }): string => {
    if (user.requires2fa) return 'requires2fa'
    token = user.accessToken
    return `${user.username}, ${user.accessToken ? 'a token' : 'none'}`
  }
  const refused = ({ response }: { response: { status: number; data: { reason?: string } } }) =>
    `${response.status} ${response.data.reason}`
  return {
    signIn: (login, password, code) => client.login(login, password, code).then(read, refused),
    verify: () => client.verify(token).then(read, refused),
    logOut: () => client.logout(token).then(({ status }: { status: string }) => status, refused),
  }
}

async function openEmlLib(clients: string, url: string): Promise<Client> {
  const path = join(clients, 'node_modules/eml-lib/lib/auth/azuriom.js')
  const { default: AzAuth } = await import(pathToFileURL(path).href)
  const client = new AzAuth(url)
  let account: { name: string; accessToken?: string } = { name: '' }
  const read = (given: { name: string; accessToken?: string }): string => {
    account = given
    return `${given.name}, ${given.accessToken ? 'a token' : 'none'}`
  }
  const refused = ({ message }: Error): string => {
    const [, status, body] = /HTTP (\d+) (\{.*\})/.exec(message) ?? []
    return body === undefined ? message : `${status} ${JSON.parse(body).reason}`
  }
  return {
    signIn: (login, password, code) => client.auth(login, password, code).then(read, refused),
    verify: () => client.verify(account).then(read, refused),
    logOut: () => client.logout(account).then(() => 'done', refused),
  }
}

type Registered = { username: string; accessToken: string; url: string }

async function register(url: string, username: string): Promise<Registered> {
  const email = `${username.toLowerCase()}@example.org`
  const body = { username, email, password: PASSWORD }
  const { accessToken } = await ask(`${url}/auth/register`, { method: 'POST', body })
  return { username, accessToken, url }
}

/** Turns on 2FA for a player; a code is used once, so the next one belongs to the next half minute. */
async function guard(url: string, { username, accessToken }: Registered): Promise<Guarded> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const { secret } = await ask(`${url}/cabinet/2fa/generate`, { headers })
  const codeAt = (at: number) => totpCode(fromBase32(secret), stepAt(at))
  const body = { code: codeAt(Date.now()) }
  await ask(`${url}/cabinet/2fa/enable`, { method: 'POST', headers, body })
  return { username, totp: () => codeAt(Date.now() + STEP) }
}

type Asking = { method?: string; headers?: Record<string, string>; body?: object }

async function ask(url: string, { method = 'GET', headers, body }: Asking) {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`)
  return text ? JSON.parse(text) : {}
}

async function command(folder: string, args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [PORTAL, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') },
  })
}

function told(name: string, seen: Seen, expected: Seen): boolean {
  console.log(`\n${name}`)
  const wrong = Object.keys(expected).filter((call) => seen[call] !== expected[call])
  for (const [call, said] of Object.entries(seen)) {
    const instead = wrong.includes(call) ? `   instead of: ${expected[call]}` : ''
    console.log(`  ${call.padEnd(18)}${said}${instead}`)
  }
  return wrong.length === 0
}
