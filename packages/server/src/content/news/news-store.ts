import type { Locale } from '@portal/contract'
import { type Selectable, sql } from 'kysely'
import { compiledQuery, type Params } from '../../database/compiled-query.ts'
import { type Db, speaksPostgres } from '../../database/database.ts'
import type { NewsTable } from '../../database/tables/content.ts'
import { searchKey, searchPattern } from '../../platform/text/search-key.ts'
import type { Headline, News, NewsTranslation, PublishedNews } from './news.ts'

type VisibleNewsQuery = {
  now: number
  limit: number
  after?: { at: number; id: string } | undefined
}

/**
 * Lists news that were published by `now`, newest first, after the position `after`. Reads the index on `published_at,
 * id` once, and no column that can be long.
 */
export async function listHeadlines(db: Db, filter: VisibleNewsQuery): Promise<Headline[]> {
  const { rows } = await selectHeadlines(db, newsPositionOf(filter))
  return rows.map(({ translationLocale, translationTitle, translationSummary, ...row }) => ({
    ...withPublicationTime(row, filter.now),
    translation:
      translationLocale === null
        ? null
        : {
            locale: toLocale(translationLocale),
            title: translationTitle ?? '',
            summary: translationSummary ?? '',
          },
  }))
}

export async function listPublished(db: Db, filter: VisibleNewsQuery): Promise<PublishedNews[]> {
  const { rows } = await selectPublished(db, newsPositionOf(filter))
  return rows.map((row) => withPublicationTime(row, filter.now))
}

/**
 * Returns a text that contains the versions of the news in `listPublished`. If the text is the same, so is the list.
 */
export async function findVersions(db: Db, filter: VisibleNewsQuery): Promise<string> {
  const [row] = (await selectVersions(db, newsPositionOf(filter))).rows
  return row?.versions ?? ''
}

type NewsPosition = { limit: number; at: number; id: string }

function newsPositionOf({ now, limit, after }: VisibleNewsQuery): NewsPosition {
  const newest = { at: now + 1, id: '' } // a cursor in the future must not reveal scheduled news
  return { limit, ...(after && after.at <= now ? after : newest) }
}

function withPublicationTime<Row extends { published_at: number | null }>(row: Row, now: number) {
  const { published_at, ...same } = row
  return { ...same, publishedAt: published_at ?? now } // never null, because the query excludes drafts
}

const selectHeadlines = compiledQuery((db, position: Params<NewsPosition>) =>
  publishedFrom(db, position).select([
    'summary',
    'updated_at as updatedAt',
    'translation_locale as translationLocale',
    'translation_title as translationTitle',
    'translation_summary as translationSummary',
  ]),
)

const selectPublished = compiledQuery((db, position: Params<NewsPosition>) =>
  publishedFrom(db, position).select('plain_text as plainText'),
)

const selectVersions = compiledQuery((db, position: Params<NewsPosition>) => {
  const listed = publishedFrom(db, position).select('updated_at').as('listed')
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

function publishedFrom(db: Db, position: Params<NewsPosition>) {
  return db
    .selectFrom('news')
    .select(['id', 'title', 'tag', 'link', 'banner', 'published_at'])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('published_at', 'id'), '<', tuple(position.at, position.id)),
    )
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(position.limit)
}

/** `query` is a text that titles must contain; undefined for all titles. */
type NewsFilter = { query: string | undefined; limit: number }

export async function listDrafts(
  db: Db,
  { query, limit, afterId }: NewsFilter & { afterId: string | undefined },
): Promise<News[]> {
  const rows = await matching(db, query)
    .where('published_at', 'is', null)
    .$if(afterId !== undefined, (list) => list.where('id', '<', afterId ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toNews)
}

export async function listDated(
  db: Db,
  { query, limit, after }: NewsFilter & { after: { at: number; id: string } | undefined },
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
 * Replaces `old` by `next`, if the item is unchanged since `old` was read. Only one of several concurrent editors
 * succeeds; the others must read the item again.
 * @returns whether it was replaced
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

export async function deleteNews(db: Db, id: string): Promise<News | undefined> {
  const row = await db.deleteFrom('news').where('id', '=', id).returningAll().executeTakeFirst()
  return row && toNews(row)
}

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
    translation: toTranslation(row),
    tag: row.tag,
    link: row.link,
    banner: row.banner,
    author: row.author,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
  }
}

function toTranslation(row: Selectable<NewsTable>): NewsTranslation | null {
  const { translation_locale: locale } = row
  if (locale === null) return null
  return {
    locale: toLocale(locale),
    title: row.translation_title ?? '',
    summary: row.translation_summary ?? '',
    body: row.translation_body ?? '',
    html: row.translation_html ?? '',
  }
}

function toLocale(stored: string): Locale {
  return stored === 'ru' ? 'ru' : 'en'
}

function toRow(news: News): NewsTable {
  const { plainText, translation, createdAt, updatedAt, publishedAt, ...same } = news
  const titles = translation ? `${news.title}\n${translation.title}` : news.title
  return {
    ...same,
    title_key: searchKey(titles),
    translation_locale: translation?.locale ?? null,
    translation_title: translation?.title ?? null,
    translation_summary: translation?.summary ?? null,
    translation_body: translation?.body ?? null,
    translation_html: translation?.html ?? null,
    plain_text: plainText,
    created_at: createdAt,
    updated_at: updatedAt,
    published_at: publishedAt,
  }
}
