import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/statistics.ts'
import {
  compareOperations,
  compareSessions,
  type Differences,
  sumDifferences,
} from './check-operation-log.ts'
import { type Clients, runClients } from './clients.ts'
import type { Fault } from './faults.ts'
import { newOperationLog, type OperationLog, type Sent } from './operation-log.ts'
import { type Stage, untilWhole } from './stage.ts'

/** A line of the table, with its operation log. Times are in milliseconds. */
export type Outcome = {
  title: string
  times: number
  log: OperationLog
  differences: Differences
  /** The time from each fault until the last Portal accepts changes again. */
  pauses: number[]
  /** The time from the promotion of the other machine until the last Portal accepts changes again. */
  pausesAfterPromotion: number[]
  /** The 99th percentile of the durations of requests that began between a fault and the end of its pause. */
  p99: number
  isOlder: boolean
}

type Window = { begunAt: number; servedAt: number; promotedAt: number | undefined }

const CALM = 2_000
const MAILED_WITHIN = 180_000

export async function tryFault(
  stage: Stage,
  fault: Fault,
  how: { times: number; isCareless: boolean },
): Promise<Outcome> {
  const { cluster, portals, owner, players } = stage
  const outside = [cluster.one, cluster.two].map(({ address }) => `http://${address}:8080`)
  const sites = fault.isOutside ? outside : portals.map(({ origin }) => origin)
  const log = newOperationLog()
  const { isCareless } = how
  const crowd: Clients = { sites, owner, players, log, isCareless, isOver: false }
  const mailedBefore = stage.mail.arrived.length

  await untilWhole(stage)
  const end = await runClients(crowd)
  const windows: Window[] = []
  for (let time = 0; time < how.times; time += 1) {
    await sleep(CALM + Math.random() * 500)
    const begunAt = performance.now()
    const { promotedAt } = await fault.happen(stage)
    await untilWhole(stage).catch((error) => log.faults.push(String(error)))
    await sleep(CALM)
    windows.push({ begunAt, promotedAt, servedAt: servedAgainAt(log, sites, begunAt) })
  }
  await end()

  const differences = sumDifferences([
    await compareOperations(cluster.urlAt(await cluster.primary()), log.operations),
    await compareSessions(portals[0]?.origin ?? '', log),
    await compareMails(stage, log, mailedBefore),
  ])
  const meanwhile = log.requests.filter(({ begunAt }) =>
    windows.some((window) => begunAt >= window.begunAt && begunAt <= window.servedAt),
  )
  return {
    title: fault.title,
    times: how.times,
    log,
    differences,
    pauses: windows.map(({ begunAt, servedAt }) => servedAt - begunAt),
    pausesAfterPromotion: windows.flatMap(({ promotedAt, servedAt }) =>
      promotedAt === undefined ? [] : Math.max(0, servedAt - promotedAt),
    ),
    p99: percentile(meanwhile.filter(counts).map(durationOf), 0.99),
    isOlder: fault.isOlder === true,
  }
}

export function counts({ kind }: Sent): boolean {
  return kind !== 'ready'
}

export function durationOf({ begunAt, endedAt }: Sent): number {
  return endedAt - begunAt
}

/** Returns when the last of the sites accepted changes for good: after its last refusal, if any. */
function servedAgainAt(
  { requests }: OperationLog,
  sites: readonly string[],
  begunAt: number,
): number {
  const since = requests.filter((sent) => sent.endedAt >= begunAt && CHANGES.has(sent.kind))
  const times = sites.map((site) => {
    const here = since.filter((sent) => sent.site === site)
    const failures = here.filter(({ status }) => status === 0 || status >= 500)
    const lastFailure = Math.max(begunAt, ...failures.map(({ endedAt }) => endedAt))
    const served = here.filter(
      ({ status, endedAt }) => status < 300 && status > 0 && endedAt > lastFailure,
    )
    if (failures.length === 0) return begunAt
    return Math.min(...served.map(({ endedAt }) => endedAt))
  })
  return Math.max(...times)
}

const CHANGES: ReadonlySet<string> = new Set(['refresh', 'pay', 'sign in', 'register'])

/** Checks that each confirmed registration has its mail, and no mail is sent twice. */
async function compareMails(
  { mail }: Stage,
  log: OperationLog,
  before: number,
): Promise<Differences> {
  const wanted = log.operations
    .filter(({ kind, state }) => kind === 'register' && state === 'answered')
    .map(({ id }) => `${id}@example.org`.toLowerCase())
  const missing = (): string[] => {
    const arrived = mail.arrived.slice(before).flatMap(({ to }) => to)
    const addresses = new Set(arrived.map((address) => address.toLowerCase()))
    return wanted.filter((address) => !addresses.has(address))
  }
  for (let waited = 0; waited < MAILED_WITHIN && missing().length > 0; waited += 500) {
    await sleep(500)
  }
  const ids = mail.arrived.slice(before).map(({ mail }) => mail.messageId ?? '')
  const twice = ids.filter((id, index) => ids.indexOf(id) < index)
  return {
    lost: missing().length,
    doubled: twice.length,
    denied: 0,
    examples: [
      ...missing().map((address) => `lost: the mail to ${address}`),
      ...twice.map((id) => `doubled: the mail ${id}`),
    ],
  }
}
