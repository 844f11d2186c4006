import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildServerIfOutdated } from '../../scripts/build/server.ts'
import { startEmbeddedPostgres } from '../../scripts/test/embedded-postgres.ts'
import {
  type Size,
  type SourceSite,
  sourceOnCsv,
  sourceOnMariadb,
  sourceOnSqlite,
} from './source-site.ts'
import { watchImport } from './watched-import.ts'
import { watchPanel } from './watched-panel.ts'

/**
 * Imports a generated AuthMe database of a million rows from an SQLite file and from MariaDB into a site on SQLite and
 * one on PostgreSQL, and prints memory and times (docs/performance.md#moving-in).
 *
 *     node lab/import/measure.ts --rows 1000000 --faulty 100000
 *     node lab/import/measure.ts --rows 20000 --hash quick
 *     node lab/import/measure.ts --from csv --by panel
 *
 * Exits with 1 if an import needs more than 200 MB. Rebuilds an outdated server first.
 */
const { values: asked } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    faulty: { type: 'string', default: '0' },
    hash: { type: 'string', default: 'strong' },
    from: { type: 'string', default: 'sqlite,mariadb' },
    to: { type: 'string', default: 'sqlite,postgres' },
    by: { type: 'string', default: 'command' },
  },
})
const size: Size = {
  rows: Number(asked.rows),
  faulty: Number(asked.faulty),
  hash: asked.hash === 'quick' ? 'quick' : 'strong',
}
const MAX_MEGABYTES = 200
const SOURCE_SITES: Readonly<
  Record<string, (folder: string, size: Size) => SourceSite | Promise<SourceSite>>
> = { sqlite: sourceOnSqlite, mariadb: sourceOnMariadb, csv: sourceOnCsv }
const KEY = Buffer.alloc(32, 7).toString('base64')
const folder = mkdtempSync(join(tmpdir(), 'portal-moving-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
await buildServerIfOutdated()

for (const from of asked.from.split(',')) {
  const place = join(folder, from)
  mkdirSync(place)
  const old = await (SOURCE_SITES[from] ?? sourceOnSqlite)(place, size)
  for (const to of asked.to.split(',')) await measure(`${from} to ${to}`, old, to)
  await old.stop()
  rmSync(place, { recursive: true })
}

async function measure(title: string, old: SourceSite, to: string): Promise<void> {
  const dataDir = join(folder, 'site')
  mkdirSync(dataDir)
  const postgres = to === 'postgres' ? await startEmbeddedPostgres([]) : undefined
  const env = {
    DATA_DIR: dataDir,
    ENCRYPTION_KEY: KEY,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  await (asked.by === 'panel' ? byPanel : byCommand)(title, old, env)
  await postgres?.stop()
  rmSync(dataDir, { recursive: true })
}

async function byPanel(
  title: string,
  { from, source }: SourceSite,
  env: Record<string, string>,
): Promise<void> {
  const { idleMb, peakMb, seconds, cpuSeconds, run } = await watchPanel({ from, source }, env)
  console.log(
    `${title}, panel: ${run.phase}, imported ${run.result?.imported}; peak ${peakMb.toFixed(0)} MB, of which ${idleMb.toFixed(0)} before, ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU`,
  )
}

async function byCommand(
  title: string,
  { from, source }: SourceSite,
  env: Record<string, string>,
): Promise<void> {
  const log = { largest: 0 }
  const wal = join(env.DATA_DIR ?? '', 'portal.db-wal')
  const watch = setInterval(() => {
    const { size = 0 } = statSync(wal, { throwIfNoEntry: false }) ?? {}
    log.largest = Math.max(log.largest, size / 2 ** 20)
  }, 100)
  const args = ['import', source, '--from', from, '--no-proof', '--skip-faulty']
  const { code, peakMb, seconds, cpuSeconds, steps, report } = await watchImport(args, {
    ...env,
    PUBLIC_URL: 'http://127.0.0.1:1',
  })
  clearInterval(watch)
  console.log(
    `${title}: exit ${code}, read ${report.read}, imported ${report.imported}, left out ${report.skipped.length}; peak ${peakMb.toFixed(0)} MB, ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU${env.DATABASE_URL ? '' : `, log ${log.largest.toFixed(0)} MB`}`,
  )
  for (const { name, seconds } of steps) {
    const rows = name === 'reading' ? report.read : report.imported
    console.log(
      `  ${name}: ${seconds.toFixed(1)} s (${((seconds * 1000) / rows).toFixed(2)} ms a row)`,
    )
  }
  if (peakMb > MAX_MEGABYTES) process.exitCode = 1
}
