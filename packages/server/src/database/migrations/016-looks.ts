import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Adds the last skins of each player, beginning with the current one, and a mark for players who share their skin. */
export async function up(db: Db, now: number): Promise<void> {
  await db.schema
    .createTable('look')
    .addColumn('player_id', 'text', (column) =>
      column.notNull().references('player.id').onDelete('cascade'),
    )
    .addColumn('skin_hash', 'text', (column) => column.notNull().references('texture.hash'))
    .addColumn('twin_hash', 'text', (column) => column.references('texture.hash'))
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('worn_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('look_pkey', ['player_id', 'skin_hash'])
    .execute()
  for (const column of ['skin_hash', 'twin_hash']) {
    await db.schema.createIndex(`look_${column}_index`).on('look').column(column).execute()
  }
  await sql`
    insert into look (player_id, skin_hash, twin_hash, model, worn_at)
    select id, skin_hash, skin_twin_hash, coalesce(skin_model, 'classic'), ${now}
    from player where skin_hash is not null
  `.execute(db)
  await db.schema.alterTable('player').addColumn('shares_skin_at', 'bigint').execute()
}
