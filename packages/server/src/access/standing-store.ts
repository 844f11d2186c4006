import { type Compilable, sql } from 'kysely'
import { compiledQuery } from '../platform/compiled-query.ts'
import type { Db } from '../platform/database.ts'

/** One thing a player holds, or a system role that everybody could come to hold. */
export type HeldRow = {
  kind: 'system' | 'role' | 'group' | 'donate' | 'personal' | 'ban'
  id: string
  name: string
  priority: number
  /** JSON of nodes (`system`, `role`, `group`), one node (`donate`, `personal`), or a ban's reason. */
  text: string
  endsAt: number | null
}

const selectHeld = compiledQuery(
  (db, playerId: string, now: number): Compilable<HeldRow> => ({
    compile: () =>
      sql<HeldRow>`
        select 'system' as kind, id, name, priority, permissions as text, cast(null as bigint) as "endsAt"
        from bundle
        where id in ('default', 'banned', 'unactivated')
        union all
        select 'role', bundle.id, bundle.name, bundle.priority, bundle.permissions, null
        from player_role join bundle on bundle.id = player_role.role_id
        where player_role.player_id = ${playerId}
        union all
        select 'group', bundle.id, bundle.name, 0, bundle.permissions, donate_grant.ends_at
        from donate_grant join bundle on bundle.id = donate_grant.group_id
        where donate_grant.player_id = ${playerId} and donate_grant.taken_at is null
          and donate_grant.starts_at <= ${now}
          and (donate_grant.ends_at is null or donate_grant.ends_at > ${now})
        union all
        select 'donate', id, '', 0, node, ends_at
        from donate_grant
        where player_id = ${playerId} and node is not null and taken_at is null
          and starts_at <= ${now} and (ends_at is null or ends_at > ${now})
        union all
        select 'personal', '', '', 0, node, expires_at
        from player_node
        where player_id = ${playerId} and (expires_at is null or expires_at > ${now})
        union all
        select 'ban', id, '', 0, reason, expires_at
        from ban
        where player_id = ${playerId} and lifted_at is null
          and (expires_at is null or expires_at > ${now})
      `.compile(db),
  }),
)

/** Everything that decides what a player may do now, in one statement. */
export async function listHeld(db: Db, playerId: string, now: number): Promise<HeldRow[]> {
  return (await selectHeld(db, playerId, now)).rows
}
