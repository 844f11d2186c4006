import { execFile, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openTcpProxy, type TcpProxy } from '../../../packages/server/test/support/tcp-proxy.ts'
import { type Cluster, PASSWORD } from './cluster.ts'
import type { Machine } from './machine.ts'

/** How Portal finds the primary: through HAProxy, through PgBouncer and HAProxy, or by a list of hosts. */
export type ConnectionMode = 'haproxy' | 'pgbouncer' | 'hosts'

export const CONNECTION_MODES: readonly ConnectionMode[] = ['haproxy', 'pgbouncer', 'hosts']

/** A Portal, with a proxy between it and its database that a trial can break. */
export type Portal = {
  machine: Machine
  origin: string
  wires: TcpProxy[]
  databaseUrl: string
  /** The program to run; by default the program of this release. */
  program?: string | undefined
}

const PORTAL = join(import.meta.dirname, '../../../packages/server/bin/portal.js')
const READY_TIMEOUT = 180_000 // one of them migrates
const STOP_TIMEOUT = 30_000

export type RunningPortal = Awaited<ReturnType<typeof startPortal>>

/** Opens the proxies of a Portal on this machine. */
export async function wirePortal(
  cluster: Cluster,
  machine: Machine,
  way: ConnectionMode,
): Promise<Portal> {
  const targets = {
    haproxy: [{ host: machine.address, port: 5000 }],
    pgbouncer: [{ host: machine.address, port: 6432 }],
    hosts: [cluster.one, cluster.two].map(({ address }) => ({ host: address, port: 5432 })),
  }[way]
  const wires = await Promise.all(targets.map((target) => openTcpProxy(target)))
  const hosts = wires.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const databaseUrl = `postgres://portal:${PASSWORD}@${hosts}/portal`
  return { machine, origin: `http://${machine.address}:8081`, wires, databaseUrl }
}

export async function startPortal(portal: Portal, smtpUrl: string) {
  const { machine, origin } = portal
  const env = environmentOf(portal, smtpUrl)
  const log = openSync(join(machine.folder, 'portal.log'), 'a')
  const child = spawn(process.execPath, [portal.program ?? PORTAL, 'serve'], {
    cwd: machine.folder,
    stdio: ['ignore', log, log],
    env,
  })
  closeSync(log)
  const killAtExit = (): void => void child.kill('SIGKILL')
  process.prependOnceListener('exit', killAtExit)
  const exit = new Promise<void>((resolve) => {
    child.once('exit', () => {
      process.off('exit', killAtExit)
      resolve()
    })
  })
  const end = performance.now() + READY_TIMEOUT
  while (!(await isReady(origin))) {
    const isLate = performance.now() > end
    if (isLate || child.exitCode !== null) {
      child.kill('SIGKILL')
      const how = isLate ? 'is not ready' : `ended with ${child.exitCode}`
      throw new Error(`Portal ${machine.name} ${how}: see ${machine.folder}/portal.log`)
    }
    await sleep(50)
  }
  return {
    ...portal,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      const cutOff = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT)
      child.kill('SIGTERM')
      await exit
      clearTimeout(cutOff)
    },
  }
}

/** Creates a superuser by command, because no endpoint can. */
export async function createOwner(portal: Portal, password: string): Promise<void> {
  const args = ['player', 'create', 'Owner', 'owner@example.org', '--superuser', '--activated']
  const program = portal.program ?? PORTAL
  const work = promisify(execFile)(process.execPath, [program, ...args, '--password-stdin'], {
    cwd: portal.machine.folder,
    env: environmentOf(portal, ''),
  })
  work.child.stdin?.end(`${password}\n`)
  await work
}

function environmentOf({ machine, databaseUrl }: Portal, smtpUrl: string): NodeJS.ProcessEnv {
  const temporary = join(machine.folder, 'tmp')
  mkdirSync(temporary, { recursive: true })
  return {
    PATH: process.env.PATH,
    TMPDIR: temporary,
    ...machine.settings('portal.env'),
    DATA_DIR: join(machine.folder, 'data'),
    DATABASE_URL: databaseUrl,
    SMTP_URL: smtpUrl,
    JWT_EXPIRES: '1d', // access tokens outlast every trial
    BREACH_API_URL: 'http://127.0.0.1:9', // nothing listens there
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(3_000)
    return (await fetch(`${origin}/health/ready`, { signal })).status === 200
  } catch {
    return false // not listening yet
  }
}
