import { type Compilable, CompiledQuery } from 'kysely'
import type { Db } from './database.ts'

type Value = string | number | null

/** Stands for an argument while a query is compiled. */
class Placeholder {
  readonly position: number
  constructor(position: number) {
    this.position = position
  }
}

type Template = { sql: string; places: readonly unknown[] }

/**
 * A query that is built once for each kind of database and afterwards only filled with values. For
 * the few statements that every request runs: building one with Kysely costs several times what
 * SQLite needs to answer it.
 *
 * @param build makes the query; its arguments may only be used as values.
 */
export function compiledQuery<Arguments extends readonly Value[], Row>(
  build: (db: Db, ...values: Arguments) => Compilable<Row>,
): (db: Db, ...values: Arguments) => Promise<{ rows: Row[]; changed: number }> {
  const templates = new WeakMap<object, Template>()

  const templateFor = (db: Db, count: number): Template => {
    const kind = db.getExecutor().adapter.constructor
    const known = templates.get(kind)
    if (known) return known

    const placeholders = Array.from({ length: count }, (_, position) => new Placeholder(position))
    // Kysely takes any value for a parameter; these are replaced before a database sees them.
    const { sql, parameters } = build(db, ...(placeholders as unknown as Arguments)).compile()
    const template = { sql, places: parameters }
    templates.set(kind, template)
    return template
  }

  return async (db, ...values) => {
    const { sql, places } = templateFor(db, values.length)
    const parameters = places.map((place) =>
      place instanceof Placeholder ? values[place.position] : place,
    )
    const result = await db.executeQuery<Row>(CompiledQuery.raw(sql, parameters))
    return { rows: result.rows, changed: Number(result.numAffectedRows ?? 0n) }
  }
}
