import { type ListQuery, MAX_PAGE_SIZE, PAGE_SIZE, text } from '@portal/contract'
import Type, { type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { Refusal } from '../platform/errors.ts'

/**
 * A page of a list. A cursor is the sort key of the last row shown, never a number of rows. So rows that are added in
 * the meantime do not shift the next page, and the hundredth page costs as much as the first
 * (docs/decisions/008-bounded-lists.md).
 *
 *     const page = readPage(query, InstantAndId)
 *     const rows = await listThings(app.db, { ...page, limit: page.limit + 1 }) // one more
 *     return toPage(rows, page.limit, (thing) => [thing.createdAt, thing.id])
 */
export type Page<Key> = {
  query: string | undefined
  limit: number
  /** The sort key of the last row of the previous page; undefined for the first page. */
  after: Key | undefined
}

/** The types of the parts of a sort key, which both databases can compare. */
export const KeyInstant = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
})
export const KeyText = text({ maxLength: 256 })

export const InstantAndId = Type.Tuple([KeyInstant, KeyText])

/** A sort key that precedes all rows of a list ordered from newest to oldest: the first page starts after it. */
export const NEWEST = [Number.MAX_SAFE_INTEGER, ''] as const

/**
 * Reads the query of a list.
 * @throws Refusal `request.invalid` for a cursor that is not from this list
 */
export function readPage<Key extends TSchema>(asked: ListQuery, key: Key): Page<Static<Key>> {
  return {
    query: asked.query?.trim() || undefined,
    limit: pageSize(asked.limit),
    after: asked.cursor === undefined ? undefined : readCursor(asked.cursor, key),
  }
}

export function pageSize(asked: string | undefined): number {
  return Math.min(Number(asked ?? PAGE_SIZE), MAX_PAGE_SIZE)
}

/**
 * Makes a page of at most `limit` rows. `rows` were read with a limit of one more: the extra row is not shown, but
 * means that there is a next page.
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
 * Makes a page of a list whose query also returns rows that do not belong to the list. `rows` are the next rows of the
 * query, at most `scanned`; `fits` selects those that belong to the list. The page may be short or even empty and still
 * have a next page.
 */
export function toSparsePage<Row>(
  rows: readonly Row[],
  page: {
    limit: number
    scanned: number
    fits: (row: Row, before: Row | undefined) => boolean
    keyOf: (row: Row) => readonly unknown[]
  },
): { items: Row[]; next: string | null } {
  const fitting = rows.filter((row, place) => page.fits(row, rows[place - 1]))
  if (fitting.length > page.limit) return toPage(fitting, page.limit, page.keyOf)
  const last = rows.length < page.scanned ? undefined : rows.at(-1)
  return { items: fitting, next: last === undefined ? null : writeCursor(page.keyOf(last)) }
}

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
    return undefined // the caller refuses it, because it is no key of this list
  }
}
