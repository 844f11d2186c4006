import { setTimeout as sleep } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Db } from './database.ts'
import { isConflict } from './database-failure.ts'
import type { Tables } from './tables/tables.ts'

const MAX_ATTEMPTS = 5
/** The longest pause before the second attempt, in milliseconds. The limit doubles with each further attempt. */
const MAX_INITIAL_DELAY = 20

/**
 * Returns a database that repeats transactions which conflict. Repeating is safe, because the code of a transaction
 * does nothing but run statements, which a rollback undoes (CONVENTIONS.md#data).
 */
export function retryingConflicts(db: Db): Db {
  const begin = db.transaction.bind(db)
  db.transaction = () => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    builder.execute = <T>(work: (tx: Transaction<Tables>) => Promise<T>) =>
      retryOnConflict(() => execute(work))
    return builder
  }
  return db
}

async function retryOnConflict<T>(transact: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await transact()
    } catch (error) {
      if (attempts === MAX_ATTEMPTS || !isConflict(error)) throw error
    }
    // the pause is random: after equal pauses, two conflicting transactions would collide again
    await sleep(Math.random() * MAX_INITIAL_DELAY * 2 ** (attempts - 1))
  }
}
