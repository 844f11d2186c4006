import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Db } from './database.ts'
import { isConflict } from './database-failure.ts'
import type { Tables } from './tables/tables.ts'

const TRIES = 5
/** Milliseconds before the second try; each further pause may take twice as long. */
const LONGEST_FIRST_PAUSE = 20

/**
 * Repeats a transaction a few times when PostgreSQL rolled it back because of another one. That is
 * safe because a transaction awaits nothing but its own statements and has no effect outside before
 * its commit (CONVENTIONS.md#data).
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
    // A random pause: after equal ones, two that collided would collide again.
    await sleep(Math.random() * LONGEST_FIRST_PAUSE * 2 ** (tries - 1))
  }
}
