import { type Expression, type ExpressionBuilder, sql } from 'kysely'
import { compiledQuery, type Params } from '../database/compiled-query.ts'
import type { Db } from '../database/database.ts'
import type { Tables } from '../database/tables/tables.ts'

/**
 * A condition on `player`: true if the player still has to consent to a page or confirm the age. Never true for
 * superusers and self-tests (docs/contract.md#rules-and-consent).
 */
export function pendingConsentsCondition(minimumAge: Expression<number>) {
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

const selectWithPendingConsents = compiledQuery(
  (db, { playerId, minimumAge }: Params<{ playerId: string; minimumAge: number }>) =>
    db
      .selectFrom('player')
      .select('player.id')
      .where('player.id', '=', playerId)
      .where(pendingConsentsCondition(minimumAge)),
)

export async function hasPendingConsents(
  db: Db,
  key: { playerId: string; minimumAge: number },
): Promise<boolean> {
  return (await selectWithPendingConsents(db, key)).rows.length > 0
}
