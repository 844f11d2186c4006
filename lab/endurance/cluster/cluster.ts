import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Machine, openMachine } from './machine.ts'
import { postgresPrograms } from './programs.ts'

export type Cluster = Awaited<ReturnType<typeof openCluster>>

export const PASSWORD = 'secret'
const START_TIMEOUT = 90_000
const RECOVERY_TIMEOUT = 120_000

/** Starts the installation of deploy/several-machines. Each machine is an address of the loopback network. */
export async function openCluster(folder: string) {
  chmodSync(folder, 0o755) // the user of PostgreSQL needs access
  const machines = machinesIn(folder)
  const { one, two, three } = machines
  const all = [one, two, three]
  process.prependOnceListener('exit', () => {
    for (const machine of all) machine.end()
  })

  for (const machine of all) machine.start('etcd')
  one.start('patroni')
  await until(START_TIMEOUT, 'a primary', () => isPrimary(one))
  two.start('patroni')
  await until(START_TIMEOUT, 'a standby', () => isHealthy(one))
  createDatabase(one)
  for (const machine of [one, two]) for (const program of SERVERS) machine.start(program)

  const primary = async (): Promise<Machine> => ((await isPrimary(two)) ? two : one)
  return {
    ...machines,
    primary,
    other: (machine: Machine) => (machine === one ? two : one),
    isPrimary,
    /** Waits until there is a primary with a synchronous standby again. */
    whole: () => until(RECOVERY_TIMEOUT, 'a standby', async () => isHealthy(await primary())),
    /** Changes settings of Patroni in etcd. */
    change: (settings: object) => postPatroni(one, 'PATCH', 'config', settings),
    async switchOver() {
      const from = await primary()
      const candidate = from === one ? two : one
      const wanted = { leader: from.name, candidate: candidate.name }
      await postPatroni(from, 'POST', 'switchover', wanted)
    },
    /** The address of the database on a machine for its superuser, without proxies. */
    urlAt: ({ address }: Machine) => `postgres://postgres:${PASSWORD}@${address}:5432/portal`,
    end() {
      for (const machine of all) machine.end()
    },
  }
}

const SERVERS = ['haproxy', 'pgbouncer'] as const

function machinesIn(folder: string) {
  const block = () => 1 + Math.floor(Math.random() * 250)
  const network = `127.${block()}.${block()}`
  const shared = {
    ONE: `${network}.1`,
    TWO: `${network}.2`,
    THREE: `${network}.3`,
    POSTGRES_PASSWORD: PASSWORD,
    REPLICATION_PASSWORD: PASSWORD,
    PORTAL_PASSWORD: PASSWORD,
    PATRONI_PASSWORD: PASSWORD,
    ENCRYPTION_KEY: Buffer.alloc(32, 'failover').toString('base64'),
    PUBLIC_URL: 'http://localhost',
    POSTGRES_PROGRAMS: postgresPrograms() ?? '',
  }
  const machine = (NAME: string, ADDRESS: string): Machine =>
    openMachine(join(folder, NAME), { ...shared, NAME, ADDRESS, INSIDE: ADDRESS })
  const { ONE, TWO, THREE } = shared
  return { one: machine('one', ONE), two: machine('two', TWO), three: machine('three', THREE) }
}

function createDatabase({ address, folder }: Machine): void {
  const psql = join(postgresPrograms() ?? '', 'psql')
  const file = join(folder, 'files', 'portal.sql')
  execFileSync(psql, ['-q', '-h', address, '-U', 'postgres', '-f', file], {
    env: { PATH: process.env.PATH, PGPASSWORD: PASSWORD },
  })
}

/** Whether Patroni reports that its machine is the primary, queried as HAProxy does. */
async function isPrimary(machine: Machine): Promise<boolean> {
  const answer = await getPatroni(machine, 'primary')
  return answer?.status === 200
}

async function isHealthy(machine: Machine): Promise<boolean> {
  const answer = await getPatroni(machine, 'cluster')
  if (answer?.status !== 200) return false
  const { members } = JSON.parse(await answer.text())
  const roles = Array.isArray(members) ? members.map(roleOf).sort() : []
  return roles.join() === 'leader running,sync_standby running'
}

function roleOf({ role, state }: { role: string; state: string }): string {
  return `${role} ${state.replace('streaming', 'running')}`
}

async function getPatroni({ address }: Machine, path: string): Promise<Response | undefined> {
  try {
    const signal = AbortSignal.timeout(1_000)
    return await fetch(`http://${address}:8008/${path}`, { signal })
  } catch {
    return undefined // it does not run, or hangs
  }
}

async function postPatroni({ address }: Machine, method: string, path: string, body: object) {
  const answer = await fetch(`http://${address}:8008/${path}`, {
    method,
    headers: { Authorization: `Basic ${btoa(`patroni:${PASSWORD}`)}` },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`Patroni refuses ${path}: ${answer.status} ${text}`)
}

async function until(timeout: number, what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + timeout
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`${what} is missing after ${timeout / 1000} s`)
    await sleep(50)
  }
}
