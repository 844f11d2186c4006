import type { Db } from '../../database/database.ts'
import type { PageTexts, SitePage } from './page.ts'

/** An edition of a page: the texts to which players had to agree from `publishedAt` on. */
export type Edition = PageTexts & { edition: number; author: string; publishedAt: number }

const shortColumns = [
  'edition',
  'author',
  'published_at as publishedAt',
  'title_en as titleEn',
  'title_ru as titleRu',
] as const

/**
 * Lists the editions of a page without their bodies, newest first. `agreed` is the number of players who agreed to the
 * edition.
 */
export async function listEditions(
  db: Db,
  pageId: string,
): Promise<(Omit<Edition, 'bodyEn' | 'bodyRu'> & { agreed: number })[]> {
  const rows = await db
    .selectFrom('page_edition')
    .select(shortColumns)
    .select(({ selectFrom }) =>
      selectFrom('consent')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('consent.page_id', '=', 'page_edition.page_id')
        .whereRef('consent.edition', '=', 'page_edition.edition')
        .as('agreed'),
    )
    .where('page_id', '=', pageId)
    .orderBy('edition', 'desc')
    .execute()
  return rows.map(({ agreed, ...row }) => ({ ...row, agreed: Number(agreed) }))
}

export async function findEdition(
  db: Db,
  pageId: string,
  edition: number,
): Promise<Edition | undefined> {
  return db
    .selectFrom('page_edition')
    .select([...shortColumns, 'body_en as bodyEn', 'body_ru as bodyRu'])
    .where('page_id', '=', pageId)
    .where('edition', '=', edition)
    .executeTakeFirst()
}

export async function insertEdition(db: Db, page: SitePage): Promise<void> {
  await db
    .insertInto('page_edition')
    .values({
      page_id: page.id,
      edition: page.edition,
      author: page.author,
      published_at: page.updatedAt,
      title_en: page.titleEn,
      title_ru: page.titleRu,
      body_en: page.bodyEn,
      body_ru: page.bodyRu,
    })
    .execute()
}

/** Stores whether players must agree to a page, and to which edition of it. */
export async function upsertConsentRequirement(db: Db, page: SitePage): Promise<void> {
  const values = { edition: page.edition, demanded_at: page.mustAgree ? page.updatedAt : null }
  await db
    .insertInto('page_demand')
    .values({ page_id: page.id, ...values })
    .onConflict((conflict) => conflict.column('page_id').doUpdateSet(values))
    .execute()
}

export async function hasConsents(db: Db, pageId: string): Promise<boolean> {
  const row = await db
    .selectFrom('consent')
    .select('player_id')
    .where('page_id', '=', pageId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Counts the players who have not agreed to an edition: all players, minus superusers, players of self-tests, and
 * players who have agreed. Reads only indexes.
 */
export async function countPendingConsents(
  db: Db,
  { page, edition }: { page: string; edition: number },
): Promise<number> {
  const counted = await db
    .selectNoFrom(({ selectFrom }) => {
      const players = selectFrom('player').select(({ fn }) => fn.countAll<string>().as('count'))
      const consents = selectFrom('consent')
        .innerJoin('player', 'player.id', 'consent.player_id')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('consent.page_id', '=', page)
        .where('consent.edition', '=', edition)
      return [
        players.as('players'),
        players.where('player.superuser_at', 'is not', null).as('superusers'),
        players
          .where('ends_at', 'is not', null)
          .where('player.superuser_at', 'is', null)
          .as('madeUp'),
        consents.where('player.superuser_at', 'is', null).where('ends_at', 'is', null).as('agreed'),
      ]
    })
    .executeTakeFirstOrThrow()
  const { players, superusers, madeUp, agreed } = counted
  return Number(players) - Number(superusers) - Number(madeUp) - Number(agreed)
}
