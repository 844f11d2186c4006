import type { Db } from '../../database/database.ts'

export type EndedGrant = {
  id: string
  at: number
  group: string | null
  groupName: string | null
  node: string | null
}

/** Lists the grants of ranks and nodes of a player that have expired, latest first. */
export async function listEndedGrants(
  db: Db,
  playerId: string,
  page: { now: number; after: readonly [at: number, id: string] | undefined; limit: number },
): Promise<EndedGrant[]> {
  const [at, id] = page.after ?? [page.now, '']
  const rows = await db
    .selectFrom('donate_grant')
    .leftJoin('bundle', (join) =>
      join.onRef('bundle.id', '=', 'donate_grant.group_id').on('bundle.kind', '=', 'group'),
    )
    .select([
      'donate_grant.id',
      'ends_at as at',
      'group_id as group',
      'bundle.name as groupName',
      'node',
    ])
    .where('player_id', '=', playerId)
    .where('taken_at', 'is', null)
    .where('ends_at', '<=', Math.min(at, page.now))
    .$if(page.after !== undefined, (query) =>
      query.where((eb) => eb.or([eb('ends_at', '<', at), eb('donate_grant.id', '<', id)])),
    )
    .orderBy('ends_at', 'desc')
    .orderBy('donate_grant.id', 'desc')
    .limit(page.limit)
    .execute()
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}
