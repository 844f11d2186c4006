import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Compilable,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { compiledQuery, DependentQuery, type Params } from './compiled-query.ts'
import type { Db } from './database.ts'
import type { Tables } from './tables/tables.ts'

type Row = { name: string; value: string }

test('a query is compiled by the first call and filled with the values of each call', async () => {
  const { db, ran } = openDummy()
  let builds = 0
  const find = compiledQuery((db, { name, value }: Params<Row>) => {
    builds += 1
    return db.selectFrom('setting').select('name').where('name', 'in', [name, value]).limit(7)
  })

  await find(db, { name: 'colour', value: 'red' })
  const builtAtFirst = builds
  await find(db, { name: 'size', value: 'large' })

  assert.equal(builds, builtAtFirst)
  assert.deepEqual(ran, [
    { sql: FIND, parameters: ['colour', 'red', 7] },
    { sql: FIND, parameters: ['size', 'large', 7] },
  ])
})

const FIND = 'select "name" from "setting" where "name" in (?, ?) limit ?'

test('a compiled query accepts null as an argument', async () => {
  const { db, ran } = openDummy()
  const insert = compiledQuery((db, { ip }: Params<{ ip: string | null }>) =>
    db.insertInto('audit').values({ id: '1', at: 2, action: 'a', actor: null, target: null, ip }),
  )

  await insert(db, { ip: null })
  await insert(db, { ip: '192.0.2.1' })

  assert.deepEqual(
    ran.map(({ parameters }) => parameters.at(-1)),
    [null, '192.0.2.1'],
  )
})

const all = (db: Db) => db.selectFrom('setting').select('value')

const MISUSES: [string, (db: Db, params: Params<Row>) => Compilable<unknown>][] = [
  ['a condition on a value', (db, { name }) => (name ? byName(db, name) : all(db))],
  ['a condition on null', (db, { name }) => (name === null ? all(db) : byName(db, name))],
  ['a condition by negation', (db, { name }) => (!name ? all(db) : byName(db, name))],
  ['a replacement for null', (db, { name }) => byName(db, name ?? sql.val('none'))],
  ['a constant chosen by an argument', (db, { name }) => all(db).limit(name ? 1 : 2)],
  ['a text made of an argument', (db, { name }) => byName(db, sql.val(`${name}%`))],
  // @ts-expect-error: it cannot be compared
  ['a comparison', (db, { name }) => (name > 'm' ? all(db) : byName(db, name))],
  // @ts-expect-error: it is not a number
  ['arithmetic', (db, { name }) => all(db).limit(name * 2)],
  ['all arguments together', (db, params) => db.insertInto('setting').values({ ...params })],
  ['a check whether an argument exists', (db, params) => ('name' in params ? all(db) : all(db))],
]

for (const [name, build] of MISUSES) {
  test(`a compiled query rejects ${name}`, async () => {
    const { db, ran } = openDummy()

    const run = compiledQuery(build)(db, { name: 'colour', value: 'red' })

    await assert.rejects(run, DependentQuery)
    assert.deepEqual(ran, [])
  })
}

test('the TypeScript compiler rejects operations on an argument of a compiled query', () => {
  const keyOf = (text: string) => text.toLowerCase()

  compiledQuery((db, { name }: Params<Row>) => {
    // @ts-expect-error: the two types have nothing in common
    if (name === 'colour') return all(db)
    // @ts-expect-error: it has no methods
    if (name.startsWith('c')) return all(db)
    // @ts-expect-error: it is not a text
    return byName(db, keyOf(name))
  })
})

function byName(db: Db, name: Params<Row>['name']) {
  return all(db).where('name', '=', name)
}

function openDummy() {
  const ran: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: ({ query: { sql, parameters } }) => void ran.push({ sql, parameters }),
  })
  return { db, ran }
}
