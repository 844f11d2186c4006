import { withoutPassword } from '../../database/postgres/url.ts'
import type { Clock } from '../../platform/clock.ts'
import { ImportRefused } from '../import-refused.ts'
import { openMysql } from './mysql-engine-store.ts'
import { openPostgres } from './postgres-engine-store.ts'
import type { Opened, Source } from './source.ts'
import { openSqlite } from './sqlite-engine-store.ts'
import { type Engine, tablesOf } from './tables-store.ts'

const ENGINES = { sqlite: openSqlite, postgres: openPostgres, mysql: openMysql }
const WORDS = { sqlite: 'a path to an SQLite file', postgres: 'postgres://…', mysql: 'mysql://…' }

/**
 * Opens what `--from` names: an address of a database, or a path.
 *
 * @throws ImportRefused when the source is not to be found there, without showing a password.
 */
export async function openPlace(source: Source, from: string, clock: Clock): Promise<Opened> {
  const place = placeOf(from)
  if (source.places.includes('file') && place === 'sqlite') return { file: from }
  if (!source.places.includes(place)) {
    const words = source.places.map((one) => (one === 'file' ? 'a path to a file' : WORDS[one]))
    throw new ImportRefused(`${source.name} is read from ${words.join(', ')}`)
  }
  try {
    const engine: Engine = await ENGINES[place](from, clock)
    return { database: tablesOf(engine) }
  } catch (error) {
    throw new ImportRefused(`--from ${shown(from)}: ${reasonOf(error)}`)
  }
}

function placeOf(from: string): 'sqlite' | 'postgres' | 'mysql' {
  if (/^postgres(ql)?:\/\//.test(from)) return 'postgres'
  return /^(mysql|mariadb):\/\//.test(from) ? 'mysql' : 'sqlite'
}

function shown(from: string): string {
  return from.includes('://') ? (withoutPassword(from) ?? 'this address') : from
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)
}
