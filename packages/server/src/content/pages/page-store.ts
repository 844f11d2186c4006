import type { PagePlace } from '@portal/contract'
import { type Selectable, sql } from 'kysely'
import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import { type Db, speaksPostgres } from '../../database/database.ts'
import type { PageDemandTable, PageTable } from '../../database/tables/content.ts'
import { MAX_PAGES, type PageRow, type SitePage } from './page.ts'

const rowColumns = [
  'id',
  'slug',
  'title_en as titleEn',
  'title_ru as titleRu',
  'place',
  'version',
  'author',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'published_at as publishedAt',
  'demanded_at as demandedAt',
  'edition',
] as const

function pagesOf(db: Db) {
  return db.selectFrom('page').leftJoin('page_demand', 'page_demand.page_id', 'page.id')
}

export async function listPageRows(db: Db): Promise<PageRow[]> {
  const rows = await pagesOf(db).select(rowColumns).orderBy('position').orderBy('id').execute()
  return rows.map(({ demandedAt, edition, ...row }) => ({
    ...row,
    place: menuPlaceOf(row.place),
    mustAgree: demandedAt !== null,
    edition: edition ?? 0,
  }))
}

export async function findPage(db: Db, id: string): Promise<SitePage | undefined> {
  const row = await pagesOf(db)
    .selectAll('page')
    .select(['demanded_at', 'edition'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && toPage(row)
}

const selectPublished = compiledQuery((db, { slug }: Params<{ slug: string }>) =>
  pagesOf(db)
    .selectAll('page')
    .select(['demanded_at', 'edition'])
    .where('slug', '=', slug)
    .where('published_at', 'is not', null),
)

export async function findPublishedPage(db: Db, slug: string): Promise<SitePage | undefined> {
  const [row] = (await selectPublished(db, { slug })).rows
  return row && toPage(row)
}

/**
 * Stores a page as the last one in the order.
 * @returns false if its slug is taken
 */
export async function insertPage(db: Db, page: SitePage): Promise<boolean> {
  const { position: _, ...row } = toRow(page)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('page')
    .values({ ...row, position: sql`(select coalesce(max(position), 0) + 1 from page)` })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Whether the site has the maximum number of pages. Until the transaction ends, no other transaction can insert a page.
 */
export async function hasMaxPages(tx: Db): Promise<boolean> {
  if (speaksPostgres(tx)) await sql`lock table page in share row exclusive mode`.execute(tx)
  const { pages } = await tx
    .selectFrom('page')
    .select(({ fn }) => fn.countAll<number | string>().as('pages'))
    .executeTakeFirstOrThrow()
  return Number(pages) >= MAX_PAGES
}

/**
 * Replaces `old` by `next`, if the page is unchanged since `old` was read. Only one of several concurrent editors
 * succeeds. Fails with a violation of the unique column if the slug is taken (see `violatedUniqueColumn`).
 * @returns whether it was replaced
 */
export async function replacePage(
  db: Db,
  { old, next }: { old: SitePage; next: SitePage },
): Promise<boolean> {
  const { id, position: _, ...changed } = toRow(next)
  const { numUpdatedRows } = await db
    .updateTable('page')
    .set(changed)
    .where('id', '=', id)
    .where('version', '=', old.version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deletePageRow(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('page').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Locks a page until the transaction ends.
 * @returns false if there is no such page
 */
export async function lockPage(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('page')
    .select('id')
    .where('id', '=', id)
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()
  return row !== undefined
}

/** Locks all pages until the transaction ends, in the order of their IDs to avoid deadlocks. */
export async function lockPages(tx: Db): Promise<{ id: string; slug: string; position: number }[]> {
  return tx
    .selectFrom('page')
    .select(['id', 'slug', 'position'])
    .orderBy('id')
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .execute()
}

export async function updatePosition(tx: Db, id: string, position: number): Promise<void> {
  await tx.updateTable('page').set({ position }).where('id', '=', id).execute()
}

type ConsentRequirement = { [Column in 'edition' | 'demanded_at']: PageDemandTable[Column] | null }

function toPage(row: Selectable<PageTable> & ConsentRequirement): SitePage {
  return {
    id: row.id,
    slug: row.slug,
    titleEn: row.title_en,
    titleRu: row.title_ru,
    bodyEn: row.body_en,
    bodyRu: row.body_ru,
    htmlEn: row.html_en,
    htmlRu: row.html_ru,
    summaryEn: row.summary_en,
    summaryRu: row.summary_ru,
    place: menuPlaceOf(row.place),
    position: row.position,
    version: row.version,
    author: row.author,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
    mustAgree: row.demanded_at !== null,
    edition: row.edition ?? 0,
  }
}

function toRow(page: SitePage): PageTable {
  return {
    id: page.id,
    slug: page.slug,
    title_en: page.titleEn,
    title_ru: page.titleRu,
    place: page.place,
    position: page.position,
    version: page.version,
    author: page.author,
    created_at: page.createdAt,
    updated_at: page.updatedAt,
    published_at: page.publishedAt,
    summary_en: page.summaryEn,
    summary_ru: page.summaryRu,
    html_en: page.htmlEn,
    html_ru: page.htmlRu,
    body_en: page.bodyEn,
    body_ru: page.bodyRu,
  }
}

function menuPlaceOf(place: string): PagePlace {
  return place === 'menu' || place === 'footer' || place === 'both' ? place : 'none'
}
