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

/** The parameters of a query while it is compiled. Each is a placeholder that Kysely accepts in place of a value. */
export type Params<Given extends Values> = {
  readonly [Name in keyof Given]: Expression<Given[Name]>
}

export type Statement = {
  sql: string
  parameters: readonly unknown[]
  /** Whether the database may acknowledge the write before it is on disk (docs/decisions/001-group-commit.md). */
  isAsyncCommit?: boolean
}

/**
 * An adapter of Kysely that can run statements outside transactions without Kysely's handling of connections, which
 * costs more than most of these statements.
 */
export type AutocommitAdapter = {
  runAlone(statement: Statement): Promise<QueryResult<unknown>>
  /** Resolves once a read and a test write have succeeded; fails with an outage if that takes more than two seconds. */
  checkReadiness?(): Promise<void>
  poolLoads?(): PoolLoads
}

/**
 * Compiles a query once for each kind of database. Meant for the few statements that every request runs: building a
 * statement with Kysely takes several times as long as running it on SQLite.
 * @param build makes the query from the placeholders. The query must not depend on the values: the first run also
 * builds it with nulls, and throws DependentQuery if the SQL differs. Wrap the value of a `then` in a `case` expression
 * in `eb.val`, because Kysely writes a null in this place into the SQL.
 * @param options.asyncCommit true for a write whose loss is harmless: a power failure may lose the last writes, the end
 * of a process loses none
 */
export function compiledQuery<Given extends Values, Row>(
  build: (db: Db, params: Params<Given>) => Compilable<Row>,
  { asyncCommit: isAsyncCommit = false }: { asyncCommit?: boolean } = {},
): (db: Db, values: Given) => Promise<{ rows: Row[]; changed: number }> {
  const templates = new WeakMap<object, CompiledQuery>()

  const compile = (db: Db, placeholderFor: (name: string) => unknown): CompiledQuery => {
    const params = new Proxy(
      {},
      { get: (_, name) => placeholderFor(String(name)), ...refuseListing },
    )
    return build(db, params as Params<Given>).compile() // the proxy has every property
  }

  const templateFor = (db: Db): CompiledQuery => {
    const kind = db.getExecutor().adapter.constructor
    const known = templates.get(kind)
    if (known) return known
    const template = compile(db, (name) => new Placeholder(name))
    const nullTemplate = compile(db, () => null)
    if (!isTemplateOf(template, nullTemplate)) {
      throw new DependentQuery(`${template.sql} turns into ${nullTemplate.sql}`)
    }
    templates.set(kind, template)
    return template
  }

  return async (db, values: Values) => {
    const { sql, query, queryId, parameters: placeholders } = templateFor(db)
    const parameters = placeholders.map((place) =>
      place instanceof Placeholder ? values[place.name] : place,
    )
    const statement = { sql, query, queryId, parameters, isAsyncCommit }
    const { rows, numAffectedRows = 0n } = await run(db, statement)
    return { rows: rows as Row[], changed: Number(numAffectedRows) } // `build` declares the type of the rows
  }
}

export class DependentQuery extends Error {
  constructor(why: string) {
    super(`a compiled query may not depend on its values: ${why}`)
  }
}

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
    throw new DependentQuery(`${this.name} is used as a text or a number`)
  }
}

const refuse = (): never => {
  throw new DependentQuery('names are tested or listed')
}
const refuseListing = { has: refuse, ownKeys: refuse }

function isTemplateOf(template: Statement, nullTemplate: Statement): boolean {
  return (
    template.sql === nullTemplate.sql &&
    template.parameters.every(
      (place, n) => nullTemplate.parameters[n] === (place instanceof Placeholder ? null : place),
    )
  )
}

function run(db: Db, statement: CompiledQuery): Promise<QueryResult<unknown>> {
  const executor = db.getExecutor()
  return !db.isTransaction && supportsAutocommit(executor.adapter)
    ? executor.adapter.runAlone(statement)
    : executor.provideConnection((connection) => connection.executeQuery(statement))
}

export function supportsAutocommit(adapter: object): adapter is AutocommitAdapter {
  return 'runAlone' in adapter
}
