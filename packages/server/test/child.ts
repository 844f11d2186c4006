import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../scripts/embedded-postgres.ts'
import { type DatabaseKind, newSchema } from './site.ts'
import { until } from './until.ts'

const LONGEST_COMMAND = 30_000
const MAIN = join(import.meta.dirname, '../bin/portal.js')

export type Environment = Record<string, string>
export type Ended = { code: number | null; stdout: string; stderr: string }

/** An empty folder that is gone after the test. */
export function newFolder(): { path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'portal-test-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** A data directory and an empty database that no process uses yet. */
export async function newPlace(database: DatabaseKind) {
  const folder = newFolder()
  const schema = database === 'PostgreSQL' ? await newSchema() : undefined
  const env: Environment = {
    DATA_DIR: folder.path,
    ...(schema && { DATABASE_URL: schema.url }),
  }
  return {
    env,
    async [Symbol.asyncDispose]() {
      await schema?.drop()
      folder[Symbol.dispose]()
    },
  }
}

/** Runs one command as a process of its own; one that does not end is killed, and its code is null. */
export async function runPortal(
  args: readonly string[],
  env: Environment,
  stdin = '',
  longest = LONGEST_COMMAND,
): Promise<Ended> {
  const child = spawnPortal(args, env)
  child.stdin?.on('error', () => undefined).end(stdin) // it may end without reading
  const output = collect(child)
  const timer = setTimeout(() => child.kill('SIGKILL'), longest)
  const [code] = await once(child, 'close')
  clearTimeout(timer)
  return { code, ...output }
}

export type Server = Awaited<ReturnType<typeof startPortal>>

/** Starts `serve`, on a free port unless one is named, and waits until it is ready. */
export async function startPortal(env: Environment, named?: number) {
  const port = named ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const place = { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url }
  const child = spawnPortal(['serve'], { ...place, ...env })
  const output = collect(child)
  const closed = once(child, 'close')

  const server = {
    url,
    port,
    pid: child.pid ?? 0,
    output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Sends one request; a connection that broke rejects. */
    async send(method: string, path: string, payload?: object, headers: Environment = {}) {
      const reply = await fetch(`${url}${path}`, {
        method,
        headers: { ...(payload && { 'content-type': 'application/json' }), ...headers },
        ...(payload && { body: JSON.stringify(payload) }),
      })
      const text = await reply.text()
      // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered.
      const body: any = text ? JSON.parse(text) : undefined
      return { status: reply.status, body, headers: reply.headers }
    },
    /** Resolves when the process is gone. */
    async ended(): Promise<{ code: number | null; signal: string | null }> {
      await until(server.hasEnded)
      const [code, signal] = await closed
      return { code, signal }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await closed
    },
  }
  try {
    await until(() => server.hasEnded() || isReady(url))
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
  const { PATH = '', TMPDIR = tmpdir() } = process.env
  const world = {
    PATH,
    TMPDIR,
    NODE_COMPILE_CACHE: join(TMPDIR, 'portal-test-code'),
    BREACH_API_URL: 'http://127.0.0.1:9', // nobody listens there
  }
  return spawn(process.execPath, [MAIN, ...args], {
    cwd: import.meta.dirname, // there is no `.env`
    env: { ...world, ...env },
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
