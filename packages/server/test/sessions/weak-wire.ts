import type { QueryResult } from 'kysely'
import type { App } from '../../src/app.ts'
import { runsAlone, type Statement } from '../../src/database/compiled-query.ts'

const REPLACES_A_TOKEN = /^update "session" set "counter"/

/** The wire between one instance and its database, whichever that is. */
export type WeakWire = {
  /** The next refresh is carried out and its answer lost. @param then what becomes of the wire. */
  loseRefresh(then: 'breaks' | 'recovers'): void
  /** The next refresh is carried out, and its answer comes when the returned function is called. */
  holdRefresh(): () => void
  mend(): void
}

export function weaken({ db }: Pick<App, 'db'>): WeakWire {
  const executor = db.getExecutor()
  const { adapter } = executor
  if (!runsAlone(adapter)) throw new Error('this database runs no statements alone')
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
    mend() {
      isBroken = false
    },
  }
}

function lost(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
}
