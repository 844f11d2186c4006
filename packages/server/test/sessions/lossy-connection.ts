import type { QueryResult } from 'kysely'
import type { App } from '../../src/app.ts'
import { type Statement, supportsAutocommit } from '../../src/database/compiled-query.ts'

const REPLACES_A_TOKEN = /^update "session" set "counter"/

/** The connection between one instance and its database, of either kind. */
export type LossyConnection = {
  /** Executes the next refresh but loses its result. @param then whether the connection stays broken */
  loseRefresh(then: 'breaks' | 'recovers'): void
  /** Executes the next refresh but holds its result until the returned function is called. */
  holdRefresh(): () => void
  restore(): void
}

export function makeLossy({ db }: Pick<App, 'db'>): LossyConnection {
  const executor = db.getExecutor()
  const { adapter } = executor
  if (!supportsAutocommit(adapter)) throw new Error('this database runs no statements alone')
  const runAlone = adapter.runAlone.bind(adapter)
  const provideConnection = executor.provideConnection.bind(executor)
  let next: (() => Promise<void>) | undefined
  let isBroken = false

  adapter.runAlone = async (statement: Statement): Promise<QueryResult<unknown>> => {
    if (isBroken) throw lost()
    const answer = await runAlone(statement)
    const event = REPLACES_A_TOKEN.test(statement.sql) ? next : undefined
    if (event) next = undefined
    await event?.()
    return answer
  }
  executor.provideConnection = (consume) =>
    isBroken ? Promise.reject(lost()) : provideConnection(consume)

  return {
    loseRefresh(then) {
      next = async () => {
        isBroken = then === 'breaks'
        throw lost()
      }
    },
    holdRefresh() {
      const { promise, resolve } = Promise.withResolvers<void>()
      next = () => promise
      return resolve
    },
    restore() {
      isBroken = false
    },
  }
}

function lost(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
}
