import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/test/free-port.ts'
import { openConnection, writeRequest } from './http-client.ts'

/** A running site, started as an administrator does: `portal serve`, with its log in a file. */
export type SiteProcess = {
  port: number
  /** The time from spawning the process to the first 200 of `/health/ready`, in milliseconds. */
  readyAfter: number
  /** The resident set size of the process, in MB (10^6 bytes). */
  memory(): number
  /** The highest resident set size so far, in MB; Linux only. */
  peakMemory(): number
  pid: number
  stop(): Promise<void>
  kill(): Promise<void>
}

const ROOT = join(import.meta.dirname, '../..')
const PORTAL = join(ROOT, 'packages/server/bin/portal.js')
/** The options that `npm start` and `npm run portal` give to Node. */
export const nodeFlags: readonly string[] = [
  ...new Set(readFileSync(join(ROOT, 'package.json'), 'utf8').match(/--\w+-semi-space-size=\d+/g)),
]
/** The address of the breach list: nothing listens there, so that no part of a password leaves the machine. */
const UNREACHABLE_URL = 'http://127.0.0.1:9'
const READY_TIMEOUT = 20_000
const STOP_TIMEOUT = 15_000
const POLL_INTERVAL = 2

/**
 * Starts the site on the data in `folder`, as `npm start` does. The temporary folder of the site is also in `folder`,
 * so that the first start finds no compiled code. The bench acts as a trusted proxy, because the limit of 60 sign-ins
 * in 5 minutes per address would end a measurement immediately.
 */
export async function startSite(
  folder: string,
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<SiteProcess> {
  const port = await freePort()
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary, { recursive: true })
  const logFile = join(folder, 'log')
  const log = openSync(logFile, 'a')

  const begunAt = performance.now()
  const child = spawn(process.execPath, [...nodeFlags, PORTAL, 'serve'], {
    cwd: folder,
    stdio: ['ignore', log, log],
    env: {
      PATH: process.env.PATH,
      TMPDIR: temporary,
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      PORT: String(port),
      TRUST_PROXY: '127.0.0.1',
      BREACH_API_URL: UNREACHABLE_URL,
      ...environment,
    },
  })
  closeSync(log)
  const killAtExit = (): void => void child.kill('SIGKILL')
  process.once('exit', killAtExit)
  child.once('exit', () => process.off('exit', killAtExit))

  try {
    await untilReady(child, port)
  } catch (error) {
    child.kill('SIGKILL')
    throw new Error(`${error instanceof Error ? error.message : error}: ${lastLine(logFile)}`)
  }
  return {
    port,
    readyAfter: performance.now() - begunAt,
    memory: () => residentBytes(child.pid ?? 0) / 1e6,
    peakMemory: () => peakBytes(child.pid ?? 0) / 1e6,
    pid: child.pid ?? 0,
    stop: () => stop(child, 'SIGTERM'),
    kill: () => stop(child, 'SIGKILL'),
  }
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const until = performance.now() + READY_TIMEOUT
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the site ended with ${child.exitCode}`)
    if (await isReady(port)) return
    await sleep(POLL_INTERVAL)
  }
  throw new Error(`the site is not ready after ${READY_TIMEOUT / 1000} s`)
}

async function isReady(port: number): Promise<boolean> {
  try {
    const connection = await openConnection(port)
    const { status } = await connection.send(writeRequest('GET /health/ready'))
    connection.close()
    return status === 200
  } catch {
    return false // not listening yet
  }
}

async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  const cutOff = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT)
  child.kill(signal)
  await exit
  clearTimeout(cutOff)
}

function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
}

function peakBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
}

function lastLine(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? ''
}
