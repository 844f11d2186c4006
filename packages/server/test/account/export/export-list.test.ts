import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { exportList, exportParts } from '../../../src/account/export/export-list.ts'
import { readRows } from '../../../src/account/export/export-store.ts'
import { isInHistory } from '../../../src/account/export/history-list.ts'
import type { Db } from '../../../src/database/database.ts'
import { siteTest } from '../../support/site.ts'
import { sqliteTest } from '../../support/sqlite-test.ts'
import { exportOf } from './exported.ts'

/** Columns that refer to a row of another table. */
const REFERS: Readonly<Record<string, string>> = {
  page_id: 'page.id',
  provider: 'identity_provider.slug',
  session_id: 'session.id',
  role_id: 'bundle.id',
  skin_hash: 'texture.hash',
  twin_hash: 'texture.hash',
}
/** Columns that no export contains, whatever the list says. */
const SECRETS = [
  ...['launcher_password.mark', 'recovery_code.mark', 'session.cookie_mark', 'session.game_hash'],
  ...['passkey.public_key', 'passkey.credential_id', 'email_code.code_mac', 'reset_link.hash'],
  ...['export_link.hash', 'api_key.hash', 'outbox.sealed_mail', 'game_join.server_id'],
]
const JSON_COLUMNS = ['transports', 'belongings']
/** An audit action that the export shows. Every row of `fill` has it, because the export leaves out unknown actions. */
const ACTION = 'player.profile'

siteTest('every table and every column has a rule for the export', async (site) => {
  const tables = await tablesOf(site.app.db)

  const listed = Object.entries(exportList).map(([table, part]) => [
    table,
    'leftOut' in part ? null : Object.keys(part.columns).sort(),
  ])

  assert.deepEqual(
    Object.fromEntries(listed),
    Object.fromEntries(
      Object.entries(tables).map(([table, columns]) => {
        const isShown = listed.some(([name, shown]) => name === table && shown !== null)
        return [table, isShown ? Object.keys(columns).sort() : null]
      }),
    ),
  )
})

sqliteTest('every table that names a player is part of the export', async (site) => {
  const tables = await tablesOf(site.app.db)

  const leftOut = Object.entries(exportList).flatMap(([table, part]) =>
    'leftOut' in part ? [table] : [],
  )

  const named = leftOut.filter((table) =>
    ['player_id', 'author', 'actor'].some((column) => column in (tables[table] ?? {})),
  )
  assert.deepEqual(named, [])
})

siteTest(
  'an export contains every row of its player, but no secrets or rows of others',
  async (site) => {
    const steve = await site.player('Steve')
    const alex = await site.player('Alex')
    const { db } = site.app
    for (const { id, email, username } of [steve, alex]) {
      await fill(db, { id, email, mark: username.toLowerCase() })
    }

    const { text, data } = await exportOf(site, steve)

    assert.equal(/.*alex.*/i.exec(text)?.[0], undefined)
    for (const part of exportParts) {
      assert.ok(data[part.as].length > 0, part.as)
      for (const [column, plan] of Object.entries(part.columns)) {
        const kept = `steve.${part.table}.${column}.`
        if ('leftOut' in plan) assert.ok(!text.includes(kept), `${kept} ${plan.leftOut}`)
      }
    }
    assert.deepEqual(
      SECRETS.filter((secret) => text.includes(`steve.${secret}.`)),
      [],
    )
    const shown = textsShown(await tablesOf(db))
    assert.deepEqual(
      shown.filter((kept) => !text.includes(kept)),
      [],
    )
  },
)

siteTest('an export read in pages contains each row exactly once', async (site) => {
  const { id, email } = await site.player('Steve')
  const { db } = site.app
  const about = { action: ACTION, before: null, after: null, ip: null }
  for (const number of [1, 2, 3, 4, 5, 6, 7]) {
    const [actor, target] = [number % 3 === 0 ? null : id, number % 2 === 0 ? 'somebody' : id]
    const entry = { id: `entry-${number}`, at: number % 4, actor, target }
    await db
      .insertInto('audit')
      .values({ ...about, ...entry })
      .execute()
  }
  const history = exportParts.find(({ table }) => table === 'audit')
  assert.ok(history)

  const whose = { id, emailKey: email }
  const inPages = await Array.fromAsync(readRows(db, history, whose, 2))
  const atOnce = await Array.fromAsync(readRows(db, history, whose))

  const ids = inPages.map((row) => String(row.id)).filter((name) => name.startsWith('entry-'))
  assert.deepEqual(inPages, atOnce)
  assert.deepEqual(ids.sort(), ['entry-1', 'entry-2', 'entry-3', 'entry-4', 'entry-5', 'entry-7'])
})

siteTest('an audit entry with an unknown action is in no export', async (site) => {
  const steve = await site.player('Steve')
  const alex = await site.player('Alex')
  const entry = { at: site.now(), ip: null, before: null, after: null }
  const note = { ...entry, id: 'note', action: 'player.noted', actor: alex.id, target: steve.id }
  const edit = { ...entry, id: 'edit', action: ACTION, actor: alex.id, target: steve.id }
  await site.app.db.insertInto('audit').values([note, edit]).execute()

  const { text, data } = await exportOf(site, steve)

  const actions = data.history.map(({ what }: { what: string }) => what)
  assert.ok(actions.includes(ACTION))
  assert.ok(!text.includes('player.noted'))
})

test('the export of a player omits audit entries about the player that only the actor may see', () => {
  const decisions = new Map([['player.noted', 'actor'] as const])
  const row = { action: 'player.noted', actor: 'alex', target: 'steve' }

  const shown = ['alex', 'steve'].map((id) => isInHistory(row, { id }, decisions))

  assert.deepEqual(shown, [true, false])
})

/** Lists the texts of `fill` in columns that are shown unchanged. */
function textsShown(tables: Types): string[] {
  const parts = exportParts.filter(({ table }) => table !== 'player')
  return parts.flatMap(({ table, of, columns }) =>
    Object.entries(columns).flatMap(([column, plan]) => {
      const isText = /text/i.test(tables[table]?.[column] ?? '')
      const isOwn =
        of.includes(column) ||
        column in REFERS ||
        column === 'action' ||
        JSON_COLUMNS.includes(column)
      if ('leftOut' in plan || isOwn || !isText) return []
      const kept = `steve.${table}.${column}.`
      const read = plan.read(kept, { target: 'steve' }, { id: 'steve', emailKey: null })
      return read === kept ? [kept] : []
    }),
  )
}

type Filled = { id: string; email: string; mark: string }

/** Inserts a row of a player into every exported table, with its own text in every column. */
async function fill(db: Db, whose: Filled): Promise<void> {
  const tables = await tablesOf(db)
  const parts = exportParts.filter(({ table }) => table !== 'player')
  for (const table of [
    'bundle',
    'texture',
    'identity_provider',
    ...parts.map((part) => part.table),
  ]) {
    const of = parts.find((part) => part.table === table)?.of ?? []
    const columns = Object.entries(tables[table] ?? {}).filter(([name]) => !UNIQUE.has(name))
    const row = columns.map(([column, type]) => {
      if (of.includes(column) || column === 'player_id')
        return [column, table === 'outbox' ? whose.email : whose.id]
      return [column, filledWith({ table, column, type, mark: whose.mark })]
    })
    const names = row.map(([column]) => sql.ref(String(column)))
    const values = row.map(([, value]) => sql`${value}`)
    await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`
      .execute(db)
      .catch((error) => assert.fail(`${table}: ${error}`))
  }
}

/** Columns of unique numbers, which the database fills in. */
const UNIQUE: ReadonlySet<string> = new Set(['seq', 'number'])

function filledWith(given: { table: string; column: string; type: string; mark: string }): unknown {
  const { table, column, type, mark } = given
  if (/bytea|blob/i.test(type)) return Buffer.from(`${mark}.${table}`)
  if (!/text/i.test(type)) return 1_900_000_000_000
  if (column === 'action') return ACTION
  if (JSON_COLUMNS.includes(column)) return JSON.stringify([`${mark}.${table}.${column}.`])
  return `${mark}.${REFERS[column] ?? `${table}.${column}`}.`
}

type Types = Record<string, Record<string, string>>

async function tablesOf(db: Db): Promise<Types> {
  const tables = await db.introspection.getTables()
  const own = tables.filter(({ name }) => name !== 'migration' && !name.startsWith('player_search'))
  return Object.fromEntries(
    own.map(({ name, columns }) => [
      name,
      Object.fromEntries(columns.map((column) => [column.name, column.dataType])),
    ]),
  )
}
