import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Db } from './database.ts'
import { isConflict } from './database-failure.ts'
import type { Tables } from './tables.ts'

const TRIES = 5
/** Milliseconds before the second try; each further pause may be twice as long. */
const LONGEST_FIRST_PAUSE = 20

/**
 * Makes the transactions of a database begin anew, a few times, when PostgreSQL undid them for
 * another's sake. That is safe because a transaction awaits nothing but its own statements and tells
 * nobody before its commit (conventions, Transactions).
 */
export function retryingConflicts(db: Db): Db {
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    builder.execute = <T>(work: (tx: Transaction<Tables>) => Promise<T>) =>
      untilNoConflict(() => execute(work))
    return builder
  }
  return db
}

async function untilNoConflict<T>(transact: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact()
    } catch (error) {
      if (tries === TRIES || !isConflict(error)) throw error
    }
    // By chance: two that met once would meet again after equal pauses.
    await sleep(Math.random() * LONGEST_FIRST_PAUSE * 2 ** (tries - 1))
  }
}
