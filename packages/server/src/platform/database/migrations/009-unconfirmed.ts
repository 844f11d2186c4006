import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Since when an account that a player registered waits for its confirmation. Those that wait already
 * get the whole time once more, from this update on; whoever was made, taken over or deactivated by
 * the owner waits for nothing.
 */
export async function up(db: Db, now: number): Promise<void> {
  await db.schema.alterTable('player').addColumn('unconfirmed_since', 'bigint').execute()
  await db.schema
    .createIndex('player_unconfirmed_since_index')
    .on('player')
    .column('unconfirmed_since')
    .where(sql.ref('unconfirmed_since'), 'is not', null)
    .execute()
  await sql`
    update player set unconfirmed_since = ${now}
    where activated_at is null
      and exists (
        select 1 from audit where target = player.id and action = 'player.registered')
      and not exists (
        select 1 from audit where target = player.id and action = 'player.activated')
  `.execute(db)
}
