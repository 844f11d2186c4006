import { pingDatabase, speaksPostgres } from '../../database/database.ts'
import { migrationStatus, NewerDatabase } from '../../database/migrations/migrate-store.ts'
import { isSearchIndexed } from '../../database/search-index-store.ts'
import { MAX_CONNECTIONS as CONNECTIONS } from '../../database/timeouts.ts'
import { type Check, type CheckContext, type CheckResult, NO_DATABASE } from './check.ts'
import { listDamage, type PostgresState, readPostgres, readSqlite } from './doctor-store.ts'

const SLOW = 100 // in milliseconds, for one statement
const ROUND_TRIPS = 3

export const databaseCheck: Check = {
  id: 'database',
  title: { ru: 'База данных', en: 'Database' },
  async run(context) {
    const { db, databaseFailure } = context
    if (!db) return AWAY(databaseFailure ?? NO_DATABASE.detail)
    const state = await (speaksPostgres(db) ? checkPostgres(context) : checkSqlite(context))
    if (state.state !== 'good') return state
    try {
      const { pending, newer } = await migrationStatus(db)
      if (newer.length > 0) return BEHIND
      if (pending.length > 0) return PENDING(pending.length)
      return (await isSearchIndexed(db)) ? state : UNSEARCHED
    } catch (error) {
      if (error instanceof NewerDatabase) return NEWER
      throw error
    }
  },
}

async function checkPostgres({ db, clock }: CheckContext): Promise<CheckResult> {
  const found = db && (await readPostgres(db)) // opens the connection, so that the statements timed below do not
  if (!db || !found) return NO_DATABASE
  const took: number[] = []
  for (let turn = 0; turn < ROUND_TRIPS; turn += 1) {
    const askedAt = clock.now()
    await pingDatabase(db)
    took.push(clock.now() - askedAt)
  }
  return evaluatePostgres(found, Math.min(...took))
}

/**
 * Checks the state of PostgreSQL.
 * @param took the milliseconds of the fastest of several statements, because a single one may be delayed
 */
export function evaluatePostgres(found: Omit<PostgresState, 'clockAt'>, took: number): CheckResult {
  const name = `PostgreSQL ${found.version.split(' ', 1)[0]}`
  if (took > SLOW) return SLOWLY(name, took)
  if (found.maxConnections < CONNECTIONS * 2) return FEW(name, found.maxConnections)
  const limits = `max_connections ${found.maxConnections}, statement_timeout ${found.statementTimeout}`
  return FINE(`${name}, ${limits}, ${took} ms`)
}

async function checkSqlite({ db, allowsSlowChecks }: CheckContext): Promise<CheckResult> {
  const found = db && (await readSqlite(db))
  if (!found) return NO_DATABASE
  const name = `SQLite ${found.version}, ${found.journalMode}`
  if (found.journalMode !== 'wal') return NO_LOG(found.journalMode)
  if (!allowsSlowChecks) return FINE(name) // the slow check would block all other requests
  const damage = await listDamage(db).catch(damageOf)
  return damage.length > 0 ? DAMAGED(damage) : FINE(`${name}, quick_check ok`)
}

const CORRUPT = 11 // SQLITE_CORRUPT

/**
 * Describes damage so severe that SQLite's check fails with an error instead of listing the damage.
 * @throws any other error unchanged
 */
function damageOf(error: unknown): string[] {
  if (error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === CORRUPT) {
    return [error.message]
  }
  throw error
}

const FINE = (name: string): CheckResult => ({
  state: 'good',
  detail: { ru: `${name}.`, en: `${name}.` },
})

const AWAY = (why: { ru: string; en: string }): CheckResult => ({
  state: 'bad',
  detail: why,
  advice: {
    ru: 'Проверьте DATABASE_URL (или DATA_DIR) и запущен ли сервер базы. Новая база появится при первом запуске.',
    en: 'Check DATABASE_URL (or DATA_DIR), and whether the database server is running. The first start creates a new database.',
  },
})

const PENDING = (steps: number): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `Базе не хватает шагов миграции: ${steps}.`,
    en: `Migrations not applied yet: ${steps}.`,
  },
  advice: {
    ru: 'Перезапустите сайт или выполните portal migrate up.',
    en: 'Restart the site, or run portal migrate up.',
  },
})

const BEHIND: CheckResult = {
  state: 'warning',
  detail: {
    ru: 'Базу уже обновила следующая версия Portal; эта версия пока может с ней работать.',
    en: 'The next version of Portal has already migrated the database; this version still works with it.',
  },
  advice: {
    ru: 'Обновите и этот экземпляр: после ещё одного обновления базы он не запустится.',
    en: 'Update this instance too: it will not start after one more update of the database.',
  },
}

const NEWER: CheckResult = {
  state: 'bad',
  detail: {
    ru: 'Базу создала более новая версия Portal: эта версия не может с ней работать.',
    en: 'A newer version of Portal created this database: this version cannot use it.',
  },
  advice: {
    ru: 'Обновите программу или восстановите копию базы, сделанную до обновления.',
    en: 'Update the program, or restore the backup made before the update.',
  },
}

const SLOWLY = (name: string, took: number): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `${name} отвечает медленно: ${took} мс на один запрос.`,
    en: `${name} is slow: one statement took ${took} ms.`,
  },
  advice: {
    ru: 'Разместите базу рядом с сайтом и проверьте, чем она занята.',
    en: 'Run the database close to the site, and find out what keeps it busy.',
  },
})

const FEW = (name: string, connections: number): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `${name}: max_connections ${connections}, а каждый экземпляр берёт до ${CONNECTIONS}.`,
    en: `${name}: max_connections is ${connections}, and each instance takes up to ${CONNECTIONS}.`,
  },
  advice: {
    ru: 'Увеличьте max_connections или запускайте меньше экземпляров.',
    en: 'Raise max_connections, or run fewer instances.',
  },
})

const INDEX = `CREATE EXTENSION pg_trgm; CREATE INDEX player_search_index ON player USING gin (username_key gin_trgm_ops, email_key gin_trgm_ops) WITH (fastupdate = off);`

const UNSEARCHED: CheckResult = {
  state: 'warning',
  detail: {
    ru: 'Игроков можно найти только по началу ника или адреса: у базы нет расширения pg_trgm.',
    en: 'Players are found only by the beginning of their name or address: the database lacks the extension pg_trgm.',
  },
  advice: {
    ru: `Выполните в базе сайта от имени её администратора: ${INDEX}`,
    en: `Run this in the site's database, as its administrator: ${INDEX}`,
  },
}

const NO_LOG = (mode: string): CheckResult => ({
  state: 'warning',
  detail: {
    ru: `Журнал SQLite в режиме ${mode}, а не wal: запись мешает чтению.`,
    en: `SQLite's journal mode is ${mode}, not wal: writes block reads.`,
  },
  advice: {
    ru: 'Держите DATA_DIR на обычном локальном диске; сетевые не умеют wal.',
    en: 'Keep DATA_DIR on an ordinary local disk; network drives do not support wal.',
  },
})

const DAMAGED = (lines: readonly string[]): CheckResult => ({
  state: 'bad',
  detail: {
    ru: `Файл базы повреждён: ${lines.join('; ')}`,
    en: `The database file is damaged: ${lines.join('; ')}`,
  },
  advice: {
    ru: 'Остановите сайт, сохраните файлы portal.db* и восстановите последнюю целую копию.',
    en: 'Stop the site, keep the portal.db* files, and restore the last intact backup.',
  },
})
