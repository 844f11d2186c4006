import { sql } from 'kysely'
import type { Db } from '../database.ts'

export const nonTransactional = true

const BATCH_SIZE = 1000 // a batch may take at most a second: changes of its players wait for it

/**
 * Also marks as unconfirmed the accounts that were registered while the site required no confirmation and that,
 * according to the audit log, have not confirmed their address since.
 */
export async function up(db: Db): Promise<void> {
  for (let after: string | null = ''; after !== null; ) after = await markSome(db, after)
}

/**
 * Marks the accounts of one batch.
 * @returns the ID of the last player of this batch; null after the last batch
 */
async function markSome(db: Db, after: string): Promise<string | null> {
  const next = sql`select id from player where id > ${after} order by id limit ${sql.lit(BATCH_SIZE)}`
  const { rows } = await sql<{ last: string | null }>`
    select max(id) as last from (${next}) as next`.execute(db)
  await sql`
    update player set unconfirmed_since = created_at
    where id in (${next}) and unconfirmed_since is null and activated_at = created_at and email is not null
      and exists (
        select 1 from audit where target = player.id and action = 'player.registered')
      and not exists (
        select 1 from audit where target = player.id
          and action in ('player.activated', 'player.email', 'password.reset'))
  `.execute(db)
  return rows[0]?.last ?? null
}
