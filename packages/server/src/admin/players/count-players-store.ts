import type { Db } from '../../database/database.ts'
import type { PlayerFilters } from './player-search.ts'

export async function countMatchingPlayers(
  db: Db,
  filters: PlayerFilters,
  { now, most }: { now: number; most: number },
): Promise<number> {
  const { banned, activated, superuser, twoFactor, hasEmail, deleting, role, group } = filters
  const present = (is: boolean) => (is ? 'is not' : 'is')
  const runningBans = db
    .selectFrom('ban')
    .select('player_id')
    .where('lifted_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
  const holders = db
    .selectFrom('player_role')
    .select('player_id')
    .where('role_id', '=', role ?? '')
  const donors = db
    .selectFrom('donate_grant')
    .select('player_id')
    .where('group_id', '=', group ?? '')
    .where('taken_at', 'is', null)
    .where('starts_at', '<=', now)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
  const matching = db
    .selectFrom('player')
    .select('player.id')
    .where('ends_at', 'is', null)
    .$if(banned !== undefined, (q) => q.where('id', banned ? 'in' : 'not in', runningBans))
    .$if(activated !== undefined, (q) => q.where('activated_at', present(activated ?? true), null))
    .$if(superuser !== undefined, (q) => q.where('superuser_at', present(superuser ?? true), null))
    .$if(twoFactor !== undefined, (q) =>
      q.where('totp_enabled_at', present(twoFactor ?? true), null),
    )
    .$if(hasEmail !== undefined, (q) => q.where('email', present(hasEmail ?? true), null))
    .$if(deleting !== undefined, (q) => q.where('deletes_at', present(deleting ?? true), null))
    .$if(role !== undefined, (q) => q.where('id', 'in', holders))
    .$if(group !== undefined, (q) => q.where('id', 'in', donors))
    .limit(most)
  const { count } = await db
    .selectFrom(matching.as('matching'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
