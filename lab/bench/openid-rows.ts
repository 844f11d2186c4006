import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { type Db, speaksPostgres } from '../../packages/server/src/database/database.ts'
import { sendLogouts } from '../../packages/server/src/openid/logout/send-logouts.ts'
import { deleteExpiredPayloads } from '../../packages/server/src/openid/storage/delete-expired-store.ts'
import { deleteUnusedGrants } from '../../packages/server/src/openid/storage/grant-store.ts'
import { DAY } from '../../packages/server/src/platform/clock.ts'
import {
  authorize,
  basic,
  exchange,
  newRelyingParty,
  post,
} from '../../packages/server/test/openid/relying-party.ts'
import { bearer } from '../../packages/server/test/support/browser.ts'
import { makeModels } from '../../packages/server/test/support/empty-site.ts'
import { type DatabaseKind, openSite } from '../../packages/server/test/support/site.ts'
import { startEmbeddedPostgres } from '../../scripts/test/embedded-postgres.ts'
import { fillOpenId } from './openid-fill.ts'
import { median } from './statistics.ts'

/**
 * Measures the operations that read the rows of the OpenID provider, alternately on a site with many grants and on a
 * site with few, and prints the plan of each statement. `TEST_DATABASE_URL` names a PostgreSQL server; without it one
 * is started.
 */

const FEW = 1000
const MANY = Number(process.argv[2] ?? 200_000)
const ROUNDS = 5

type Measured = Awaited<ReturnType<typeof openMeasured>>
type Operation = { run(measured: Measured): Promise<unknown>; undo?(measured: Measured): unknown }

const operations: Record<string, Operation> = {
  'hourly cleanup: outdated tokens': {
    run: ({ site }) => deleteExpiredPayloads(site.app.db, site.now()),
  },
  'hourly cleanup: unused grants': {
    run: ({ site }) => deleteUnusedGrants(site.app.db, site.now()),
  },
  'every 2 s: closed sessions': { run: ({ site }) => sendLogouts(site.app) },
  'revocation of a grant': { run: revoke, undo: restore },
  'Connected apps': { run: listApps },
  disconnect: { run: disconnect, undo: restore },
}

async function openMeasured(database: DatabaseKind, rows: number) {
  const site = await openSite(database)
  const client = await newRelyingParty(site, { trusted: true })
  const steve = await site.player('Steve')
  const alex = await site.player('Alex')
  const code = await authorize(steve, client, { scope: 'openid profile offline_access' })
  const tokens = (await exchange(site, client, code.get('code') ?? '')).body
  await fillOpenId(site, { rows, owner: steve.id, others: alex.id })
  const own = await site.app.db
    .selectFrom('oidc_payload')
    .selectAll()
    .where('player_id', '=', steve.id)
    .where('consumed_at', 'is', null)
    .execute()
  const connections = await site.app.db.selectFrom('oidc_connection').selectAll().execute()
  return { site, client, steve, tokens, own, connections }
}

async function revoke({ site, client, tokens }: Measured): Promise<void> {
  const form = { token: tokens.refresh_token }
  checkStatus(200, await post(site, '/oidc/token/revocation', form, basic(client)))
}

async function listApps({ site, steve }: Measured): Promise<void> {
  const headers = bearer(steve.accessToken)
  checkStatus(200, await site.browser().get('/cabinet/connected-apps', headers))
}

async function disconnect({ site, client, steve }: Measured): Promise<void> {
  const path = `/cabinet/connected-apps/${client.clientId}`
  checkStatus(204, await site.browser().delete(path, bearer(steve.accessToken)))
}

function checkStatus(wanted: number, { status, text }: { status: number; text: string }): void {
  if (status !== wanted) throw new Error(`${status} ${text}`)
}

/** Puts back what a revocation or a disconnection deleted. */
async function restore({ site, own, connections }: Measured): Promise<void> {
  const { db } = site.app
  await db
    .insertInto('oidc_payload')
    .values(own)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await db
    .insertInto('oidc_connection')
    .values(connections)
    .onConflict((conflict) => conflict.columns(['player_id', 'client_id']).doNothing())
    .execute()
}

async function measure(database: DatabaseKind): Promise<void> {
  using watch = database === 'SQLite' ? watchSqlite() : watchPostgres()
  const few = await openMeasured(database, FEW)
  const many = await openMeasured(database, MANY)
  const { db } = many.site.app
  await sql.raw(database === 'SQLite' ? 'analyze' : 'vacuum analyze').execute(db)
  const plans: string[] = []
  for (const [name, operation] of Object.entries(operations)) {
    await timed(operation, few)
    watch.seen.clear()
    await operation.run(many)
    const statements = [...watch.seen].filter(([text]) => /"oidc_(payload|connection)/.test(text))
    await operation.undo?.(many)
    for (const [text, values] of statements) {
      plans.push(`${name}\n  ${text}\n${await planOf(db, text, values)}`)
    }
    const times: { few: number; many: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push({ few: await timed(operation, few), many: await timed(operation, many) })
    }
    const columns = [
      median(times.map((time) => time.few)),
      median(times.map((time) => time.many)),
      median(times.map((time) => time.many / time.few)),
    ]
    console.log([database, name, ...columns.map((value) => value.toFixed(2))].join(' | '))
  }
  await measureDeletion(many)
  console.log(plans.join('\n'))
  await few.site.close()
  await many.site.close()
}

async function timed({ run, undo }: Operation, measured: Measured): Promise<number> {
  const began = performance.now()
  await run(measured)
  const took = performance.now() - began
  await undo?.(measured)
  return took
}

/** Measures the hourly job when it has to delete all used tokens. */
async function measureDeletion({ site }: Measured): Promise<void> {
  const began = performance.now()
  await deleteExpiredPayloads(site.app.db, site.now() + 8 * DAY)
  console.log(`${site.database} | deleting all used tokens | ${performance.now() - began} ms`)
}

type Seen = Map<string, readonly unknown[]>

function watchSqlite(): Disposable & { seen: Seen } {
  const seen: Seen = new Map()
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function watched(text: string): StatementSync {
    seen.set(text, [])
    return prepare.call(this, text)
  }
  return { seen, [Symbol.dispose]: () => void Object.assign(DatabaseSync.prototype, { prepare }) }
}

/** Collects the statements that are sent to PostgreSQL with their values, because plans depend on the values. */
function watchPostgres(): Disposable & { seen: Seen } {
  const seen: Seen = new Map()
  const { query } = pg.Client.prototype
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: [never, never]) {
      const [first, second]: unknown[] = given
      const { text, values } = Object(first)
      if (typeof first === 'string') seen.set(first, Array.isArray(second) ? second : [])
      else if (typeof text === 'string') seen.set(text, values ?? [])
      return Reflect.apply(query, this, given)
    },
  })
  return { seen, [Symbol.dispose]: () => void Object.assign(pg.Client.prototype, { query }) }
}

async function planOf(db: Db, text: string, values: readonly unknown[]): Promise<string> {
  const explain = speaksPostgres(db) ? 'explain (costs off)' : 'explain query plan'
  const parts = text.split(/(\$\d+)/).map((part) => {
    const [, at] = /^\$(\d+)$/.exec(part) ?? []
    return at === undefined ? sql.raw(part) : sql.lit(values[Number(at) - 1])
  })
  const { rows } = await sql<
    Record<string, string>
  >`${sql.raw(explain)} ${sql.join(parts, sql.raw(''))}`.execute(db)
  return rows.map((row) => `    ${row.detail ?? row['QUERY PLAN']}`).join('\n')
}

const databases = process.argv[3] ? (['PostgreSQL'] as const) : (['SQLite', 'PostgreSQL'] as const)
await using open = new AsyncDisposableStack()
if (!process.env.TEST_DATABASE_URL) {
  const postgres = await startEmbeddedPostgres([])
  open.defer(() => postgres.stop())
  process.env.TEST_DATABASE_URL = postgres.url
}
const models = await makeModels()
open.defer(() => models.remove())
for (const database of databases) await measure(database)
