import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { DataSubject, ExportRow } from '../../database/tables/export-rules.ts'
import type { NamedExportPart } from './export-list.ts'

const BATCH_SIZE = 500

/**
 * Yields a player's rows of a part. Reads them in pages with short statements, so that a slow reader holds no locks.
 */
export async function* readRows(
  db: Db,
  part: NamedExportPart,
  subject: DataSubject,
  batchSize = BATCH_SIZE,
): AsyncIterable<ExportRow> {
  const subjectKey = part.by === 'address' ? subject.emailKey : subject.id
  if (subjectKey === null) return
  for (const [index, column] of part.of.entries()) {
    const earlierColumns = part.of.slice(0, index) // rows that these columns name were already read
    let after: readonly unknown[] | undefined
    do {
      const rows = await readPage(db, part, {
        column,
        earlierColumns,
        subjectKey,
        after,
        batchSize,
      })
      yield* rows.filter((row) => part.isShown?.(row, subject) ?? true)
      const last = rows.length === batchSize ? rows.at(-1) : undefined
      after = last && part.key.map((name) => last[name])
    } while (after)
  }
}

type PageQuery = {
  column: string
  earlierColumns: readonly string[]
  subjectKey: string
  after: readonly unknown[] | undefined
  batchSize: number
}

/**
 * Reads a page of rows. Compares and sorts by column and key together, so that the database reads one range of an index
 * on both.
 */
async function readPage(
  db: Db,
  part: NamedExportPart,
  { column, earlierColumns, subjectKey, after, batchSize }: PageQuery,
): Promise<ExportRow[]> {
  const shown = Object.entries(part.columns).flatMap(([name, plan]) =>
    'leftOut' in plan ? [] : [{ name, join: plan.join }],
  )
  const own = new Set([...shown.map(({ name }) => name), ...part.key, ...part.of])
  const joined = shown.flatMap(({ name, join }) =>
    join
      ? sql`(select ${sql.ref(join.column)} from ${sql.table(join.table)}
          where ${sql.ref(`${join.table}.${join.key}`)} = ${sql.ref(`${part.table}.${name}`)})
          as ${sql.ref(join.as)}`
      : [],
  )
  const names = [...[...own].map((name) => sql.ref(name)), ...joined]
  const named = part.by === 'address' ? sql`lower(${sql.ref(column)})` : sql.ref(column)
  const key = [named, ...part.key.map((name) => sql.ref(name))]
  const from = after
    ? sql`(${sql.join(key)}) > (${sql.join([subjectKey, ...after])})`
    : sql`${named} >= ${subjectKey}`
  const others = earlierColumns.map(
    (name) => sql` and (${sql.ref(name)} is null or ${sql.ref(name)} <> ${subjectKey})`,
  )
  const { rows } = await sql<ExportRow>`
    select ${sql.join(names)} from ${sql.table(part.table)}
    where ${from} and ${named} <= ${subjectKey}${sql.join(others, sql``)}
    order by ${sql.join(key)} limit ${batchSize}
  `.execute(db)
  return rows
}

export async function insertExportLink(
  db: Db,
  link: { hash: string; playerId: string; createdAt: number; expiresAt: number },
): Promise<void> {
  await db
    .insertInto('export_link')
    .values({
      hash: link.hash,
      player_id: link.playerId,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

/**
 * Consumes a link that has not expired. One statement, so that of concurrent calls only one gets the player's ID; the
 * others get undefined.
 */
export async function consumeExportLink(
  db: Db,
  hash: string,
  now: number,
): Promise<string | undefined> {
  const consumed = await db
    .deleteFrom('export_link')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('player_id as playerId')
    .executeTakeFirst()
  return consumed?.playerId
}

export async function deleteExpiredExportLinks(db: Db, now: number): Promise<void> {
  await db.deleteFrom('export_link').where('expires_at', '<=', now).execute()
}
