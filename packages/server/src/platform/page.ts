import { LARGEST_PAGE, type ListQuery, PAGE_SIZE, text } from '@portal/contract'
import Type, { type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { Refusal } from '../errors.ts'

/**
 * Lists go by the sort key of the last row that was shown, never by a count of rows: what is added
 * meanwhile moves nothing, and the hundredth page costs what the first does.
 *
 *     const page = readPage(query, InstantAndId)
 *     const rows = await listThings(app.db, { ...page, limit: page.limit + 1 }) // one more
 *     return toPage(rows, page.limit, (thing) => [thing.createdAt, thing.id])
 */
export type Page<Key> = {
  /** What is looked for, without spaces around it; undefined: everything. */
  query: string | undefined
  limit: number
  /** The sort key of the last row of the page before; undefined: from the top. */
  after: Key | undefined
}

/** Parts of a sort key as a cursor may bring them back: nothing that a database cannot compare. */
export const KeyInstant = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
})
export const KeyText = text({ maxLength: 256 })

/** The usual key: rows in the order of an instant, the id deciding between equals. */
export const InstantAndId = Type.Tuple([KeyInstant, KeyText])

/**
 * What a list was asked for; `key` is the schema of its sort key.
 *
 * @throws Refusal `request.invalid` for a cursor that no page of this list gave.
 */
export function readPage<Key extends TSchema>(asked: ListQuery, key: Key): Page<Static<Key>> {
  return {
    query: asked.query?.trim() || undefined,
    limit: pageSize(asked.limit),
    after: asked.cursor === undefined ? undefined : readCursor(asked.cursor, key),
  }
}

/** How many items are asked for, as `PageLimit` let it through: at most `LARGEST_PAGE`. */
export function pageSize(asked: string | undefined): number {
  return Math.min(Number(asked ?? PAGE_SIZE), LARGEST_PAGE)
}

/**
 * One page out of `rows`, of which one more than `limit` were asked for: it tells whether there is
 * a next page, and is not shown.
 */
export function toPage<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => readonly unknown[],
): { items: Row[]; next: string | null } {
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, next: last === undefined ? null : writeCursor(keyOf(last)) }
}

/**
 * One page out of the next `lookedAt` rows of a list, of which only some are looked for. However few
 * those are, a page costs the same: it may be short or empty and yet have a next one.
 */
export function toSparsePage<Row>(
  rows: readonly Row[],
  page: {
    limit: number
    lookedAt: number
    fits: (row: Row, before: Row | undefined) => boolean
    keyOf: (row: Row) => readonly unknown[]
  },
): { items: Row[]; next: string | null } {
  const fitting = rows.filter((row, place) => page.fits(row, rows[place - 1]))
  if (fitting.length > page.limit) return toPage(fitting, page.limit, page.keyOf)
  const last = rows.length < page.lookedAt ? undefined : rows.at(-1)
  return { items: fitting, next: last === undefined ? null : writeCursor(page.keyOf(last)) }
}

/** base64url of the key as JSON. It is no secret and no permission: it only says where to go on. */
function writeCursor(key: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

function readCursor<Key extends TSchema>(cursor: string, key: Key): Static<Key> {
  const read = parsed(Buffer.from(cursor, 'base64url').toString())
  if (Check(key, read)) return read
  throw new Refusal('request.invalid', { fields: [{ field: 'cursor', keyword: 'pattern' }] })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined // the caller refuses whatever is not a key
  }
}
