import { sql } from 'kysely'
import { type Db, speaksPostgres } from '../../src/database/database.ts'
import { SQLITE_SEARCH_INDEX } from '../../src/database/search-index-store.ts'

type Column = { type: string; mayBeNull: boolean; hasDefault: boolean }

/** The writable columns and the rules of each table. */
export type Form = Map<string, { columns: Map<string, Column>; rules: Set<string> }>

/** Reads the columns of every table, and the rules of its rows: unique keys, references, checks. */
export async function formOf(db: Db): Promise<Form> {
  const form: Form = new Map()
  for (const { name, columns } of await db.introspection.getTables()) {
    if (name === 'migration' || name.startsWith(SQLITE_SEARCH_INDEX)) continue
    form.set(name, {
      columns: new Map(
        columns.map((column) => [
          column.name,
          {
            type: column.dataType,
            mayBeNull: column.isNullable,
            hasDefault: column.hasDefaultValue,
          },
        ]),
      ),
      rules: new Set(
        await (speaksPostgres(db) ? rulesOfPostgres(db, name) : rulesOfSqlite(db, name)),
      ),
    })
  }
  return form
}

async function rulesOfPostgres(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint
    where conrelid = to_regclass(${table}) and contype in ('c', 'f', 'p', 'u', 'x')
    union all
    select 'unique' || substring(pg_get_indexdef(indexrelid) from ' USING .*') from pg_index
    where indrelid = to_regclass(${table}) and indisunique`.execute(db)
  return rows.map(({ rule }) => rule)
}

async function rulesOfSqlite(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ rule: string }>`
    select 'unique ' || (select group_concat(name) from pragma_index_info(list.name)) as rule
    from pragma_index_list(${table}) as list where "unique" = 1
    union all
    select 'reference ' || "from" || ' ' || "table" || ' ' || coalesce("to", '')
    from pragma_foreign_key_list(${table})
    union all
    select 'check' || substr(sql, instr(lower(sql), 'check')) from sqlite_master
    where tbl_name = ${table} and type = 'table' and lower(sql) like '%check%'`.execute(db)
  return rows.map(({ rule }) => rule)
}

/** Lists what a program that knows only the older form could no longer write. */
export function tightened(older: Form, newer: Form): string[] {
  return [...older].flatMap(([table, before]) => {
    const after = newer.get(table)
    if (!after) return [`${table} is gone`]
    const changed = [...before.columns].flatMap(([name, column]) => {
      const now = after.columns.get(name)
      if (!now) return [`${table}.${name} is gone`]
      if (now.type !== column.type) return [`${table}.${name} has another type`]
      const lost = column.hasDefault && !now.hasDefault && !now.mayBeNull
      return lost || (column.mayBeNull && !now.mayBeNull) ? [`${table}.${name} must be set`] : []
    })
    const added = [...after.columns].flatMap(([name, { mayBeNull, hasDefault }]) =>
      before.columns.has(name) || mayBeNull || hasDefault ? [] : [`${table}.${name} must be set`],
    )
    const isNew = (rule: string) =>
      [...after.columns.keys()].some((name) => isAbout(rule, name, before.columns))
    const rules = [...after.rules].filter((rule) => !before.rules.has(rule) && !isNew(rule))
    return [...changed, ...added, ...rules.map((rule) => `${table}: ${rule}`)]
  })
}

/** Whether a rule concerns a column that the older program does not know, and so leaves null. */
function isAbout(rule: string, column: string, known: Map<string, Column>): boolean {
  return !known.has(column) && new RegExp(`\\b${column}\\b`).test(rule)
}
