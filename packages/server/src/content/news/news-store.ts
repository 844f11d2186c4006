import { type Selectable, sql } from 'kysely'
import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import { type Db, speaksPostgres } from '../../database/database.ts'
import type { NewsTable } from '../../database/tables/content.ts'
import { searchKey, searchPattern } from '../../platform/text/search-key.ts'
import type { Headline, News, PublishedNews } from './news.ts'

type Wished = { now: number; limit: number; after?: { at: number; id: string } | undefined }

/**
 * Lists what is published by now, newest first, beginning after `after`. It walks once down the
 * index over `published_at, id` and reads no column that can be long.
 */
export async function listHeadlines(db: Db, wanted: Wished): Promise<Headline[]> {
  const { rows } = await selectHeadlines(db, placeOf(wanted))
  return rows.map((row) => withInstant(row, wanted.now))
}

/** Lists the same news with the text for launchers. */
export async function listPublished(db: Db, wanted: Wished): Promise<PublishedNews[]> {
  const { rows } = await selectPublished(db, placeOf(wanted))
  return rows.map((row) => withInstant(row, wanted.now))
}

/**
 * Names the versions of what `listPublished` would list, in order: the text is the same while the list
 * is.
 */
export async function findVersions(db: Db, wanted: Wished): Promise<string> {
  const [row] = (await selectVersions(db, placeOf(wanted))).rows
  return row?.versions ?? ''
}

type Place = { limit: number; at: number; id: string }

function placeOf({ now, limit, after }: Wished): Place {
  const newest = { at: now + 1, id: '' } // a cursor in the future shows no more than this
  return { limit, ...(after && after.at <= now ? after : newest) }
}

function withInstant<Row extends { published_at: number | null }>(row: Row, now: number) {
  const { published_at, ...same } = row
  return { ...same, publishedAt: published_at ?? now } // never null: the condition excludes drafts
}

const selectHeadlines = compiledQuery((db, place: Params<Place>) =>
  publishedFrom(db, place).select(['summary', 'updated_at as updatedAt']),
)

const selectPublished = compiledQuery((db, place: Params<Place>) =>
  publishedFrom(db, place).select('plain_text as plainText'),
)

const selectVersions = compiledQuery((db, place: Params<Place>) => {
  const listed = publishedFrom(db, place).select('updated_at').as('listed')
  const version = sql`listed.id || ':' || listed.updated_at`
  const versions = speaksPostgres(db)
    ? sql<
        string | null
      >`string_agg(${version}, ',' order by listed.published_at desc, listed.id desc)`
    : sql<
        string | null
      >`group_concat(${version}, ',' order by listed.published_at desc, listed.id desc)`
  return db.selectFrom(listed).select(versions.as('versions'))
})

function publishedFrom(db: Db, place: Params<Place>) {
  return db
    .selectFrom('news')
    .select(['id', 'title', 'tag', 'link', 'banner', 'published_at'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('published_at', 'id'), '<', tuple(place.at, place.id)),
    )
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(place.limit)
}

/** `query` is what a title has to contain; undefined allows any title. */
type Wanted = { query: string | undefined; limit: number }

/** Lists drafts, newest first, beginning after `afterId`. */
export async function listDrafts(
  db: Db,
  { query, limit, afterId }: Wanted & { afterId: string | undefined },
): Promise<News[]> {
  const rows = await matching(db, query)
    .where('published_at', 'is', null)
    .$if(afterId !== undefined, (list) => list.where('id', '<', afterId ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toNews)
}

/** Lists what is or will be published, newest first, beginning after `after`. */
export async function listDated(
  db: Db,
  { query, limit, after }: Wanted & { after: { at: number; id: string } | undefined },
): Promise<News[]> {
  const rows = await matching(db, query)
    .where('published_at', 'is not', null)
    .$if(after !== undefined, (list) =>
      list.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('published_at', 'id'), '<', tuple(after?.at ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toNews)
}

export async function findNews(db: Db, id: string): Promise<News | undefined> {
  const row = await db.selectFrom('news').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toNews(row)
}

/** Whether an item of this title and this instant is here, or a draft of this title. */
export async function hasNews(
  db: Db,
  { title, publishedAt }: Pick<News, 'title' | 'publishedAt'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('news')
    .select('id')
    .where('title', '=', title)
    .where('published_at', publishedAt === null ? 'is' : '=', publishedAt)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertNews(db: Db, news: News): Promise<void> {
  await db.insertInto('news').values(toRow(news)).execute()
}

/**
 * Replaces `old` with `next`, if nobody has changed or deleted it meanwhile: of two editors who
 * began from the same version one succeeds, and the other has to read it again.
 */
export async function replaceNews(
  db: Db,
  { old, next }: { old: News; next: News },
): Promise<boolean> {
  const { id, ...changed } = toRow(next)
  const { numUpdatedRows } = await db
    .updateTable('news')
    .set(changed)
    .where('id', '=', id)
    .where('updated_at', '=', old.updatedAt)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes an item and returns it; undefined when there is none or somebody else was quicker. */
export async function deleteNews(db: Db, id: string): Promise<News | undefined> {
  const row = await db.deleteFrom('news').where('id', '=', id).returningAll().executeTakeFirst()
  return row && toNews(row)
}

/** Selects news whose title contains the query. */
function matching(db: Db, query: string | undefined) {
  const pattern = searchPattern(query ?? '')
  return db
    .selectFrom('news')
    .selectAll()
    .$if(query !== undefined, (list) =>
      list.where(sql<boolean>`title_key like ${pattern} escape '!'`),
    )
}

function toNews(row: Selectable<NewsTable>): News {
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    body: row.body,
    format: row.format === 'html' ? 'html' : 'markdown',
    html: row.html,
    plainText: row.plain_text,
    tag: row.tag,
    link: row.link,
    banner: row.banner,
    author: row.author,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
  }
}

function toRow(news: News): NewsTable {
  const { plainText, createdAt, updatedAt, publishedAt, ...same } = news
  return {
    ...same,
    title_key: searchKey(news.title),
    plain_text: plainText,
    created_at: createdAt,
    updated_at: updatedAt,
    published_at: publishedAt,
  }
}
