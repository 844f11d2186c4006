import { setTimeout as sleep } from 'node:timers/promises'
import type { Machine } from './machine.ts'
import type { Way } from './portals.ts'
import { everyWire, restart, type Stage } from './stage.ts'

/** Something that goes wrong. */
export type Fault = {
  title: string
  times: number
  way: Way
  /** Whether requests come through HAProxy, as players' do; otherwise they go to each Portal directly. */
  isOutside?: true
  /** Whether it begins with both Portals of the last release, and with many players. */
  isOlder?: true
  happen(stage: Stage): Promise<Aftermath>
}

/** When the other machine became the primary, if it did. */
export type Aftermath = { promotedAt?: number | undefined }

const SECOND = 1_000
const PROMOTED_WITHIN = 60 * SECOND

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
    happen: (stage) => hangStandby(stage, 20 * SECOND),
  },
  'standby-hangs-40': {
    title: 'the standby hangs, 40 s',
    times: 1,
    way: 'haproxy',
    happen: (stage) => hangStandby(stage, 40 * SECOND),
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
    happen: (stage) => hangPrimary(stage, { withPatroni: false }),
  },
  'primary-hangs-with-patroni': {
    title: 'the primary hangs with its Patroni, 40 s',
    times: 1,
    way: 'haproxy',
    happen: (stage) => hangPrimary(stage, { withPatroni: true }),
  },
  'network-silent': {
    title: 'the network to the database goes silent, 15 s',
    times: 2,
    way: 'haproxy',
    happen: silenceNetwork,
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

async function killPrimary(stage: Stage): Promise<Aftermath> {
  const primary = await stage.cluster.primary()
  primary.signalPostgres('SIGKILL')
  return { promotedAt: await promotionOf(stage, primary) }
}

/** Without Patroni nobody gives the lock back, so the standby waits until it runs out. */
async function loseMachine(stage: Stage): Promise<Aftermath> {
  const primary = await stage.cluster.primary()
  killMachine(primary)
  const promotedAt = await promotionOf(stage, primary)
  await sleep(3 * SECOND)
  wakeMachine(primary)
  return { promotedAt }
}

async function loseAnswers(stage: Stage): Promise<Aftermath> {
  for (const wire of everyWire(stage)) wire.loseAnswers(25)
  await sleep(10 * SECOND)
  for (const wire of everyWire(stage)) wire.thaw()
  return {}
}

async function hangStandby({ cluster }: Stage, duration: number): Promise<Aftermath> {
  const standby = cluster.other(await cluster.primary())
  hang(standby, 'SIGSTOP')
  await sleep(duration)
  hang(standby, 'SIGCONT')
  return {}
}

/** With PostgreSQL's own patience changes hang for as long as the standby does. */
async function waitForStandby(stage: Stage): Promise<Aftermath> {
  const patience = (value: string | null) =>
    stage.cluster.change({ postgresql: { parameters: { wal_sender_timeout: value } } })
  await patience('60s')
  await sleep(5 * SECOND) // until Patroni has told PostgreSQL
  await hangStandby(stage, 40 * SECOND)
  await patience('5s')
  return {}
}

/** Whatever was answered while the standby hung is on the primary alone, so the standby must not take over. */
async function hangThenDie({ cluster }: Stage): Promise<Aftermath> {
  const primary = await cluster.primary()
  const standby = cluster.other(primary)
  hang(standby, 'SIGSTOP')
  await sleep(15 * SECOND)
  killMachine(primary)
  hang(standby, 'SIGCONT')
  await sleep(25 * SECOND)
  wakeMachine(primary)
  return {}
}

async function hangPrimary(stage: Stage, { withPatroni }: { withPatroni: boolean }) {
  const primary = await stage.cluster.primary()
  primary.signalPostgres('SIGSTOP')
  if (withPatroni) primary.signal('patroni', 'SIGSTOP')
  const [promotedAt] = await Promise.all([promotionOf(stage, primary), sleep(40 * SECOND)])
  if (withPatroni) primary.signal('patroni', 'SIGCONT')
  primary.signalPostgres('SIGCONT')
  return { promotedAt }
}

async function silenceNetwork(stage: Stage): Promise<Aftermath> {
  for (const wire of everyWire(stage)) wire.freeze()
  await sleep(15 * SECOND)
  for (const wire of everyWire(stage)) await wire.mend()
  return {}
}

async function switchOver(stage: Stage): Promise<Aftermath> {
  const primary = await stage.cluster.primary()
  const asked = stage.cluster.switchOver()
  const promotedAt = await promotionOf(stage, primary)
  await asked
  return { promotedAt }
}

async function exchangePortals(stage: Stage): Promise<Aftermath> {
  for (const portal of stage.portals) {
    await portal.stop()
    await restart(stage, portal)
    await sleep(3 * SECOND) // until HAProxy has seen it
  }
  return {}
}

async function killPortal(stage: Stage): Promise<Aftermath> {
  const [portal] = stage.portals
  if (!portal) throw new Error('no Portal runs')
  await portal.kill()
  await sleep(3 * SECOND)
  await restart(stage, portal)
  return {}
}

function hang(machine: Machine, signal: 'SIGSTOP' | 'SIGCONT'): void {
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

/** Waits until the other machine is the primary. @returns when; undefined if it does not become it. */
async function promotionOf({ cluster }: Stage, before: Machine): Promise<number | undefined> {
  const end = performance.now() + PROMOTED_WITHIN
  while (performance.now() < end) {
    if (await cluster.isPrimary(cluster.other(before))) return performance.now()
    await sleep(25)
  }
  return undefined
}
