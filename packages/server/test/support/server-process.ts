import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../../scripts/test/free-port.ts'
import { newPostgres, newPostgresSite, putModelInto } from './empty-site.ts'
import { childEnvironment, type Ended, type Environment, runInProcess } from './run-in-process.ts'
import type { DatabaseKind } from './site.ts'
import { waitUntil } from './wait-until.ts'

const COMMAND_TIMEOUT = 90_000
const MAIN = join(import.meta.dirname, '../../bin/portal.js')

export type { Ended, Environment }

/** Makes an empty folder that is deleted after the test; `npm test` keeps it in memory if there is room. */
export function newFolder(within = tmpdir()): { path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(within, 'portal-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/**
 * Makes a data folder and a database that no process uses yet.
 * @param kind an empty database, or that of a site after the setup without players, so that they can register.
 */
export async function newPlace(database: DatabaseKind, kind: 'empty' | 'set up' = 'empty') {
  const folder = newFolder()
  const isEmpty = kind === 'empty'
  const newDatabase = isEmpty ? newPostgres : newPostgresSite
  const postgres = database === 'PostgreSQL' ? await newDatabase() : undefined
  if (!postgres && !isEmpty) putModelInto(folder.path)
  const env: Environment = {
    DATA_DIR: folder.path,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  return {
    env,
    async [Symbol.asyncDispose]() {
      await postgres?.drop()
      folder[Symbol.dispose]()
    },
  }
}

/**
 * Runs one command as the program does. Most commands run in this process, which saves a fifth of a second each.
 * Those that serve or use a mail server that may hang get a process of their own, as do all with a `longest`, in
 * milliseconds: a command that has not ended by then is killed, and its code is null.
 */
export function runPortal(
  args: readonly string[],
  env: Environment,
  stdin = '',
  longest?: number,
): Promise<Ended> {
  const [word = ''] = args
  if (!longest && !['serve', 'mail'].includes(word)) return runInProcess(args, env, stdin)
  return runProgram(args, env, stdin, longest)
}

/** Runs one command in a process of its own. */
export async function runProgram(
  args: readonly string[],
  env: Environment,
  stdin = '',
  longest = COMMAND_TIMEOUT,
): Promise<Ended> {
  const child = spawnPortal(args, env)
  child.stdin?.on('error', () => undefined).end(stdin) // the command may end without reading
  const output = collect(child)
  const timer = setTimeout(() => child.kill('SIGKILL'), longest)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  return { code, ...output }
}

export type Server = Awaited<ReturnType<typeof startPortal>>

/**
 * Starts `serve`, on a free port by default, and waits until it is ready.
 * @param hear receives its log while it starts.
 */
export async function startPortal(
  env: Environment,
  named?: number,
  hear: (text: string) => void = () => undefined,
) {
  const port = named ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const place = { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url }
  const child = spawnPortal(['serve'], { ...place, ...env })
  const output = collect(child)
  child.stdout?.on('data', hear)
  const closed = once(child, 'close')

  const server = {
    url,
    port,
    pid: child.pid ?? 0,
    output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Sends one request, and rejects if the connection breaks. */
    async send(method: string, path: string, payload?: object, headers: Environment = {}) {
      const reply = await fetch(`${url}${path}`, {
        method,
        headers: { ...(payload && { 'content-type': 'application/json' }), ...headers },
        ...(payload && { body: JSON.stringify(payload) }),
      })
      const text = await reply.text()
      // biome-ignore lint/suspicious/noExplicitAny: tests read any response.
      const body: any = text ? JSON.parse(text) : undefined
      return { status: reply.status, body, headers: reply.headers }
    },
    /** Resolves when the process has ended. */
    async ended(): Promise<{ code: number | null; signal: string | null }> {
      await waitUntil(server.hasEnded)
      const [code, signal] = await closed
      return { code, signal }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await closed
    },
  }
  try {
    await waitUntil(() => server.hasEnded() || isReady(url))
    if (server.hasEnded()) throw new Error(`serve ended: ${output.stdout}${output.stderr}`)
    return server
  } catch (error) {
    await server[Symbol.asyncDispose]()
    throw error
  }
}

async function isReady(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/health/ready`).catch(() => undefined)
  return reply?.status === 200
}

function spawnPortal(args: readonly string[], env: Environment): ChildProcess {
  return spawn(process.execPath, [MAIN, ...args], {
    cwd: import.meta.dirname, // has no `.env`
    env: childEnvironment(env),
    stdio: 'pipe',
  })
}

function collect(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output.stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    output.stderr += text
  })
  return output
}

export { freePort }
