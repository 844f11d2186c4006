import type { Baselines } from './baselines.ts'
import { type Connection, openConnection } from './http-client.ts'
import { load, type Slice, type Visit } from './load.ts'
import { checkStatus, type Players } from './players.ts'
import type { PostgresBaseline } from './postgres-baseline.ts'
import type { Requests, Row } from './row.ts'
import { median, percentile } from './statistics.ts'

/** The length of the slices in which a row is measured, in milliseconds, and the number of pairs. */
export type SliceLengths = { warmUp: number; slice: number; rounds: number }

export type Place = {
  port: number
  players: Players
  baselines: Baselines
  raw?: PostgresBaseline | undefined
}

/** Rates are in requests per second, times in milliseconds; `ratio` is the median over the pairs. */
export type RowFigures = {
  name: string
  connections: number
  baseline: Row['baseline']
  rate: number
  p50: number
  p99: number
  baselineRate: number
  /**
   * The rate of the fastest slice of the baseline divided by that of the slowest: about 1 on an otherwise idle machine.
   */
  unrest: number
  ratio: number
  ratios: number[]
  /** The comparison with raw prepared statements; undefined on SQLite and for rows without such statements. */
  raw: { measuredBy: string; rate: number; ratio: number; target: number | undefined } | undefined
}

/**
 * Measures a row and its baseline in alternating slices, so that disturbances affect both. Each slice of
 * the site is compared with the slice of the baseline before it.
 */
export async function measureRow(
  row: Row,
  place: Place,
  lengths: SliceLengths,
): Promise<RowFigures> {
  const talks = Array.from({ length: row.connections }, (_, n) => row.requests(place.players, n))
  const site = await connect(place.port, row.connections)
  const visitors = talks.map((talk, n) => visitor(row, talk, at(site, n)))
  const baseline = await openBaseline(row, talks, place, at(site, 0))

  await baseline.slice(lengths.warmUp)
  await load(visitors, lengths.warmUp)
  const pairs: { baselineRate: number; rawRate: number; slice: Slice }[] = []
  for (let round = 0; round < lengths.rounds; round += 1) {
    const baselineRate = await baseline.slice(lengths.slice)
    const rawRate = await rawSlice(row, place, lengths)
    pairs.push({ baselineRate, rawRate, slice: await load(visitors, lengths.slice) })
  }
  baseline.close()
  close(site)

  const latencies = pairs.flatMap(({ slice }) => slice.latencies)
  const ratios = pairs.map(({ baselineRate, slice }) => slice.rate / baselineRate)
  const baselineRates = pairs.map(({ baselineRate }) => baselineRate)
  return {
    name: row.name,
    connections: row.connections,
    baseline: row.baseline,
    rate: median(pairs.map(({ slice }) => slice.rate)),
    p50: median(latencies),
    p99: percentile(latencies, 0.99),
    baselineRate: median(baselineRates),
    unrest: Math.max(...baselineRates) / Math.min(...baselineRates),
    ratio: median(ratios),
    ratios,
    raw: row.raw &&
      place.raw && {
        measuredBy: place.raw.by,
        rate: median(pairs.map(({ rawRate }) => rawRate)),
        ratio: median(pairs.map(({ slice, rawRate }) => slice.rate / rawRate)),
        target: row.raw.target,
      },
  }
}

async function rawSlice(
  { raw, connections }: Row,
  place: Place,
  lengths: SliceLengths,
): Promise<number> {
  return raw && place.raw ? place.raw.slice(raw.work, connections, lengths.slice) : Number.NaN
}

export function visitor(
  { name, status }: Pick<Row, 'name' | 'status'>,
  talk: Requests,
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

type OpenBaseline = { slice(duration: number): Promise<number>; close(): void }

/** Opens the bare server with the requests of the row and responses of the same length. */
async function openBaseline(
  row: Row,
  talks: readonly Requests[],
  { baselines }: Place,
  site: Connection,
): Promise<OpenBaseline> {
  if (row.baseline === 'bare argon2id') return { slice: baselines.verifyPasswords, close() {} }

  const [talk] = talks
  if (!talk) throw new Error('a row needs at least one connection')
  const sample = await site.send(talk.next())
  checkStatus(row.name, sample, talk.status?.() ?? row.status)
  talk.take?.(sample.body)
  await baselines.answerWith(sample.body.length)

  const bare = await connect(baselines.httpPort, talks.length)
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
