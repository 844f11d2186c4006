import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type Connection, openConnection, writeRequest } from './http-client.ts'
import { commandOf, makeOwner } from './launcher.ts'
import { load, type Slice } from './load.ts'
import { close, connect, type SliceLengths, visitor } from './measure-row.ts'
import type { Database, Surroundings } from './measure-site.ts'
import { checkStatus, makePlayers, type Players, signInRequest } from './players.ts'
import type { Row } from './row.ts'
import { CHAINS, rows, SIGN_INS } from './rows.ts'
import { startSite } from './site-process.ts'
import { median, percentile } from './statistics.ts'

const WEBHOOKS = 10
const RECEIVERS = 50
const MEASURED = ['GET /auth/me', 'POST /auth/refresh', 'POST /auth/login']

/** Rates are in requests per second, times in milliseconds; `ratio` is the median over pairs of slices. */
type RowWithWebhooks = {
  name: string
  without: number
  with: number
  ratio: number
  p99Without: number
  p99With: number
}

/** The time from the response to a change until a receiver has its event, in milliseconds. */
type Delay = { p50: number; p99: number; max: number }

export type WebhookFigures = {
  database: Database
  rows: RowWithWebhooks[]
  /** The delay to 50 webhooks that respond: without other webhooks, and while 50 other webhooks hang. */
  delay: { alone: Delay; besideHanging: Delay }
}

/**
 * Measures what ten webhooks cost the site, in alternating slices without and with them, and how soon events arrive
 * while other receivers hang.
 */
export async function measureWebhooks(
  database: Database,
  { folder, databaseUrl, plan, progress }: Omit<Surroundings, 'baselines'>,
): Promise<WebhookFigures> {
  mkdirSync(folder)
  progress(`${database}: players`)
  const site = await startSite(folder, databaseUrl)
  const receiver = await openReceiver()
  const hanging = createServer(() => undefined)
  try {
    const place = { folder, databaseUrl }
    await makeOwner(place)
    await commandOf(place, ['settings', 'set', 'allowedWebhookHosts', '127.0.0.1'])
    const made = await makePlayers(site.port, { chains: CHAINS, signIns: SIGN_INS })
    const owner = await signInOwner(site.port)
    const ten = await owner.addWebhooks(receiver.url, WEBHOOKS)
    const figures: RowWithWebhooks[] = []
    for (const row of rows.filter(({ name }) => MEASURED.includes(name))) {
      progress(`${database}: ${row.name} with ${WEBHOOKS} webhooks`)
      const pace = row.baseline === 'bare argon2id' ? plan.signIns : plan.reads
      const turn = (enabled: boolean) => owner.turn(ten, enabled)
      const players = { ...made, apiKey: '', games: [] }
      figures.push(await measurePairs(row, { port: site.port, players, turn }, pace))
    }

    progress(`${database}: events to ${RECEIVERS} webhooks, then beside ${RECEIVERS} that hang`)
    await owner.turn(ten, false)
    await owner.addWebhooks(receiver.url, RECEIVERS)
    const publish = () => owner.publish()
    const alone = await measureDelay(receiver, publish, plan.deliveries)
    await owner.addWebhooks(await listen(hanging), RECEIVERS)
    const besideHanging = await measureDelay(receiver, publish, plan.deliveries)
    owner.close()
    return { database, rows: figures, delay: { alone, besideHanging } }
  } finally {
    await site.stop()
    for (const server of [receiver.server, hanging]) server.close().closeAllConnections()
  }
}

type Pairs = { port: number; players: Players; turn(enabled: boolean): Promise<void> }

async function measurePairs(
  row: Row,
  { port, players, turn }: Pairs,
  { warmUp, slice, rounds }: SliceLengths,
): Promise<RowWithWebhooks> {
  const connections = await connect(port, row.connections)
  const visitors = connections.map((one, n) => visitor(row, row.requests(players, n), one))
  await load(visitors, warmUp)
  const pairs: { without: Slice; with: Slice }[] = []
  for (let round = 0; round < rounds; round += 1) {
    await turn(false)
    const without = await load(visitors, slice)
    await turn(true)
    pairs.push({ without, with: await load(visitors, slice) })
  }
  close(connections)
  const p99 = (kind: 'without' | 'with') =>
    percentile(
      pairs.flatMap((pair) => pair[kind].latencies),
      0.99,
    )
  return {
    name: row.name,
    without: median(pairs.map((pair) => pair.without.rate)),
    with: median(pairs.map((pair) => pair.with.rate)),
    ratio: median(pairs.map((pair) => pair.with.rate / pair.without.rate)),
    p99Without: p99('without'),
    p99With: p99('with'),
  }
}

type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** Publishes news items one by one. The next one follows when all receivers that respond have got the last one. */
async function measureDelay(
  receiver: Receiver,
  publish: () => Promise<void>,
  count: number,
): Promise<Delay> {
  const delays: number[] = []
  for (let sent = 0; sent < count; sent += 1) {
    const arrived = receiver.next(RECEIVERS)
    await publish()
    const publishedAt = performance.now()
    delays.push(...(await arrived).map((at) => Math.max(0, at - publishedAt)))
  }
  return { p50: median(delays), p99: percentile(delays, 0.99), max: Math.max(...delays) }
}

/** Opens a receiver of webhooks that responds, and collects the instants at which news arrives. */
async function openReceiver() {
  let arrivals: number[] = []
  let onArrival = (): void => undefined
  const server = createServer(async (request, response) => {
    const event = await json(request)
    response.writeHead(204).end()
    if (typeof event !== 'object' || event === null || !('type' in event)) return
    if (event.type !== 'news.published') return
    arrivals.push(performance.now())
    onArrival()
  })
  return {
    server,
    url: await listen(server),
    /** Resolves with the instants of the next `count` arrivals. */
    next(count: number): Promise<number[]> {
      arrivals = []
      return new Promise((resolve) => {
        onArrival = () => {
          if (arrivals.length === count) resolve(arrivals)
        }
      })
    },
  }
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

/** Signs in as the superuser, who manages webhooks and publishes news. */
async function signInOwner(port: number) {
  const connection = await openConnection(port)
  const signedIn = await connection.send(signInRequest('Owner'))
  checkStatus('POST /auth/login', signedIn)
  const headers = { Authorization: `Bearer ${JSON.parse(signedIn.body).accessToken}` }
  const send = sender(connection, headers)
  return {
    async addWebhooks(url: string, count: number): Promise<string[]> {
      const ids: string[] = []
      for (let n = 0; n < count; n += 1) {
        const { id } = await send('POST /admin/webhooks', { name: `Bench ${n}`, url }, 201)
        ids.push(String(id))
      }
      return ids
    },
    async turn(ids: readonly string[], enabled: boolean): Promise<void> {
      for (const id of ids) await send(`PATCH /admin/webhooks/${id}`, { enabled })
    },
    async publish(): Promise<void> {
      await send('POST /admin/news', { title: 'Update', body: 'It is out.', tag: 'Update' })
    },
    close: () => connection.close(),
  }
}

function sender(connection: Connection, headers: Record<string, string>) {
  return async (line: Parameters<typeof writeRequest>[0], body: object, status = 200) => {
    const answer = await connection.send(writeRequest(line, { headers, body }))
    checkStatus(line, answer, status)
    return JSON.parse(answer.body)
  }
}
