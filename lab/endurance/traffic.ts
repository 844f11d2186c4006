import { setTimeout as sleep } from 'node:timers/promises'
import { playerAt } from '../seed/seed-rows.ts'
import { type Answer, ask, type Request } from './site-client.ts'
import { newSkin } from './skin.ts'
import { note, type Tally } from './tally.ts'

/** Where the traffic goes, and until when (in the time of `performance.now()`). */
export type Crowd = { port: number; apiKey: string; seeded: number; until: number; tally: Tally }

const PASSWORD = 'correct horse battery'
const PLAYERS = 24
const LAUNCHERS = 6
const NEWCOMERS = 1
const REFRESHES = 5
/** The longest pause between two requests of one player, in milliseconds. */
const DAWDLING = 200

/** Runs players, launcher servers and newcomers, each at their own pace, until the time is over. */
export async function sendTraffic(crowd: Crowd): Promise<void> {
  const repeat = async (visit: (crowd: Crowd) => Promise<void>): Promise<void> => {
    while (performance.now() < crowd.until) await visit(crowd)
  }
  await Promise.all([
    ...Array.from({ length: PLAYERS }, () => repeat(playerVisit)),
    ...Array.from({ length: LAUNCHERS }, () => repeat(launcherVisit)),
    ...Array.from({ length: NEWCOMERS }, () => repeat(newcomerVisit)),
  ])
}

/** An evening of a player: sign in, look around, refresh sometimes; some change their skin. */
async function playerVisit(crowd: Crowd): Promise<void> {
  const login = { username_or_email: someone(crowd.seeded), password: PASSWORD }
  const signedIn = await send(crowd, 'POST /auth/login', { json: login })
  if (signedIn.status !== 200) return
  let { accessToken, refreshToken } = signedIn.body

  if (Math.random() < 0.25) {
    const as = `Bearer ${accessToken}`
    await send(crowd, 'PUT /cabinet/skin', { as, skin: await newSkin() })
  }
  for (let turn = 0; turn < REFRESHES; turn += 1) {
    const as = `Bearer ${accessToken}`
    await send(crowd, 'GET /auth/me', { as })
    await send(crowd, 'POST /auth/sessions/me', { as })
    const json = { refresh_token: refreshToken }
    const renewed = await send(crowd, 'POST /auth/refresh', { json })
    accessToken = renewed.body.accessToken ?? accessToken
    refreshToken = renewed.body.refreshToken ?? refreshToken
  }
  if (Math.random() < 0.8) {
    await send(crowd, 'POST /auth/logout', { json: { refresh_token: refreshToken } })
  }
}

/** A launcher server lets a player in: it asks for the profile, the skin and the news. */
async function launcherVisit(crowd: Crowd): Promise<void> {
  const as = `Api-Key ${crowd.apiKey}`
  const username = someone(crowd.seeded)
  const path = `/auth/launcher/user?username=${username}` as const
  const profile = await send(crowd, 'GET /auth/launcher/user', { as, path })
  const skin = profile.body.textures?.skin?.url
  if (skin) {
    const path = new URL(skin).pathname.replace(/^\//, '')
    await send(crowd, 'GET /textures/:hash', { path: `/${path}` })
  }
  await send(crowd, 'GET /auth/launcher/news', { as })
  if (Math.random() < 0.1) {
    const json = { login: username, password: PASSWORD }
    await send(crowd, 'POST /auth/launcher/authenticate', { as, json })
  }
}

async function newcomerVisit(crowd: Crowd): Promise<void> {
  const username = `New_${crypto.randomUUID().slice(0, 8)}`
  const json = { username, email: `${username}@example.org`, password: PASSWORD }
  await send(crowd, 'POST /auth/register', { json })
}

type Name = `${Request['method']} /${string}`

/** @param name method and path as in the contract; `path` is the actual path. */
async function send(
  { port, tally }: Crowd,
  name: Name,
  request: Partial<Request>,
): Promise<Answer> {
  const [method, path] = splitName(name)
  await sleep(Math.random() * DAWDLING)
  const begunAt = performance.now()
  const answer = await ask(port, { method, path, ...request })
  note(tally, name, answer.status, performance.now() - begunAt)
  return answer
}

function splitName(name: Name): [Request['method'], `/${string}`] {
  const space = name.indexOf(' ')
  const method = METHODS.find((candidate) => candidate === name.slice(0, space)) ?? 'GET'
  return [method, `/${name.slice(space + 2)}`]
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** The name of a seeded player who can sign in: confirmed, not banned, without 2FA. */
function someone(seeded: number): string {
  const index = 100 + Math.floor(Math.random() * (seeded / 10 - 10)) * 10
  return String(playerAt(index, { players: seeded, now: 0, passwordHash: '' })[1])
}
