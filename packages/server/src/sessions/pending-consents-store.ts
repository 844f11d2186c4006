import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { compiledQuery, type Params } from '../database/compiled-query.ts'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables/tables.ts'

/**
 * Makes the condition that a player is asked for something before they go on. Superusers are not, nor are
 * players whom the site makes up for itself (docs/contract.md#rules-and-consent).
 */
export function owing(minimumAge: Expression<number>) {
  return ({ and, or, not, exists, selectFrom, eb }: ExpressionBuilder<Tables, 'player'>) =>
    and([
      eb('player.superuser_at', 'is', null),
      eb('player.ends_at', 'is', null),
      or([
        exists(
          selectFrom('page_demand')
            .innerJoin('page', 'page.id', 'page_demand.page_id')
            .select('page_demand.page_id')
            .where('page_demand.demanded_at', 'is not', null)
            .where('page_demand.edition', '>', 0)
            .where('page.published_at', 'is not', null)
            .where((inner) =>
              inner.not(
                inner.exists(
                  inner
                    .selectFrom('consent')
                    .select('consent.player_id')
                    .whereRef('consent.player_id', '=', 'player.id')
                    .whereRef('consent.page_id', '=', 'page_demand.page_id')
                    .whereRef('consent.edition', '=', 'page_demand.edition'),
                ),
              ),
            ),
        ),
        and([
          eb(sql<number>`0`, '<', minimumAge),
          not(
            exists(
              selectFrom('age_answer')
                .select('age_answer.player_id')
                .whereRef('age_answer.player_id', '=', 'player.id')
                .where('age_answer.at_least', '>=', minimumAge),
            ),
          ),
        ]),
      ]),
    ])
}

const selectOwing = compiledQuery(
  (db, { playerId, minimumAge }: Params<{ playerId: string; minimumAge: number }>) =>
    db
      .selectFrom('player')
      .select('player.id')
      .where('player.id', '=', playerId)
      .where(owing(minimumAge)),
)

/** Whether a player is asked for something before they go on. */
export async function isOwing(
  db: Db,
  whose: { playerId: string; minimumAge: number },
): Promise<boolean> {
  return (await selectOwing(db, whose)).rows.length > 0
}
