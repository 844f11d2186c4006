import type { Db } from '../../database/database.ts'
import { type FormerTexts, type SitePage, VERSIONS_KEPT } from './page.ts'

const shortColumns = [
  'version',
  'author',
  'saved_at as savedAt',
  'title_en as titleEn',
  'title_ru as titleRu',
] as const

/** Lists the former versions of a page, newest first, without their texts. */
export function listFormer(
  db: Db,
  pageId: string,
): Promise<Omit<FormerTexts, 'bodyEn' | 'bodyRu'>[]> {
  return db
    .selectFrom('page_version')
    .select(shortColumns)
    .where('page_id', '=', pageId)
    .orderBy('version', 'desc')
    .execute()
}

export function findFormer(
  db: Db,
  pageId: string,
  version: number,
): Promise<FormerTexts | undefined> {
  return db
    .selectFrom('page_version')
    .select([...shortColumns, 'body_en as bodyEn', 'body_ru as bodyRu'])
    .where('page_id', '=', pageId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** Keeps the texts of a page that is being replaced. */
export async function insertFormer(db: Db, page: SitePage): Promise<void> {
  await db
    .insertInto('page_version')
    .values({
      page_id: page.id,
      version: page.version,
      author: page.author,
      saved_at: page.updatedAt,
      title_en: page.titleEn,
      title_ru: page.titleRu,
      body_en: page.bodyEn,
      body_ru: page.bodyRu,
    })
    .execute()
}

/** Deletes what is beyond the newest versions, or all. @returns the numbers of those it deleted. */
export async function deleteFormer(
  db: Db,
  pageId: string,
  kept: number = VERSIONS_KEPT,
): Promise<number[]> {
  const rows = await db
    .selectFrom('page_version')
    .select('version')
    .where('page_id', '=', pageId)
    .orderBy('version', 'desc')
    .execute()
  const versions = rows.slice(kept).map(({ version }) => version)
  if (versions.length === 0) return []
  await db
    .deleteFrom('page_version')
    .where('page_id', '=', pageId)
    .where('version', 'in', versions)
    .execute()
  return versions
}
