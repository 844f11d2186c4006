import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** Collects every statement that SQLite prepares from now on. */
export function watchStatements() {
  const seen = new Set<string>()
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function watched(sql: string): StatementSync {
    seen.add(sql)
    return prepare.call(this, sql)
  }
  return {
    seen,
    [Symbol.dispose]() {
      DatabaseSync.prototype.prepare = prepare
    },
  }
}
