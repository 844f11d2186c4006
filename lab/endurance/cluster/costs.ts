import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { median } from '../../bench/statistics.ts'
import { ask, type Request, type SiteResponse } from '../site-client.ts'
import type { Player } from './clients.ts'
import { CONNECTION_MODES } from './portals.ts'
import { goThrough, type Stage, untilWhole } from './stage.ts'

const ROUNDS = 3
const WARM_UP = 1_000
const MEASURE_DURATION = 5_000

/** The measured values of `synchronous_commit`, which decides what PostgreSQL waits for before it confirms a change. */
const COMMITS = ['off', 'local', 'on', 'remote_apply'] as const

/**
 * Measures the cost of each `synchronous_commit`, alternating, so that other load on the machine affects
 * all.
 */
export async function measureCommits(run: Stage): Promise<string[]> {
  const refreshes = new Map<string, number[]>()
  const payments = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const commit of COMMITS) {
      await commitWith(run, commit)
      append(refreshes, commit, await rateOf(run, refresh))
      append(payments, commit, await paymentOf(run))
    }
  }
  await commitWith(run, 'on')
  const rows = COMMITS.map((commit) => {
    const rate = median(refreshes.get(commit) ?? []).toFixed(0)
    return `| \`${commit}\` | ${rate} | ${median(payments.get(commit) ?? []).toFixed(1)} |`
  })
  const head = '| `synchronous_commit` | refreshes a second | a payment, p50 ms |'
  return [head, '| --- | --- | --- |', ...rows]
}

/** Measures the cost of the proxies between Portal and its database. */
export async function measureWays(run: Stage): Promise<string[]> {
  const reads = new Map<string, number[]>()
  const refreshes = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const way of CONNECTION_MODES) {
      await goThrough(run, way)
      await untilWhole(run)
      append(reads, way, await rateOf(run, look))
      append(refreshes, way, await rateOf(run, refresh))
    }
  }
  const rows = CONNECTION_MODES.map((way) => {
    const [read, change] = [reads, refreshes].map((all) => median(all.get(way) ?? []).toFixed(0))
    return `| ${way} | ${read} | ${change} |`
  })
  return ['| | `me` a second | refreshes a second |', '| --- | --- | --- |', ...rows]
}

async function commitWith({ cluster }: Stage, commit: string): Promise<void> {
  await cluster.change({ postgresql: { parameters: { synchronous_commit: commit } } })
  const client = new pg.Client({ connectionString: cluster.urlAt(await cluster.primary()) })
  await client.connect()
  let now = ''
  while (now !== commit) {
    await sleep(100)
    now = String((await client.query('show synchronous_commit')).rows[0]?.synchronous_commit)
  }
  await client.end()
}

type Act = (site: string, player: Player) => Promise<SiteResponse>

async function refresh(site: string, player: Player): Promise<SiteResponse> {
  const json = { refresh_token: player.refreshToken }
  const answer = await ask(site, { method: 'POST', path: '/auth/refresh', json })
  player.refreshToken = answer.body.refreshToken ?? player.refreshToken
  return answer
}

function look(site: string, { accessToken }: Player): Promise<SiteResponse> {
  return ask(site, { method: 'GET', path: '/auth/me', as: `Bearer ${accessToken}` })
}

/** Runs all players without pauses. @returns the successful actions per second */
async function rateOf({ portals, players }: Stage, act: Act): Promise<number> {
  const warmAt = performance.now() + WARM_UP
  const end = warmAt + MEASURE_DURATION
  let done = 0
  const repeat = async (player: Player, index: number): Promise<void> => {
    const site = portals[index % portals.length]?.origin ?? ''
    while (performance.now() < end) {
      const { status } = await act(site, player)
      if (status === 200 && performance.now() > warmAt) done += 1
    }
  }
  await Promise.all(players.map(repeat))
  return done / (MEASURE_DURATION / 1_000)
}

/** Returns the median duration of consecutive payments, in milliseconds. */
async function paymentOf({ portals, players, owner }: Stage): Promise<number> {
  const end = performance.now() + MEASURE_DURATION
  const durations: number[] = []
  const path = `/admin/players/${players[0]?.uuid}/balance` as const
  const json = { real: 1, reason: 'a payment' }
  const request: Request = { method: 'POST', path, as: owner, json }
  while (performance.now() < end) {
    const begunAt = performance.now()
    const { status } = await ask(portals[0]?.origin ?? '', request)
    if (status === 200) durations.push(performance.now() - begunAt)
  }
  return median(durations)
}

function append(all: Map<string, number[]>, name: string, value: number): void {
  all.set(name, [...(all.get(name) ?? []), value])
}
