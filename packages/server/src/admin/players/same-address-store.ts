import { sql } from 'kysely'
import { type Db, speaksPostgres } from '../../database/database.ts'
import type { TextRange } from '../../platform/network/household.ts'

/**
 * Lists the IP addresses from which a player signed in, latest first. Searches only the last `searched` audit entries
 * about the player.
 */
export async function listSignInAddresses(
  db: Db,
  playerId: string,
  page: { searched: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom(
      db
        .selectFrom('audit')
        .select(['action', 'actor', 'target', 'ip', 'at'])
        .where('target', '>=', playerId)
        .where('target', '<=', playerId)
        .orderBy('target', 'desc') // lets planners use the index on targets, as in audit-store
        .orderBy('at', 'desc')
        .limit(page.searched)
        .as('last'),
    )
    .select(['ip', (eb) => eb.fn.max('at').as('at')])
    .where('action', '=', 'login.succeeded')
    .where('ip', 'is not', null)
    .where((eb) => eb.or([eb('actor', 'is', null), eb('actor', '=', eb.ref('target'))]))
    .groupBy('ip')
    .orderBy('at', 'desc')
    .orderBy('ip')
    .limit(page.limit)
    .$narrowType<{ ip: string }>()
    .execute()
  return rows.map(({ ip }) => ip)
}

/**
 * Lists the players of the last `searched` sign-ins from a range of addresses, in no order. `exists` is false for
 * deleted players and for players of self-tests. The conditions are those of the partial index audit_sign_in_ip_index.
 */
export async function listPlayersOfAddresses(
  db: Db,
  { from, below }: TextRange,
  searched: number,
): Promise<{ id: string; at: number; signIns: number; exists: boolean }[]> {
  const ip = speaksPostgres(db) ? sql<string>`ip collate "C"` : sql<string>`ip`
  const last = db
    .selectFrom('audit')
    .select(['target', 'at'])
    .where('action', '=', sql.lit('login.succeeded'))
    .where((eb) => eb.or([eb('actor', 'is', null), eb('actor', '=', eb.ref('target'))]))
    .where(ip, '>=', from)
    .where(ip, '<', below)
    .orderBy(ip, 'desc')
    .orderBy('at', 'desc')
    .orderBy('target', 'desc') // with all columns of the order, which only this index has
    .limit(searched)
  const found = db
    .selectFrom(last.as('last'))
    .select((eb) => [
      eb.ref('target').$castTo<string>().as('id'),
      eb.fn.max('at').as('at'),
      eb.fn.countAll<number>().as('signIns'),
    ])
    .groupBy('target')
  const rows = await db
    .selectFrom(found.as('found'))
    .leftJoin('player', (join) =>
      join.onRef('player.id', '=', 'found.id').on('player.ends_at', 'is', null),
    )
    .select(['found.id', 'found.at', 'found.signIns', 'player.id as playerId'])
    .execute()
  return rows.map(({ playerId, ...row }) => ({ ...row, exists: playerId !== null }))
}
