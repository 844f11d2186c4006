import { Worker } from 'node:worker_threads'
import { writeRequest } from './http-client.ts'
import { load } from './load.ts'
import type { OverloadResult, OverloadTask } from './load-worker.ts'
import { close, connect, visitor } from './measure-row.ts'
import type { Players } from './players.ts'
import { SAVED_SKINS } from './public-work.ts'
import { askMe } from './rows.ts'
import { median, percentile } from './statistics.ts'

const OVERLOAD_CLIENTS = 8
const READERS = 4

/** Expensive requests with which one connection overloads the site. */
type Work = {
  name: string
  requests(players: Players, connection: number): string[]
}

const works: readonly Work[] = [
  { name: 'nothing', requests: () => [] },
  {
    name: 'GET /render, never from cache',
    requests: (_players, connection) =>
      Array.from(
        { length: SAVED_SKINS / OVERLOAD_CLIENTS },
        (_, n) => `Look_${n * OVERLOAD_CLIENTS + connection}`,
      ).flatMap((name) =>
        ['body', 'head', 'avatar'].map((view) => get(`/render/${view}/${name}?size=512`)),
      ),
  },
  { name: 'GET /public/news?limit=100', requests: () => [get('/public/news?limit=100')] },
  {
    name: 'GET /auth/launcher/news?limit=100',
    requests: ({ apiKey }) => [
      get('/auth/launcher/news?limit=100', { Authorization: `Api-Key ${apiKey}` }),
    ],
  },
  {
    name: 'GET /cabinet/2fa/generate',
    requests: ({ accessTokens }, connection) => [
      get('/cabinet/2fa/generate', {
        Authorization: `Bearer ${accessTokens[connection % accessTokens.length]}`,
      }),
    ],
  },
  { name: 'GET /docs', requests: () => [get('/docs')] },
  { name: 'GET /openapi.json', requests: () => [get('/openapi.json')] },
  { name: 'GET /', requests: () => [get('/')] },
  { name: 'GET /names', requests: () => [get('/names/Look_1')] },
]

/** How long a few readers wait while other clients overload one endpoint. Times are in milliseconds. */
export type OverloadFigures = {
  name: string
  rate: number
  statuses: Record<string, number>
  p50: number
  p99: number
}

export async function measureOverload(
  place: { port: number; players: Players },
  duration: number,
): Promise<OverloadFigures[]> {
  const figures: OverloadFigures[] = []
  for (const work of works) figures.push(await measureOne(work, place, duration))
  return figures
}

async function measureOne(
  { name, requests }: Work,
  { port, players }: { port: number; players: Players },
  duration: number,
): Promise<OverloadFigures> {
  const asked = Array.from({ length: OVERLOAD_CLIENTS }, (_, n) => requests(players, n))
  const reading = await connect(port, READERS)
  const readers = reading.map((one, n) => visitor({ name: 'GET /auth/me' }, askMe(players, n), one))
  const [{ latencies }, { rate, statuses }] = await Promise.all([
    load(readers, duration),
    overload({ port, duration, requests: asked.filter((own) => own.length > 0) }),
  ])
  close(reading)
  return { name, rate, statuses, p50: median(latencies), p99: percentile(latencies, 0.99) }
}

/** Overloads the site from a thread, because reading large responses here would delay the measured connections. */
function overload(overloading: OverloadTask): Promise<OverloadResult> {
  const worker = new Worker(new URL('./load-worker.ts', import.meta.url), {
    workerData: overloading,
  })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

function get(path: `/${string}`, headers: Record<string, string> = {}): string {
  return writeRequest(`GET ${path}`, { headers })
}
