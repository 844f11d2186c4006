import type { ImportMessage } from '@portal/contract'
import { withoutPassword } from '../../database/postgres/url.ts'
import type { Clock } from '../../platform/clock.ts'
import { importMessage } from '../import-message.ts'
import { ImportRefused } from '../import-refused.ts'
import { openMysql } from './mysql-engine-store.ts'
import { openPostgres } from './postgres-engine-store.ts'
import type { OpenedSource, Source } from './source.ts'
import { openSqlite } from './sqlite-engine-store.ts'
import { type Engine, tablesOf } from './tables-store.ts'

const ENGINES = { sqlite: openSqlite, postgres: openPostgres, mysql: openMysql }
const KIND_DESCRIPTIONS = {
  sqlite: 'a path to an SQLite file',
  postgres: 'postgres://…',
  mysql: 'mysql://…',
}

/**
 * Opens the database or file of a source.
 * @throws ImportRefused if it cannot be opened; the message contains no password
 */
export async function openSource(
  source: Source,
  from: string,
  clock: Clock,
): Promise<OpenedSource> {
  const kind = sourceKindOf(from)
  if (source.places.includes('file') && kind === 'sqlite') return { file: from }
  if (!source.places.includes(kind)) {
    const descriptions = source.places.map((one) =>
      one === 'file' ? 'a path to a file' : KIND_DESCRIPTIONS[one],
    )
    const places = descriptions.join(', ')
    throw new ImportRefused(importMessage('place-unsupported', { source: source.name, places }))
  }
  try {
    const engine: Engine = await ENGINES[kind](from, clock)
    return { database: tablesOf(engine) }
  } catch (error) {
    throw new ImportRefused(reasonOf(error), `--from ${withoutCredentials(from)}: `)
  }
}

function sourceKindOf(from: string): 'sqlite' | 'postgres' | 'mysql' {
  if (/^postgres(ql)?:\/\//.test(from)) return 'postgres'
  return /^(mysql|mariadb):\/\//.test(from) ? 'mysql' : 'sqlite'
}

function withoutCredentials(from: string): string {
  return from.includes('://') ? (withoutPassword(from) ?? 'this address') : from
}

/** The error codes of MySQL and PostgreSQL for a wrong password and for a user who may not connect. */
const ACCESS_DENIED = ['ER_ACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR', '28P01', '28000']

function reasonOf(error: unknown): ImportMessage {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (error instanceof ImportRefused) return error.reason
  const [detail = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (ACCESS_DENIED.includes(code)) return importMessage('access-denied', { detail })
  if (code === 'ECONNREFUSED') return importMessage('connection-refused', { detail })
  if (code === 'ENOTFOUND' && error instanceof Error && 'hostname' in error) {
    return importMessage('host-unknown', { host: String(error.hostname) })
  }
  if (detail === 'file is not a database') return importMessage('not-sqlite', {})
  return importMessage('open-failed', { detail })
}
