import { setTimeout as sleep } from 'node:timers/promises'
import { ask, newAddress, type Request, type SiteResponse } from '../site-client.ts'
import {
  type Chain,
  type Kind,
  type Operation,
  type OperationLog,
  stateAfter,
} from './operation-log.ts'

export type Clients = {
  /** The targets of requests, chosen at random; a refresh is sent to all of them concurrently. */
  sites: readonly string[]
  owner: string
  players: readonly Player[]
  log: OperationLog
  /** Whether requests are repeated without their key, as a careless shop would. */
  isCareless: boolean
  isOver: boolean
}

export type Player = { username: string; uuid: string; accessToken: string; refreshToken: string }

export const PASSWORD = 'correct horse battery'
/** The wait before a refused request is repeated, in milliseconds. */
const RETRY_DELAY = 250

type Act = (clients: Clients) => Promise<void>

/**
 * The actions, each with the number of loops that repeat it and the longest pause between two runs, in milliseconds.
 */
const ACTORS: readonly [Act, number, number][] = [
  [look, 6, 60],
  [pay, 4, 60],
  [signIn, 1, 400],
  [join, 2, 400],
]
const CHAINS = 4
const THINK_TIME = 120

/** Starts all actors. @returns a function that ends them after the last response */
export async function runClients(clients: Clients): Promise<() => Promise<void>> {
  const repeat = async (act: Act, dawdling: number): Promise<void> => {
    while (!clients.isOver) {
      await act(clients)
      await sleep(Math.random() * dawdling)
    }
  }
  const { log, players, sites } = clients
  for (const player of players.slice(0, CHAINS)) {
    const { body } = await logIn(anyOf(sites), player)
    log.chains.push({ token: body.refreshToken ?? '', forks: 0, ending: undefined })
  }
  const work = [
    ...ACTORS.flatMap(([act, many, dawdling]) =>
      Array.from({ length: many }, () => repeat(act, dawdling)),
    ),
    ...log.chains.map((chain) => repeat(() => refresh(clients, chain), THINK_TIME)),
    ...sites.map((site) => repeat(() => watch(clients, site), THINK_TIME)),
  ]
  return async () => {
    clients.isOver = true
    await Promise.all(work)
  }
}

export function logIn(site: string, player: Pick<Player, 'username'>): Promise<SiteResponse> {
  return ask(site, loginOf(player))
}

function loginOf({ username }: Pick<Player, 'username'>): Request {
  const json = { username_or_email: username, password: PASSWORD }
  return { method: 'POST', path: '/auth/login', json }
}

export async function newPlayer(site: string): Promise<Player> {
  const username = newName()
  const answer = await ask(site, { method: 'POST', path: '/auth/register', json: formOf(username) })
  const { accessToken = '', refreshToken = '', user } = answer.body
  if (answer.status !== 201) throw new Error(`registration failed: ${JSON.stringify(answer)}`)
  return { username, uuid: user?.uuid ?? '', accessToken, refreshToken }
}

async function look(clients: Clients): Promise<void> {
  const as = `Bearer ${anyOf(clients.players).accessToken}`
  const site = anyOf(clients.sites)
  await send(clients, 'read', site, { method: 'GET', path: '/auth/me', as })
  await send(clients, 'read', site, { method: 'POST', path: '/auth/sessions/me', as })
}

async function watch(clients: Clients, site: string): Promise<void> {
  await send(clients, 'ready', site, { method: 'GET', path: '/health/ready' })
}

async function pay(clients: Clients): Promise<void> {
  const { uuid } = anyOf(clients.players)
  const path = `/admin/players/${uuid}/balance` as const
  const operation = newOperation(clients, 'pay', `payment ${crypto.randomUUID()}`)
  const json = { real: 1, reason: operation.id }
  await sendIdempotent(clients, operation, { method: 'POST', path, as: clients.owner, json })
}

async function join(clients: Clients): Promise<void> {
  const operation = newOperation(clients, 'register', newName())
  await sendIdempotent(clients, operation, {
    method: 'POST',
    path: '/auth/register',
    json: formOf(operation.id),
  })
}

/**
 * Sends a request with an idempotency key. Half of the requests are repeated until they have a response; the others are
 * sent once.
 */
async function sendIdempotent(
  clients: Clients,
  operation: Operation,
  request: Request,
): Promise<void> {
  const isRepeated = Math.random() < 0.5
  const once = clients.isCareless ? undefined : crypto.randomUUID()
  const from = newAddress() // idempotency keys of anonymous callers are scoped to the address
  while (true) {
    const answer = await send(clients, operation.kind, anyOf(clients.sites), {
      ...request,
      once,
      from,
    })
    const before = operation.state
    operation.state = stateAfter(before, answer)
    if (answer.status >= 400 && answer.status < 500) {
      clients.log.faults.push(
        `${operation.kind}, ${before} before: ${answer.status} ${answer.body.error}`,
      )
    }
    if (answer.status !== 503 && answer.status !== 0) return
    if (!isRepeated || clients.isOver) return
    await sleep(RETRY_DELAY)
  }
}

async function signIn(clients: Clients): Promise<void> {
  const request = loginOf(anyOf(clients.players))
  const { status, body } = await send(clients, 'sign in', anyOf(clients.sites), request)
  if (status === 200 && body.refreshToken) clients.log.sessions.push(body.refreshToken)
}

/**
 * Sends the same token to all processes concurrently. They may return one successor, and must not end the
 * session.
 */
async function refresh(clients: Clients, chain: Chain): Promise<void> {
  if (chain.ending) return
  const json = { refresh_token: chain.token }
  const request = { method: 'POST', path: '/auth/refresh', json } as const
  const answers = await Promise.all(
    clients.sites.map((site) => send(clients, 'refresh', site, request)),
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
  else await sleep(RETRY_DELAY)
}

async function send(
  clients: Clients,
  kind: Kind,
  site: string,
  request: Request,
): Promise<SiteResponse> {
  const begunAt = performance.now()
  const answer = await ask(site, request)
  const { status, body, retryAfter } = answer
  const sent = { kind, site, status, code: body.error ?? '', begunAt, endedAt: performance.now() }
  clients.log.requests.push(sent)
  if (status === 503 && !retryAfter && kind !== 'ready') {
    clients.log.faults.push(`${kind}: 503 ${sent.code} without Retry-After`)
  }
  return answer
}

function newOperation({ log }: Clients, kind: Operation['kind'], id: string): Operation {
  const operation: Operation = { kind, id, state: 'open' }
  log.operations.push(operation)
  return operation
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
