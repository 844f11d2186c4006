import type { Floors } from './baselines.ts'
import { type Connection, openConnection } from './http-client.ts'
import { load, type Slice, type Visit } from './load.ts'
import { checkStatus, type Players } from './players.ts'
import type { PostgresFloor } from './postgres-baseline.ts'
import type { Row, Talk } from './row.ts'
import { median, percentile } from './statistics.ts'

/** The length of the slices in which a row is measured, in milliseconds, and the number of pairs. */
export type Pace = { warmUp: number; slice: number; rounds: number }

export type Place = {
  port: number
  players: Players
  floors: Floors
  raw?: PostgresFloor | undefined
}

/** Rates are in requests per second, times in milliseconds; `ratio` is the median over the pairs. */
export type RowFigures = {
  name: string
  connections: number
  floor: Row['floor']
  rate: number
  p50: number
  p99: number
  floorRate: number
  /** The fastest slice of the floor over the slowest; 1 on an otherwise idle machine. */
  unrest: number
  ratio: number
  ratios: number[]
  /** The same against raw prepared statements, on PostgreSQL. */
  raw: { by: string; rate: number; ratio: number; reach: number | undefined } | undefined
}

/**
 * Measures a row and its floor in alternating slices, so that disturbances affect both. Each slice of the
 * site is compared with the slice of the floor before it.
 */
export async function measureRow(row: Row, place: Place, pace: Pace): Promise<RowFigures> {
  const talks = Array.from({ length: row.connections }, (_, n) => row.talk(place.players, n))
  const site = await connect(place.port, row.connections)
  const visitors = talks.map((talk, n) => visitor(row, talk, at(site, n)))
  const floor = await openFloor(row, talks, place, at(site, 0))

  await floor.slice(pace.warmUp)
  await load(visitors, pace.warmUp)
  const pairs: { floorRate: number; rawRate: number; slice: Slice }[] = []
  for (let round = 0; round < pace.rounds; round += 1) {
    const floorRate = await floor.slice(pace.slice)
    const rawRate = await rawSlice(row, place, pace)
    pairs.push({ floorRate, rawRate, slice: await load(visitors, pace.slice) })
  }
  floor.close()
  close(site)

  const latencies = pairs.flatMap(({ slice }) => slice.latencies)
  const ratios = pairs.map(({ floorRate, slice }) => slice.rate / floorRate)
  const floorRates = pairs.map(({ floorRate }) => floorRate)
  return {
    name: row.name,
    connections: row.connections,
    floor: row.floor,
    rate: median(pairs.map(({ slice }) => slice.rate)),
    p50: median(latencies),
    p99: percentile(latencies, 0.99),
    floorRate: median(floorRates),
    unrest: Math.max(...floorRates) / Math.min(...floorRates),
    ratio: median(ratios),
    ratios,
    raw: row.raw &&
      place.raw && {
        by: place.raw.by,
        rate: median(pairs.map(({ rawRate }) => rawRate)),
        ratio: median(pairs.map(({ slice, rawRate }) => slice.rate / rawRate)),
        reach: row.raw.reach,
      },
  }
}

async function rawSlice({ raw, connections }: Row, place: Place, pace: Pace): Promise<number> {
  return raw && place.raw ? place.raw.slice(raw.work, connections, pace.slice) : Number.NaN
}

export function visitor(
  { name, status }: Pick<Row, 'name' | 'status'>,
  talk: Talk,
  connection: Connection,
): Visit {
  return async () => {
    const answer = await connection.send(talk.next())
    checkStatus(name, answer, talk.status?.() ?? status)
    talk.take?.(answer.body)
  }
}

export function connect(port: number, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => openConnection(port)))
}

export function close(connections: readonly Connection[]): void {
  for (const connection of connections) connection.close()
}

type OpenFloor = { slice(duration: number): Promise<number>; close(): void }

/** The bare server gets the requests of the row, and its answers are as long as those of the site. */
async function openFloor(
  row: Row,
  talks: readonly Talk[],
  { floors }: Place,
  site: Connection,
): Promise<OpenFloor> {
  if (row.floor === 'bare argon2id') return { slice: floors.verifyPasswords, close() {} }

  const [talk] = talks
  if (!talk) throw new Error('a row needs at least one connection')
  const sample = await site.send(talk.next())
  checkStatus(row.name, sample, talk.status?.() ?? row.status)
  talk.take?.(sample.body)
  await floors.answerWith(sample.body.length)

  const bare = await connect(floors.httpPort, talks.length)
  const visitors = talks.map(({ next }, n) =>
    visitor({ name: 'the bare server' }, { next }, at(bare, n)),
  )
  return {
    slice: async (duration) => (await load(visitors, duration)).rate,
    close: () => close(bare),
  }
}

export function at<T>(list: readonly T[], place: number): T {
  const item = list[place]
  if (item === undefined) throw new Error(`nothing at ${place}`)
  return item
}
