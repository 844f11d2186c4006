import { type Db, speaksPostgres } from '../../database/database.ts'
import type { Consent, RequiredPage } from './consent.ts'

export function listRequiredPages(db: Db): Promise<RequiredPage[]> {
  return requiredPagesQuery(db).execute()
}

/** Lists the published pages to which players must agree. Until the transaction ends, these pages cannot be deleted. */
export function lockRequiredPages(tx: Db): Promise<RequiredPage[]> {
  return requiredPagesQuery(tx)
    .$if(speaksPostgres(tx), (query) => query.forKeyShare('page')) // SQLite has only one write transaction at a time
    .execute()
}

function requiredPagesQuery(db: Db) {
  return db
    .selectFrom('page_demand')
    .innerJoin('page', 'page.id', 'page_demand.page_id')
    .select([
      'page.id as page',
      'page.slug',
      'page_demand.edition',
      'page.title_en as titleEn',
      'page.title_ru as titleRu',
    ])
    .where('page_demand.demanded_at', 'is not', null)
    .where('page_demand.edition', '>', 0)
    .where('page.published_at', 'is not', null)
    .orderBy('page.position')
    .orderBy('page.id')
}

/**
 * Stores the page editions to which a player agrees. The primary key decides between concurrent calls, so each edition
 * is stored once.
 * @returns the editions that were not stored before
 */
export async function insertConsents(
  tx: Db,
  { playerId, now, ip }: { playerId: string; now: number; ip: string },
  pages: readonly { page: string; edition: number }[],
): Promise<{ page: string; edition: number }[]> {
  if (pages.length === 0) return []
  return tx
    .insertInto('consent')
    .values(
      pages.map(({ page, edition }) => ({
        player_id: playerId,
        page_id: page,
        edition,
        agreed_at: now,
        ip,
      })),
    )
    .onConflict((conflict) => conflict.columns(['player_id', 'page_id', 'edition']).doNothing())
    .returning(['page_id as page', 'edition'])
    .execute()
}

/**
 * Stores the minimum age that a player has stated, unless the player has stated this age or a higher one before.
 * @returns whether it was stored
 */
export async function upsertAgeAnswer(
  tx: Db,
  { playerId, atLeast, now }: { playerId: string; atLeast: number; now: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('age_answer')
    .values({ player_id: playerId, at_least: atLeast, answered_at: now })
    .onConflict((conflict) =>
      conflict
        .column('player_id')
        .doUpdateSet({ at_least: atLeast, answered_at: now })
        .where('age_answer.at_least', '<', atLeast),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function listConsents(db: Db, playerId: string): Promise<Consent[]> {
  return db
    .selectFrom('consent')
    .select(['page_id as page', 'edition', 'agreed_at as agreedAt', 'ip'])
    .where('player_id', '=', playerId)
    .orderBy('agreed_at', 'desc')
    .orderBy('page_id')
    .orderBy('edition', 'desc')
    .execute()
}

export function listNamedConsents(
  db: Db,
  playerId: string,
): Promise<(Consent & Pick<RequiredPage, 'slug' | 'titleEn' | 'titleRu'>)[]> {
  return db
    .selectFrom('consent')
    .innerJoin('page', 'page.id', 'consent.page_id')
    .select([
      'page_id as page',
      'consent.edition',
      'agreed_at as agreedAt',
      'ip',
      'page.slug',
      'page.title_en as titleEn',
      'page.title_ru as titleRu',
    ])
    .where('player_id', '=', playerId)
    .orderBy('agreed_at', 'desc')
    .orderBy('page_id')
    .orderBy('consent.edition', 'desc')
    .execute()
}

export async function findAgeAnswer(
  db: Db,
  playerId: string,
): Promise<{ atLeast: number; answeredAt: number } | undefined> {
  return db
    .selectFrom('age_answer')
    .select(['at_least as atLeast', 'answered_at as answeredAt'])
    .where('player_id', '=', playerId)
    .executeTakeFirst()
}
