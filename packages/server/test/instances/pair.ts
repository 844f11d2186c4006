import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { openDatabase } from '../../src/database/open-database.ts'
import { findNginx, startNginx } from '../http/nginx.ts'
import type { Reply } from '../support/browser.ts'
import {
  type Environment,
  freePort,
  newPlace,
  type Server,
  startPortal,
} from '../support/server-process.ts'
import { PASSWORD } from '../support/site.ts'
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

/**
 * A request to either process: through nginx if it is installed, otherwise to each in turn. `visitor`, from 2 to 254,
 * selects its source address.
 */
export type Sent = {
  method?: string
  path: string
  body?: object
  headers?: Environment
  visitor?: number
}

export type Pair = Awaited<ReturnType<typeof startPair>>

/**
 * Opens two processes on one PostgreSQL, behind nginx as delivered if it is installed; otherwise requests alternate
 * between them.
 * @param how.wired connects them to PostgreSQL through a proxy in the test's own process, which is slow when that
 * process is busy.
 */
export async function startPair(env: Environment = {}, { wired = false } = {}) {
  await using started = new AsyncDisposableStack()
  const place = started.use(await newPlace('PostgreSQL', 'set up'))
  const url = new URL(place.env.DATABASE_URL ?? '')
  const wire = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  started.defer(() => wire.close())
  if (wired) url.port = String(wire.port)
  const ofBoth = {
    ...place.env,
    DATABASE_URL: url.href,
    PUBLIC_URL: 'http://localhost',
    TRUST_PROXY: '127.0.0.1',
    ...env,
  }
  const ports = [await freePort(), await freePort()] as const
  const start = async (port: number) => started.use(await startPortal(ofBoth, port))
  const servers: [Server, Server] = [await start(ports[0]), await start(ports[1])]
  const door = await openLoadBalancer(ports, started)
  const db = await openDatabase({ dataDir: '', databaseUrl: place.env.DATABASE_URL ?? '' })
  started.defer(() => db.destroy())

  const open = started.move()
  return {
    servers,
    wire,
    door,
    /** The environment for commands. */
    env: ofBoth,
    /** A direct connection to the database. */
    db,
    /** Starts an instance again on its port, after its process has ended. */
    async restart(which: 0 | 1) {
      servers[which] = open.use(await startPortal(ofBoth, ports[which]))
    },
    [Symbol.asyncDispose]: () => closeAll(open, wire),
  }
}

async function closeAll(open: AsyncDisposableStack, wire: TcpProxy): Promise<void> {
  await wire.restore()
  await open.disposeAsync()
}

type LoadBalancer = (what: Sent) => Promise<Reply>

async function openLoadBalancer(
  ports: readonly number[],
  started: AsyncDisposableStack,
): Promise<LoadBalancer> {
  const program = process.platform === 'linux' ? findNginx() : undefined
  if (program) {
    const { port } = started.use(await startNginx(program, ports, 'as delivered'))
    return (what) => send(port, what, { localAddress: addressOf(what) })
  }
  let turn = 0
  return async (what) => {
    turn += 1
    const from = { headers: { 'x-forwarded-for': addressOf(what) } }
    const [first = 0, second = 0] = turn % 2 ? ports : ports.toReversed()
    return send(first, what, from).catch((error) => {
      const isRepeatable = error?.code === 'ECONNREFUSED' || what.method === undefined
      if (!isRepeatable) return { status: 502, ...readBody('', {}) } // it may have been received
      return send(second, what, from)
    })
  }
}

function addressOf({ visitor = 2 }: Sent): string {
  return `127.0.0.${visitor}`
}

/** Sends one request over its own connection. */
export async function send(
  port: number,
  { method = 'GET', path, body, headers }: Sent,
  from: { localAddress?: string; headers?: Environment } = {},
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const outgoing = request({
    host: '127.0.0.1',
    port,
    agent: false,
    method,
    path,
    ...(from.localAddress && { localAddress: from.localAddress }),
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers, ...from.headers },
  })
  outgoing.on('error', reject)
  outgoing.on('response', (incoming) => {
    text(incoming).then((answer) => {
      resolve({ ...readBody(answer, incoming.headers), status: incoming.statusCode ?? 0 })
    }, reject)
  })
  outgoing.end(body && JSON.stringify(body))
  return promise
}

function readBody(answer: string, headers: IncomingHttpHeaders): Omit<Reply, 'status'> {
  const isJson = String(headers['content-type']).includes('json')
  return { headers, text: answer, body: isJson && answer ? JSON.parse(answer) : undefined }
}

export function account(username: string) {
  return { username, email: `${username}@example.org`, password: PASSWORD }
}

export function register(pair: Pair, username: string, visitor = 2): Promise<Reply> {
  const body = account(username)
  return pair.door({ method: 'POST', path: '/auth/register', body, visitor })
}

export function refresh(pair: Pair, refresh_token: string, visitor: number): Promise<Reply> {
  return pair.door({ method: 'POST', path: '/auth/refresh', body: { refresh_token }, visitor })
}
