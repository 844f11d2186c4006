import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  fromBase32,
  stepAt,
  totpCode,
} from '../../packages/server/test/credentials/two-factor/authenticator.ts'

const PORTAL = join(import.meta.dirname, '../../packages/server/bin/portal.js')
const STEP = 30_000
const KEY_EVERY = 200
export const PASSWORD = 'correct horse battery'

/** The results that a launcher gets, by call. */
export type Seen = Record<string, string>

export type Registered = { username: string; accessToken: string; url: string }

/** A player with 2FA, and the code of the next 30 s. */
export type PlayerWithTwoFactor = { username: string; totp: () => string }

export async function register(url: string, username: string): Promise<Registered> {
  const email = `${username.toLowerCase()}@example.org`
  const body = { username, email, password: PASSWORD }
  const { accessToken } = await request(`${url}/auth/register`, { method: 'POST', body })
  return { username, accessToken, url }
}

/** Enables 2FA for a player. A code works once, so the next usable code is the code of the next 30 s. */
export async function enableTwoFactor({
  url,
  username,
  accessToken,
}: Registered): Promise<PlayerWithTwoFactor> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const { secret } = await request(`${url}/cabinet/2fa/generate`, { headers })
  const codeAt = (at: number) => totpCode(fromBase32(secret), stepAt(at))
  const body = { code: codeAt(Date.now()) }
  await request(`${url}/cabinet/2fa/enable`, { method: 'POST', headers, body })
  return { username, totp: () => codeAt(Date.now() + STEP) }
}

export async function launcherPassword({ url, accessToken }: Registered): Promise<string> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const body = { name: 'Test' }
  const made = await request(`${url}/cabinet/launcher-passwords`, { method: 'POST', headers, body })
  return made.password
}

/** Waits for the key that the site creates in the background. */
export async function untilKey(url: string): Promise<void> {
  while (!(await request(`${url}/yggdrasil/`)).signaturePublickey) await sleep(KEY_EVERY)
}

type RequestOptions = { method?: string; headers?: Record<string, string>; body?: object }

export async function request(url: string, { method = 'GET', headers, body }: RequestOptions = {}) {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`)
  return text ? JSON.parse(text) : {}
}

export async function command(folder: string, args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [PORTAL, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') },
  })
}

/** Prints the results. @returns whether they are as expected */
export function describeResponse(name: string, seen: Seen, expected: Seen): boolean {
  console.log(`\n${name}`)
  const wrong = Object.keys(expected).filter((call) => seen[call] !== expected[call])
  for (const [call, said] of Object.entries(seen)) {
    const instead = wrong.includes(call) ? `   instead of: ${expected[call]}` : ''
    console.log(`  ${call.padEnd(18)}${said}${instead}`)
  }
  return wrong.length === 0
}
