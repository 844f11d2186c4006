import { setTimeout as sleep } from 'node:timers/promises'
import { playerAt } from '../seed/seed-rows.ts'
import { ask, type Request, type SiteResponse } from './site-client.ts'
import { newSkin } from './skin.ts'
import { note, type Tally } from './tally.ts'

/** The site that gets the traffic, and the end of the traffic as an instant of `performance.now()`. */
export type TrafficTarget = {
  port: number
  apiKey: string
  seeded: number
  until: number
  tally: Tally
}

const PASSWORD = 'correct horse battery'
const PLAYERS = 24
const LAUNCHERS = 6
const NEW_PLAYERS = 1
const REFRESHES = 5
/** The longest pause between two requests of one player, in milliseconds. */
const THINK_TIME = 200

/** Runs players, launcher servers and new players, each at their own pace, until the time is over. */
export async function sendTraffic(target: TrafficTarget): Promise<void> {
  const repeat = async (visit: (target: TrafficTarget) => Promise<void>): Promise<void> => {
    while (performance.now() < target.until) await visit(target)
  }
  await Promise.all([
    ...Array.from({ length: PLAYERS }, () => repeat(playerVisit)),
    ...Array.from({ length: LAUNCHERS }, () => repeat(launcherVisit)),
    ...Array.from({ length: NEW_PLAYERS }, () => repeat(newPlayerVisit)),
  ])
}

/** Simulates a player: signs in, reads pages, refreshes sometimes; some change their skin. */
async function playerVisit(target: TrafficTarget): Promise<void> {
  const login = { username_or_email: someone(target.seeded), password: PASSWORD }
  const signedIn = await send(target, 'POST /auth/login', { json: login })
  if (signedIn.status !== 200) return
  let { accessToken, refreshToken } = signedIn.body

  if (Math.random() < 0.25) {
    const as = `Bearer ${accessToken}`
    await send(target, 'PUT /cabinet/skin', { as, skin: await newSkin() })
  }
  for (let turn = 0; turn < REFRESHES; turn += 1) {
    const as = `Bearer ${accessToken}`
    await send(target, 'GET /auth/me', { as })
    await send(target, 'POST /auth/sessions/me', { as })
    const json = { refresh_token: refreshToken }
    const renewed = await send(target, 'POST /auth/refresh', { json })
    accessToken = renewed.body.accessToken ?? accessToken
    refreshToken = renewed.body.refreshToken ?? refreshToken
  }
  if (Math.random() < 0.8) {
    await send(target, 'POST /auth/logout', { json: { refresh_token: refreshToken } })
  }
}

/** Simulates a launcher server that admits a player: requests the profile, the skin and the news. */
async function launcherVisit(target: TrafficTarget): Promise<void> {
  const as = `Api-Key ${target.apiKey}`
  const username = someone(target.seeded)
  const path = `/auth/launcher/user?username=${username}` as const
  const profile = await send(target, 'GET /auth/launcher/user', { as, path })
  const skin = profile.body.textures?.skin?.url
  if (skin) {
    const path = new URL(skin).pathname.replace(/^\//, '')
    await send(target, 'GET /textures/:hash', { path: `/${path}` })
  }
  await send(target, 'GET /auth/launcher/news', { as })
  if (Math.random() < 0.1) {
    const json = { login: username, password: PASSWORD }
    await send(target, 'POST /auth/launcher/authenticate', { as, json })
  }
}

async function newPlayerVisit(target: TrafficTarget): Promise<void> {
  const username = `New_${crypto.randomUUID().slice(0, 8)}`
  const json = { username, email: `${username}@example.org`, password: PASSWORD }
  await send(target, 'POST /auth/register', { json })
}

type Name = `${Request['method']} /${string}`

/**
 * Pauses, sends a request, and counts its result under `name`, such as `GET /news/:id`. If the actual path differs from
 * the path in `name`, `request.path` has it.
 */
async function send(
  { port, tally }: TrafficTarget,
  name: Name,
  request: Partial<Request>,
): Promise<SiteResponse> {
  const [method, path] = splitName(name)
  await sleep(Math.random() * THINK_TIME)
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

/** Returns a seeded player who can sign in: confirmed, not banned, without 2FA. */
function someone(seeded: number): string {
  const index = 100 + Math.floor(Math.random() * (seeded / 10 - 10)) * 10
  return String(playerAt(index, { players: seeded, now: 0, passwordHash: '' })[1])
}
