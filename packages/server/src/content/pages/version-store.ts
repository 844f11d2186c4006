import type { Db } from '../../database/database.ts'
import { MAX_VERSIONS, type PageVersionTexts, type SitePage } from './page.ts'

const shortColumns = [
  'version',
  'author',
  'saved_at as savedAt',
  'title_en as titleEn',
  'title_ru as titleRu',
] as const

export function listVersions(
  db: Db,
  pageId: string,
): Promise<Omit<PageVersionTexts, 'bodyEn' | 'bodyRu'>[]> {
  return db
    .selectFrom('page_version')
    .select(shortColumns)
    .where('page_id', '=', pageId)
    .orderBy('version', 'desc')
    .execute()
}

export function findVersion(
  db: Db,
  pageId: string,
  version: number,
): Promise<PageVersionTexts | undefined> {
  return db
    .selectFrom('page_version')
    .select([...shortColumns, 'body_en as bodyEn', 'body_ru as bodyRu'])
    .where('page_id', '=', pageId)
    .where('version', '=', version)
    .executeTakeFirst()
}

export async function insertVersion(db: Db, page: SitePage): Promise<void> {
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

export async function deleteOldVersions(
  db: Db,
  pageId: string,
  kept: number = MAX_VERSIONS,
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
