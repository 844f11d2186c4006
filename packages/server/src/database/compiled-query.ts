import {
  type Compilable,
  type CompiledQuery,
  type Expression,
  type QueryResult,
  ValueNode,
} from 'kysely'
import type { Db } from './database.ts'
import type { PoolLoads } from './pool-load.ts'

type Value = string | number | null
type Values = Readonly<Record<string, Value>>

/** What stands for the values while a query is compiled: Kysely takes each where it takes a value. */
export type Params<Given extends Values> = {
  readonly [Name in keyof Given]: Expression<Given[Name]>
}

/** SQL for one kind of database, and the values of its parameters. */
export type Statement = {
  sql: string
  parameters: readonly unknown[]
  /** A write for which nobody waits until it is on the disk (docs/decisions/001-group-commit.md). */
  isFleeting?: boolean
}

/**
 * An adapter that runs statements outside transactions itself, because Kysely's way to a connection
 * and back costs more than most of these statements do.
 */
export type LoneStatements = {
  runAlone(statement: Statement): Promise<QueryResult<unknown>>
  /** Resolves once a write is committed; fails with an outage if that takes more than two seconds. */
  provesWrites?(): Promise<void>
  /** How busy its connections are. */
  poolLoads?(): PoolLoads
}

/**
 * Builds a query once for each kind of database; afterwards only its values are filled in. This is
 * for the few statements that every request runs: building one with Kysely takes several times as
 * long as SQLite needs to answer it. Where not every call has the same conditions, write a query for
 * each and pick one.
 *
 * @param build makes the query from what stands for the values. If it decides or computes anything by
 *   them, the first run throws DependentQuery: built with nulls, the query must be the same. Wrap the
 *   value of a `then` in `eb.val`, because Kysely writes a null there into the text.
 * @param options.fleeting for a write whose loss would harm nobody: a machine that loses power may forget the
 *   last ones, a process that is killed does not.
 */
export function compiledQuery<Given extends Values, Row>(
  build: (db: Db, params: Params<Given>) => Compilable<Row>,
  { fleeting: isFleeting = false }: { fleeting?: boolean } = {},
): (db: Db, values: Given) => Promise<{ rows: Row[]; changed: number }> {
  const templates = new WeakMap<object, CompiledQuery>()

  const compile = (db: Db, standIn: (name: string) => unknown): CompiledQuery => {
    const params = new Proxy({}, { get: (_, name) => standIn(String(name)), ...unlisted })
    return build(db, params as Params<Given>).compile() // it has whatever is read of it
  }

  const templateFor = (db: Db): CompiledQuery => {
    const kind = db.getExecutor().adapter.constructor
    const known = templates.get(kind)
    if (known) return known
    const template = compile(db, (name) => new Placeholder(name))
    const ofNulls = compile(db, () => null)
    if (!isTemplateOf(template, ofNulls)) {
      throw new DependentQuery(`${template.sql} turns into ${ofNulls.sql}`)
    }
    templates.set(kind, template)
    return template
  }

  return async (db, values: Values) => {
    const { sql, query, queryId, parameters: places } = templateFor(db)
    const parameters = places.map((place) =>
      place instanceof Placeholder ? values[place.name] : place,
    )
    const statement = { sql, query, queryId, parameters, isFleeting }
    const { rows, numAffectedRows = 0n } = await run(db, statement)
    return { rows: rows as Row[], changed: Number(numAffectedRows) } // `build` gives the type of a row
  }
}

/** The query is not the same for all values, so it cannot be compiled once. */
export class DependentQuery extends Error {
  constructor(why: string) {
    super(`a compiled query may not depend on its values: ${why}`)
  }
}

/** Stands for the value of this name. */
class Placeholder implements Expression<Value> {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }

  get expressionType(): undefined {
    return undefined
  }

  toOperationNode(): ValueNode {
    return ValueNode.create(this)
  }

  [Symbol.toPrimitive](): never {
    throw new DependentQuery(`${this.name} is taken for a text or a number`)
  }
}

const refuse = (): never => {
  throw new DependentQuery('names are looked for or listed')
}
const unlisted = { has: refuse, ownKeys: refuse }

function isTemplateOf(template: Statement, ofNulls: Statement): boolean {
  return (
    template.sql === ofNulls.sql &&
    template.parameters.every(
      (place, n) => ofNulls.parameters[n] === (place instanceof Placeholder ? null : place),
    )
  )
}

/** Inside a transaction it asks the connection itself: Kysely would only look for plugins on the way. */
function run(db: Db, statement: CompiledQuery): Promise<QueryResult<unknown>> {
  const executor = db.getExecutor()
  return !db.isTransaction && runsAlone(executor.adapter)
    ? executor.adapter.runAlone(statement)
    : executor.provideConnection((connection) => connection.executeQuery(statement))
}

export function runsAlone(adapter: object): adapter is LoneStatements {
  return 'runAlone' in adapter
}
