import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'

/** A standby, as the primary reports it. The state is null without the privilege to read it. */
export type Standby = {
  name: string | null
  state: string | null
  /** The mode of replication: `async`, `potential`, `sync` or `quorum`. */
  sync: string | null
  lagBytes: number | null
  lagSeconds: number | null
}

/** Lists the standbys that are connected to this server (`pg_stat_replication`). */
export async function listStandbys(db: Db): Promise<Standby[]> {
  const { rows } = await sql<Standby>`
    select application_name as "name", state as "state", sync_state as "sync",
      case when not pg_is_in_recovery()
        then pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint end as "lagBytes",
      extract(epoch from replay_lag)::int as "lagSeconds"
    from pg_stat_replication order by application_name`.execute(db)
  return rows
}

export async function awaitedStandbys(db: Db): Promise<string> {
  const { rows } = await sql<{ names: string }>`
    select current_setting('synchronous_standby_names') as names`.execute(db)
  return rows[0]?.names ?? ''
}

export async function readOnlyBecause(db: Db): Promise<'standby' | 'setting' | undefined> {
  const { rows } = await sql<{ standby: boolean; readonly: string }>`
    select pg_is_in_recovery() as standby,
      current_setting('default_transaction_read_only') as readonly`.execute(db)
  if (rows[0]?.standby) return 'standby'
  return rows[0]?.readonly === 'on' ? 'setting' : undefined
}
