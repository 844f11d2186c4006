import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, ask, newAddress, type Request } from '../site-client.ts'
import { type Book, type Chain, type Deed, type Kind, stateAfter } from './operation-log.ts'

/** Who acts on the site while something fails. */
export type Crowd = {
  /** Where requests go, at random; a refresh goes to all of them at once. */
  sites: readonly string[]
  /** The value of `Authorization` for the owner. */
  owner: string
  players: readonly Player[]
  book: Book
  /** Whether requests are repeated without their key, as a careless shop would. */
  isCareless: boolean
  isOver: boolean
}

export type Player = { username: string; uuid: string; accessToken: string; refreshToken: string }

/** Of everybody. */
export const PASSWORD = 'correct horse battery'
/** How long somebody waits before they repeat what was refused, in milliseconds. */
const AGAIN_AFTER = 250

type Act = (crowd: Crowd) => Promise<void>

/** Each acts in a loop and pauses for up to so many milliseconds in between. */
const ACTORS: readonly [Act, number, number][] = [
  [look, 6, 60],
  [pay, 4, 60],
  [signIn, 1, 400],
  [join, 2, 400],
]
const CHAINS = 4
const DAWDLING = 120

/** Lets everybody act. @returns what ends it, once the last request has its answer. */
export async function letAct(crowd: Crowd): Promise<() => Promise<void>> {
  const repeat = async (act: Act, dawdling: number): Promise<void> => {
    while (!crowd.isOver) {
      await act(crowd)
      await sleep(Math.random() * dawdling)
    }
  }
  const { book, players, sites } = crowd
  for (const player of players.slice(0, CHAINS)) {
    const { body } = await logIn(anyOf(sites), player)
    book.chains.push({ token: body.refreshToken ?? '', forks: 0, ending: undefined })
  }
  const work = [
    ...ACTORS.flatMap(([act, many, dawdling]) =>
      Array.from({ length: many }, () => repeat(act, dawdling)),
    ),
    ...book.chains.map((chain) => repeat(() => refresh(crowd, chain), DAWDLING)),
    ...sites.map((site) => repeat(() => watch(crowd, site), DAWDLING)),
  ]
  return async () => {
    crowd.isOver = true
    await Promise.all(work)
  }
}

export function logIn(site: string, player: Pick<Player, 'username'>): Promise<Answer> {
  return ask(site, loginOf(player))
}

function loginOf({ username }: Pick<Player, 'username'>): Request {
  const json = { username_or_email: username, password: PASSWORD }
  return { method: 'POST', path: '/auth/login', json }
}

/** Registers a player who acts later. */
export async function newPlayer(site: string): Promise<Player> {
  const username = newName()
  const answer = await ask(site, { method: 'POST', path: '/auth/register', json: formOf(username) })
  const { accessToken = '', refreshToken = '', user } = answer.body
  if (answer.status !== 201) throw new Error(`nobody can register: ${JSON.stringify(answer)}`)
  return { username, uuid: user?.uuid ?? '', accessToken, refreshToken }
}

async function look(crowd: Crowd): Promise<void> {
  const as = `Bearer ${anyOf(crowd.players).accessToken}`
  const site = anyOf(crowd.sites)
  await send(crowd, 'read', site, { method: 'GET', path: '/auth/me', as })
  await send(crowd, 'read', site, { method: 'POST', path: '/auth/sessions/me', as })
}

async function watch(crowd: Crowd, site: string): Promise<void> {
  await send(crowd, 'ready', site, { method: 'GET', path: '/health/ready' })
}

async function pay(crowd: Crowd): Promise<void> {
  const { uuid } = anyOf(crowd.players)
  const path = `/admin/players/${uuid}/balance` as const
  const deed = newDeed(crowd, 'pay', `payment ${crypto.randomUUID()}`)
  const json = { real: 1, reason: deed.id }
  await doOnce(crowd, deed, { method: 'POST', path, as: crowd.owner, json })
}

async function join(crowd: Crowd): Promise<void> {
  const deed = newDeed(crowd, 'register', newName())
  await doOnce(crowd, deed, { method: 'POST', path: '/auth/register', json: formOf(deed.id) })
}

/** Every second deed is repeated with its key until it is answered; the others are left as they are. */
async function doOnce(crowd: Crowd, deed: Deed, request: Request): Promise<void> {
  const isRepeated = Math.random() < 0.5
  const once = crowd.isCareless ? undefined : crypto.randomUUID()
  const from = newAddress() // a stranger's key belongs to their address
  while (true) {
    const answer = await send(crowd, deed.kind, anyOf(crowd.sites), { ...request, once, from })
    const before = deed.state
    deed.state = stateAfter(before, answer)
    if (answer.status >= 400 && answer.status < 500) {
      crowd.book.faults.push(
        `${deed.kind}, ${before} before: ${answer.status} ${answer.body.error}`,
      )
    }
    if (answer.status !== 503 && answer.status !== 0) return
    if (!isRepeated || crowd.isOver) return
    await sleep(AGAIN_AFTER)
  }
}

async function signIn(crowd: Crowd): Promise<void> {
  const request = loginOf(anyOf(crowd.players))
  const { status, body } = await send(crowd, 'sign in', anyOf(crowd.sites), request)
  if (status === 200 && body.refreshToken) crowd.book.sessions.push(body.refreshToken)
}

/** Shows the same token to every process at once. They may give one successor, and none ends the session. */
async function refresh(crowd: Crowd, chain: Chain): Promise<void> {
  if (chain.ending) return
  const json = { refresh_token: chain.token }
  const request = { method: 'POST', path: '/auth/refresh', json } as const
  const answers = await Promise.all(
    crowd.sites.map((site) => send(crowd, 'refresh', site, request)),
  )
  const successors = new Set(answers.flatMap(({ body }) => body.refreshToken ?? []))
  const [successor] = successors
  if (successors.size > 1) chain.forks += 1
  if (successor) {
    chain.token = successor
    return
  }
  const ended = answers.find(({ status }) => status === 401)
  if (ended) chain.ending = ended.body.error ?? '401'
  else await sleep(AGAIN_AFTER)
}

async function send(crowd: Crowd, kind: Kind, site: string, request: Request): Promise<Answer> {
  const begunAt = performance.now()
  const answer = await ask(site, request)
  const { status, body, retryAfter } = answer
  const sent = { kind, site, status, code: body.error ?? '', begunAt, endedAt: performance.now() }
  crowd.book.requests.push(sent)
  if (status === 503 && !retryAfter && kind !== 'ready') {
    crowd.book.faults.push(`${kind}: 503 ${sent.code} without Retry-After`)
  }
  return answer
}

function newDeed({ book }: Crowd, kind: Deed['kind'], id: string): Deed {
  const deed: Deed = { kind, id, state: 'open' }
  book.deeds.push(deed)
  return deed
}

function formOf(username: string) {
  return { username, email: `${username}@example.org`, password: PASSWORD }
}

function newName(): string {
  return `P_${crypto.randomUUID().replaceAll('-', '').slice(0, 14)}`
}

function anyOf<T>(list: readonly T[]): T {
  const one = list[Math.floor(Math.random() * list.length)]
  if (one === undefined) throw new Error('there is nobody')
  return one
}
