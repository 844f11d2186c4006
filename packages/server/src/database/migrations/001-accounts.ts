import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** Adds players and their sessions, devices, failed sign-ins and mails; keys, settings and the audit log. */
export async function up(db: Db): Promise<void> {
  await db.schema
    .createTable('player')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('username_key', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('locale', 'text', (column) => column.notNull())
    .addColumn('activated_at', 'bigint')
    .addColumn('password_change_required_at', 'bigint')
    .addColumn('superuser_at', 'bigint')
    .addColumn('inviter_id', 'text', (column) => column.references('player.id'))
    .addColumn('real_cents', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('virtual_cents', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('session')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('player_id', 'text', (column) => column.notNull().references('player.id'))
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('replacements', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await index(db, 'session', ['player_id', 'updated_at'])
  await index(db, 'session', ['expires_at'])

  await db.schema
    .createTable('device')
    .addColumn('player_id', 'text', (column) => column.notNull().references('player.id'))
    .addColumn('mark', 'text', (column) => column.notNull())
    .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('device_pkey', ['player_id', 'mark'])
    .execute()
  await index(db, 'device', ['mark'])
  await index(db, 'device', ['last_seen_at'])

  await db.schema
    .createTable('login_miss')
    .addColumn('account', 'text', (column) => column.primaryKey().notNull())
    .addColumn('misses', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await index(db, 'login_miss', ['expires_at'])

  await db.schema
    .createTable('rate_limit')
    .addColumn('counter', 'text', (column) => column.primaryKey().notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addColumn('resets_at', 'bigint', (column) => column.notNull())
    .execute()
  await index(db, 'rate_limit', ['resets_at'])

  await db.schema
    .createTable('key_generation')
    .addColumn('kid', 'text', (column) => column.primaryKey().notNull())
    .addColumn('public_x', 'text', (column) => column.notNull())
    .addColumn('sealed_private', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('retired_at', 'bigint')
    .execute()

  await db.schema
    .createTable('setting')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('sealed_mail', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    .addColumn('next_try_at', 'bigint', (column) => column.notNull())
    .addColumn('leased_until', 'bigint', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('sent_at', 'bigint')
    .addColumn('dead_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('outbox_waiting_index')
    .on('outbox')
    .column('next_try_at')
    .where(sql<boolean>`sent_at is null and dead_at is null`)
    .execute()

  await db.schema
    .createTable('audit')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('actor', 'text')
    .addColumn('target', 'text')
    .addColumn('ip', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute()
  await index(db, 'audit', ['at'])
  await index(db, 'audit', ['target', 'at'])
  await index(db, 'audit', ['actor', 'at'])
}

async function index(db: Db, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}_index`)
    .on(table)
    .columns(columns)
    .execute()
}
