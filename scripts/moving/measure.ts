import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { type OldSite, oldSiteOnMariadb, oldSiteOnSqlite, type Size } from './old-site.ts'
import { watchImport } from './watched-import.ts'

/**
 * Moves a made-up AuthMe of a million rows in, from an SQLite file and from MariaDB, into a site on SQLite
 * and one on PostgreSQL, and prints memory and times (docs/measured.md#moving-in).
 *
 *     node scripts/moving/measure.ts --rows 1000000 --faulty 100000
 *     node scripts/moving/measure.ts --rows 20000 --hash quick
 */
const { values: asked } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    faulty: { type: 'string', default: '0' },
    hash: { type: 'string', default: 'strong' },
    from: { type: 'string', default: 'sqlite,mariadb' },
    to: { type: 'string', default: 'sqlite,postgres' },
  },
})
const size: Size = {
  rows: Number(asked.rows),
  faulty: Number(asked.faulty),
  hash: asked.hash === 'quick' ? 'quick' : 'strong',
}
const KEY = Buffer.alloc(32, 7).toString('base64')
const folder = mkdtempSync(join(tmpdir(), 'portal-moving-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

for (const from of asked.from.split(',')) {
  const place = join(folder, from)
  mkdirSync(place)
  const old = await (from === 'mariadb' ? oldSiteOnMariadb : oldSiteOnSqlite)(place, size)
  for (const to of asked.to.split(',')) await measure(`${from} to ${to}`, old, to)
  await old.stop()
  rmSync(place, { recursive: true })
}

async function measure(title: string, old: OldSite, to: string): Promise<void> {
  const dataDir = join(folder, 'site')
  mkdirSync(dataDir)
  const postgres = to === 'postgres' ? await startEmbeddedPostgres([]) : undefined
  const env = {
    ...{ DATA_DIR: dataDir, ENCRYPTION_KEY: KEY, PUBLIC_URL: 'http://127.0.0.1:1' },
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const log = { largest: 0 }
  const watch = setInterval(() => {
    const { size = 0 } = statSync(join(dataDir, 'portal.db-wal'), { throwIfNoEntry: false }) ?? {}
    log.largest = Math.max(log.largest, size / 2 ** 20)
  }, 100)
  const args = ['import', 'authme', '--from', old.from, '--no-proof', '--skip-faulty']
  const { code, peakMb, seconds, cpuSeconds, steps, report } = await watchImport(args, env)
  clearInterval(watch)
  console.log(
    `${title}: exit ${code}, read ${report.read}, imported ${report.imported}, left out ${report.skipped.length}; peak ${peakMb.toFixed(0)} MB, ${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of CPU${postgres ? '' : `, log ${log.largest.toFixed(0)} MB`}`,
  )
  for (const { name, seconds } of steps) {
    const rows = name === 'reading' ? report.read : report.imported
    console.log(
      `  ${name}: ${seconds.toFixed(1)} s (${((seconds * 1000) / rows).toFixed(2)} ms a row)`,
    )
  }
  await postgres?.stop()
  rmSync(dataDir, { recursive: true })
}
