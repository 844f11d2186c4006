import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { ListedPart } from './export-list.ts'
import type { Row, Whose } from './export-part.ts'

/** How many rows of a table are in memory at a time. */
const ROWS_AT_ONCE = 500

/**
 * Reads the rows of a part that belong to a player, in pages, each by one short statement: however long the
 * reader takes, nothing is locked meanwhile.
 */
export async function* readRows(
  db: Db,
  part: ListedPart,
  whose: Whose,
  atOnce = ROWS_AT_ONCE,
): AsyncIterable<Row> {
  const wanted = part.by === 'address' ? whose.emailKey : whose.id
  if (wanted === null) return
  for (const [index, column] of part.of.entries()) {
    const earlier = part.of.slice(0, index) // whose rows were read before
    let after: readonly unknown[] | undefined
    do {
      const rows = await readPage(db, part, { column, earlier, wanted, after, atOnce })
      yield* rows.filter((row) => part.isShown?.(row, whose) ?? true)
      const last = rows.length === atOnce ? rows.at(-1) : undefined
      after = last && part.key.map((name) => last[name])
    } while (after)
  }
}

type Stretch = {
  column: string
  earlier: readonly string[]
  wanted: string
  /** The key of the last row before this page. */
  after: readonly unknown[] | undefined
  atOnce: number
}

/** The column is compared and sorted together with the key, so that an index of both is read as a range. */
async function readPage(
  db: Db,
  part: ListedPart,
  { column, earlier, wanted, after, atOnce }: Stretch,
): Promise<Row[]> {
  const shown = Object.entries(part.columns).flatMap(([name, plan]) =>
    'leftOut' in plan ? [] : [{ name, beside: plan.beside }],
  )
  const own = new Set([...shown.map(({ name }) => name), ...part.key, ...part.of])
  const besides = shown.flatMap(({ name, beside }) =>
    beside
      ? sql`(select ${sql.ref(beside.column)} from ${sql.table(beside.table)}
          where ${sql.ref(`${beside.table}.${beside.key}`)} = ${sql.ref(`${part.table}.${name}`)})
          as ${sql.ref(beside.as)}`
      : [],
  )
  const names = [...[...own].map((name) => sql.ref(name)), ...besides]
  const named = part.by === 'address' ? sql`lower(${sql.ref(column)})` : sql.ref(column)
  const key = [named, ...part.key.map((name) => sql.ref(name))]
  const from = after
    ? sql`(${sql.join(key)}) > (${sql.join([wanted, ...after])})`
    : sql`${named} >= ${wanted}`
  const others = earlier.map(
    (name) => sql` and (${sql.ref(name)} is null or ${sql.ref(name)} <> ${wanted})`,
  )
  const { rows } = await sql<Row>`
    select ${sql.join(names)} from ${sql.table(part.table)}
    where ${from} and ${named} <= ${wanted}${sql.join(others, sql``)}
    order by ${sql.join(key)} limit ${atOnce}
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
 * Uses up a live link. One statement does it, so of any number of callers with one link only one gets the id
 * of its player.
 */
export async function burnExportLink(
  db: Db,
  hash: string,
  now: number,
): Promise<string | undefined> {
  const burnt = await db
    .deleteFrom('export_link')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('player_id as playerId')
    .executeTakeFirst()
  return burnt?.playerId
}

export async function deleteOldExportLinks(db: Db, now: number): Promise<void> {
  await db.deleteFrom('export_link').where('expires_at', '<=', now).execute()
}
