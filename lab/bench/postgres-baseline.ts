import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { load } from './load.ts'

/** The compared work: a row by its key, or the two statements of a refresh. */
export type RawWork = 'select' | 'refresh'

/** Runs prepared statements without Portal. Each connection waits for a result before it sends the next statement. */
export type PostgresBaseline = {
  /** The program that sends the statements: pgbench or pg. */
  by: string
  /** Repeats the work for `duration` ms. @returns how often per second it was done on all connections together */
  slice(work: RawWork, connections: number, duration: number): Promise<number>
  stop(): Promise<void>
}

const run = promisify(execFile)

/**
 * Creates a copy of the session table, so that the refreshes of the baseline do not change the sessions of the players.
 */
const TABLE = `
  create table if not exists bench_session (like session including all);
  insert into bench_session
    select (jsonb_populate_record(null::session, to_jsonb(one) || jsonb_build_object('id', n::text))).*
    from (select * from session limit 1) as one, generate_series(0, 99) as n
    on conflict do nothing`

const SELECT = 'select * from bench_session where id = cast($1 as text)'
const UPDATE = `update bench_session
  set counter = counter + 1, replacements = '[[1,1700000000000]]', device = 'Firefox on Linux',
    agent = 'bench', ip = '127.0.0.1', updated_at = updated_at + 1, expires_at = expires_at + 1
  where id = cast($1 as text) and counter >= 0 and expires_at > 0`

const WORK: Record<RawWork, readonly string[]> = { select: [SELECT], refresh: [SELECT, UPDATE] }

/** Uses pgbench if the machine has it, otherwise the package `pg`. */
export async function openPostgresBaseline(url: string): Promise<PostgresBaseline> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(TABLE)
  await client.end()
  const version = await run('pgbench', ['--version']).catch(() => undefined)
  return version ? byPgbench(url, version.stdout.trim()) : byPg(url)
}

function byPgbench(url: string, version: string): PostgresBaseline {
  const folder = mkdtempSync(join(tmpdir(), 'portal-pgbench-'))
  for (const [work, statements] of Object.entries(WORK)) {
    const script = statements.map(
      (sql) => `${sql.replace('$1', ':client_id').replace(/\s+/g, ' ')};`,
    )
    writeFileSync(join(folder, work), `${script.join('\n')}\n`)
  }
  return {
    by: version.replace(/ \(PostgreSQL\)/, '').replace(/ \(.*/, ''),
    async slice(work, connections, duration) {
      // on a busy machine a second may pass before all are connected
      for (let seconds = Math.max(1, Math.round(duration / 1000)); seconds < 60; seconds *= 2) {
        const options = ['-n', '-M', 'prepared', '-c', connections, '-j', 1, '-T', seconds]
        const script = ['-f', join(folder, work), url]
        const { stdout } = await run('pgbench', [...options.map(String), ...script])
        const [, rate] = /^tps = ([\d.]+) /m.exec(stdout) ?? []
        if (rate) return Number(rate)
      }
      throw new Error('pgbench did nothing in half a minute')
    },
    stop: async () => rmSync(folder, { recursive: true }),
  }
}

function byPg(url: string): PostgresBaseline {
  const clients: pg.Client[] = []
  return {
    by: 'the package pg',
    async slice(work, connections, duration) {
      while (clients.length < connections) {
        const client = new pg.Client(url)
        clients.push(client)
        await client.connect()
      }
      const visits = clients.slice(0, connections).map((client, n) => async () => {
        for (const [place, text] of WORK[work].entries()) {
          await client.query({ name: `${work} ${place}`, text, values: [String(n)] })
        }
      })
      return (await load(visits, duration)).rate
    },
    async stop() {
      await Promise.all(clients.map((client) => client.end()))
    },
  }
}
