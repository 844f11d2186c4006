import { type Compilable, CompiledQuery, type QueryResult } from 'kysely'
import type { Db } from './database.ts'

type Value = string | number | null
/** A value, or an object whose fields are used as values. */
type Argument = Value | Readonly<Record<string, Value>>

/** SQL for one kind of database, and the values of its parameters. */
export type Statement = { sql: string; parameters: readonly unknown[] }

/**
 * An adapter that runs statements outside transactions itself, because Kysely's way to a connection
 * and back costs more than most of these statements do.
 */
export type LoneStatements = { runAlone(statement: Statement): Promise<QueryResult<unknown>> }

/** Stands for an argument, or for a field of an argument, while a query is compiled. */
class Placeholder {
  readonly position: number
  readonly field: string | undefined
  constructor(position: number, field?: string) {
    this.position = position
    this.field = field
  }

  valueIn(given: readonly Argument[]): unknown {
    const argument = given[this.position]
    if (this.field === undefined) return argument
    return (argument as Record<string, Value>)[this.field] // the query reads a field of it
  }
}

/** Reading any property that the placeholder does not have stands for a field of the argument. */
function placeholder(position: number): Placeholder {
  return new Proxy(new Placeholder(position), {
    get: (whole, name) =>
      typeof name === 'symbol' || name in whole
        ? Reflect.get(whole, name)
        : new Placeholder(position, name),
  })
}

type Template = { sql: string; places: readonly unknown[] }

/**
 * Builds a query once for each kind of database; afterwards only its values are filled in. This is
 * for the few statements that every request runs: building one with Kysely takes several times as
 * long as SQLite needs to answer it.
 *
 * @param build makes the query; its arguments, or their fields, may only be used as values.
 */
export function compiledQuery<Arguments extends readonly Argument[], Row>(
  build: (db: Db, ...values: Arguments) => Compilable<Row>,
): (db: Db, ...values: Arguments) => Promise<{ rows: Row[]; changed: number }> {
  const templates = new WeakMap<object, Template>()

  const templateFor = (db: Db, count: number): Template => {
    const kind = db.getExecutor().adapter.constructor
    const known = templates.get(kind)
    if (known) return known

    const placeholders = Array.from({ length: count }, (_, position) => placeholder(position))
    // Kysely takes any value for a parameter; these are replaced before a database sees them.
    const { sql, parameters } = build(db, ...(placeholders as unknown as Arguments)).compile()
    const template = { sql, places: parameters }
    templates.set(kind, template)
    return template
  }

  return async (db, ...values) => {
    const { sql, places } = templateFor(db, values.length)
    const parameters = places.map((place) =>
      place instanceof Placeholder ? place.valueIn(values) : place,
    )
    const { rows, numAffectedRows = 0n } = await run(db, { sql, parameters })
    return { rows: rows as Row[], changed: Number(numAffectedRows) } // `build` says what a row is
  }
}

function run(db: Db, { sql, parameters }: Statement): Promise<QueryResult<unknown>> {
  const { adapter } = db.getExecutor()
  return !db.isTransaction && runsAlone(adapter)
    ? adapter.runAlone({ sql, parameters })
    : db.executeQuery(CompiledQuery.raw(sql, [...parameters]))
}

export function runsAlone(adapter: object): adapter is LoneStatements {
  return 'runAlone' in adapter
}
