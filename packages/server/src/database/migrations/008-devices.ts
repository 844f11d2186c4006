import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * Adds to sessions the fingerprints of their devices, so that a session and its device can be deleted together. Deletes
 * all but the ten latest devices of each kind per player.
 */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('session').addColumn('cookie_mark', 'text').execute()
  await db.schema.alterTable('session').addColumn('place_mark', 'text').execute()
  await sql`
    delete from device where (player_id, mark) in (
      select player_id, mark from (
        select player_id, mark, row_number() over (
          partition by player_id, substr(mark, 1, 6) order by last_seen_at desc, mark
        ) as nth
        from device
      ) as ranked
      where nth > 10
    )`.execute(db)
}
