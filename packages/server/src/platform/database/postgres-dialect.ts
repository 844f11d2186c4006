import { hostname } from 'node:os'
import { PostgresAdapter, PostgresDialect, type QueryResult } from 'kysely'
import pg from 'pg'
import type { LoneStatements, Statement } from './compiled-query.ts'
import { type PoolLoads, together } from './pool-load.ts'
import { connector } from './postgres-hosts.ts'
import { PostgresLines } from './postgres-lines.ts'
import { type Lenders, PostgresLoan } from './postgres-loan.ts'
import { CONNECTIONS, PATIENCE, type Pace, REAL_PACE } from './postgres-patience.ts'
import { PostgresPool } from './postgres-pool.ts'
import { unsynced } from './unsynced.ts'

/** Runs Kysely on PostgreSQL; see `openDatabase` for the options. */
export function postgresDialect(
  url: string,
  { pace = REAL_PACE, patient = false }: { pace?: Pace; patient?: boolean } = {},
): PostgresDialect {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number) // instants and cents stay below 2^53
  if (patient) {
    const connect = connector(url, { keepAlive: true, application_name: 'portal' }, pace)
    const pool = new PostgresPool(connect, { most: 2, waits: Infinity }, pace)
    const lenders = { reads: pool, transactions: pool, renew: () => pool.renew() }
    return new PooledDialect(lenders, () => pool.end())
  }
  const connect = connector(url, impatient(pace), pace)
  const poolOf = (most: number) =>
    new PostgresPool(connect, { most, waits: PATIENCE.connection }, pace)
  const reads = poolOf(CONNECTIONS.reads)
  const transactions = poolOf(CONNECTIONS.transactions)
  const renew = (): void => {
    for (const part of [reads, transactions, lines]) part.renew()
  }
  const lines = new PostgresLines(connect, pace, renew)
  const loads = (): PoolLoads => ({
    reads: together(reads.load(), lines.loadOfReads()),
    writes: together(transactions.load(), lines.loadOfWrites()),
  })
  return new LoneDialect({ reads, transactions, renew }, { lines, loads }, async () => {
    await Promise.all([reads, transactions, lines].map((part) => part.end()))
  })
}

/** Nothing waits for ever: neither for a lock or a statement, nor for a server that has fallen silent. */
function impatient({ second }: Pace): pg.ClientConfig {
  return {
    keepAlive: true,
    application_name: `portal/${hostname().slice(0, 40)}/${process.pid}`,
    statement_timeout: PATIENCE.statement * second,
    idle_in_transaction_session_timeout: PATIENCE.statement * second,
    lock_timeout: PATIENCE.lock * second,
    query_timeout: PATIENCE.silence * second,
  }
}

/** Lends connections to transactions and to what is built by each call. */
class PooledDialect extends PostgresDialect {
  constructor(lenders: Lenders, end: () => Promise<void>) {
    // Kysely's type also allows cursors, which nothing here opens.
    const connect = async () => new PostgresLoan(lenders) as never
    super({ pool: { connect, end, options: {} } })
  }
}

type Lone = { lines: PostgresLines; loads: () => PoolLoads }

class LoneDialect extends PooledDialect {
  readonly #lone: Lone

  constructor(lenders: Lenders, lone: Lone, end: () => Promise<void>) {
    super(lenders, end)
    this.#lone = lone
  }

  override createAdapter(): PostgresAdapter {
    return new LoneAdapter(this.#lone)
  }
}

class LoneAdapter extends PostgresAdapter implements LoneStatements {
  readonly #lines: PostgresLines
  readonly poolLoads: () => PoolLoads

  constructor({ lines, loads }: Lone) {
    super()
    this.#lines = lines
    this.poolLoads = loads
  }

  runAlone(statement: Statement): Promise<QueryResult<unknown>> {
    return this.#lines.run(statement.isFleeting ? unsynced(statement) : statement)
  }

  provesWrites(): Promise<void> {
    return this.#lines.proveWrites()
  }
}
