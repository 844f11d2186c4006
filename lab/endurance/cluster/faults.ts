import { setTimeout as sleep } from 'node:timers/promises'
import type { Machine } from './machine.ts'
import type { ConnectionMode } from './portals.ts'
import { everyWire, restart, type Stage } from './stage.ts'

export type Fault = {
  title: string
  times: number
  way: ConnectionMode
  /** Whether requests are sent through HAProxy, like those of players; otherwise directly to each Portal. */
  isOutside?: true
  /** Whether the trial starts with two Portals of the last release, and with many players. */
  isOlder?: true
  happen(run: Stage): Promise<Aftermath>
}

/** The instant at which the other machine became the primary; undefined if it did not. */
export type Aftermath = { promotedAt?: number | undefined }

const SECOND = 1_000
const PROMOTION_TIMEOUT = 60 * SECOND

export const FAULTS: Record<string, Fault> = {
  'kill-primary': {
    title: '`kill -9` of the primary',
    times: 20,
    way: 'haproxy',
    happen: killPrimary,
  },
  'machine-dies': {
    title: 'the machine of the primary dies',
    times: 2,
    way: 'haproxy',
    happen: loseMachine,
  },
  'answers-lost': {
    title: '1 answer of the database in 25 is lost, 10 s',
    times: 2,
    way: 'haproxy',
    happen: loseAnswers,
  },
  'standby-hangs-20': {
    title: 'the standby hangs, 20 s',
    times: 1,
    way: 'haproxy',
    happen: (run) => hangStandby(run, 20 * SECOND),
  },
  'standby-hangs-40': {
    title: 'the standby hangs, 40 s',
    times: 1,
    way: 'haproxy',
    happen: (run) => hangStandby(run, 40 * SECOND),
  },
  'standby-hangs-waited-for': {
    title: 'the standby hangs, 40 s; PostgreSQL would wait a minute',
    times: 1,
    way: 'haproxy',
    happen: waitForStandby,
  },
  'standby-hangs-primary-dies': {
    title: 'the standby hangs, then the primary dies',
    times: 1,
    way: 'haproxy',
    happen: hangThenDie,
  },
  'primary-hangs': {
    title: 'the primary hangs, 40 s, its Patroni lives',
    times: 1,
    way: 'haproxy',
    happen: (run) => hangPrimary(run, { withPatroni: false }),
  },
  'primary-hangs-with-patroni': {
    title: 'the primary hangs with its Patroni, 40 s',
    times: 1,
    way: 'haproxy',
    happen: (run) => hangPrimary(run, { withPatroni: true }),
  },
  'network-silent': {
    title: 'the network to the database goes silent, 15 s',
    times: 2,
    way: 'haproxy',
    happen: blockNetwork,
  },
  switchover: { title: 'planned switchover', times: 3, way: 'haproxy', happen: switchOver },
  exchange: {
    title: 'both Portals are exchanged',
    times: 2,
    way: 'haproxy',
    isOutside: true,
    happen: exchangePortals,
  },
  update: {
    title: 'both Portals of the last release are exchanged, the first one migrates 50,000 players',
    times: 1,
    way: 'haproxy',
    isOutside: true,
    isOlder: true,
    happen: exchangePortals,
  },
  'portal-dies': {
    title: '`kill -9` of a Portal',
    times: 3,
    way: 'haproxy',
    isOutside: true,
    happen: killPortal,
  },
  'hosts-kill-primary': {
    title: '`kill -9` of the primary; hosts in the URL',
    times: 5,
    way: 'hosts',
    happen: killPrimary,
  },
  'pgbouncer-kill-primary': {
    title: '`kill -9` of the primary; PgBouncer',
    times: 5,
    way: 'pgbouncer',
    happen: killPrimary,
  },
}

async function killPrimary(run: Stage): Promise<Aftermath> {
  const primary = await run.cluster.primary()
  primary.signalPostgres('SIGKILL')
  return { promotedAt: await promotionOf(run, primary) }
}

/** Kills all programs of the primary. Patroni cannot release its lock, so the standby waits until the lock expires. */
async function loseMachine(run: Stage): Promise<Aftermath> {
  const primary = await run.cluster.primary()
  killMachine(primary)
  const promotedAt = await promotionOf(run, primary)
  await sleep(3 * SECOND)
  wakeMachine(primary)
  return { promotedAt }
}

async function loseAnswers(run: Stage): Promise<Aftermath> {
  for (const wire of everyWire(run)) wire.loseResponses(25)
  await sleep(10 * SECOND)
  for (const wire of everyWire(run)) wire.thaw()
  return {}
}

async function hangStandby({ cluster }: Stage, duration: number): Promise<Aftermath> {
  const standby = cluster.other(await cluster.primary())
  suspend(standby, 'SIGSTOP')
  await sleep(duration)
  suspend(standby, 'SIGCONT')
  return {}
}

/** Lets the standby hang with the default timeout of PostgreSQL, so that changes wait as long as it hangs. */
async function waitForStandby(run: Stage): Promise<Aftermath> {
  const timeout = (value: string | null) =>
    run.cluster.change({ postgresql: { parameters: { wal_sender_timeout: value } } })
  await timeout('60s')
  await sleep(5 * SECOND) // until Patroni has configured PostgreSQL
  await hangStandby(run, 40 * SECOND)
  await timeout('5s')
  return {}
}

/**
 * Lets the standby hang, then kills the primary. Changes that were confirmed in between are only on the primary, so the
 * standby must not take over.
 */
async function hangThenDie({ cluster }: Stage): Promise<Aftermath> {
  const primary = await cluster.primary()
  const standby = cluster.other(primary)
  suspend(standby, 'SIGSTOP')
  await sleep(15 * SECOND)
  killMachine(primary)
  suspend(standby, 'SIGCONT')
  await sleep(25 * SECOND)
  wakeMachine(primary)
  return {}
}

async function hangPrimary(run: Stage, { withPatroni }: { withPatroni: boolean }) {
  const primary = await run.cluster.primary()
  primary.signalPostgres('SIGSTOP')
  if (withPatroni) primary.signal('patroni', 'SIGSTOP')
  const [promotedAt] = await Promise.all([promotionOf(run, primary), sleep(40 * SECOND)])
  if (withPatroni) primary.signal('patroni', 'SIGCONT')
  primary.signalPostgres('SIGCONT')
  return { promotedAt }
}

async function blockNetwork(run: Stage): Promise<Aftermath> {
  for (const wire of everyWire(run)) wire.freeze()
  await sleep(15 * SECOND)
  for (const wire of everyWire(run)) await wire.restore()
  return {}
}

async function switchOver(run: Stage): Promise<Aftermath> {
  const primary = await run.cluster.primary()
  const asked = run.cluster.switchOver()
  const promotedAt = await promotionOf(run, primary)
  await asked
  return { promotedAt }
}

async function exchangePortals(run: Stage): Promise<Aftermath> {
  for (const portal of run.portals) {
    await portal.stop()
    await restart(run, portal)
    await sleep(3 * SECOND) // until HAProxy has detected it
  }
  return {}
}

async function killPortal(run: Stage): Promise<Aftermath> {
  const [portal] = run.portals
  if (!portal) throw new Error('no Portal runs')
  await portal.kill()
  await sleep(3 * SECOND)
  await restart(run, portal)
  return {}
}

function suspend(machine: Machine, signal: 'SIGSTOP' | 'SIGCONT'): void {
  machine.signal('patroni', signal)
  machine.signalPostgres(signal)
}

function killMachine(machine: Machine): void {
  machine.signal('patroni', 'SIGKILL')
  machine.signalPostgres('SIGKILL')
  machine.signal('etcd', 'SIGKILL')
}

function wakeMachine(machine: Machine): void {
  machine.start('etcd')
  machine.start('patroni')
}

/** Waits until the other machine is the primary. @returns the instant; undefined if that took too long */
async function promotionOf({ cluster }: Stage, before: Machine): Promise<number | undefined> {
  const end = performance.now() + PROMOTION_TIMEOUT
  while (performance.now() < end) {
    if (await cluster.isPrimary(cluster.other(before))) return performance.now()
    await sleep(25)
  }
  return undefined
}
