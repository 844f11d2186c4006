import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Adds the instant since which a self-registered account has waited for confirmation. For accounts that wait already,
 * this is the instant of the update, so they get the full time again. Accounts that the owner created, imported or
 * deactivated do not wait.
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
