import { type Selectable, sql } from 'kysely'
import { type Db, speaksPostgres } from '../database/database.ts'
import type { WebhookTable } from '../database/tables/webhooks.ts'
import type { Webhook } from './webhook.ts'

export async function listWebhooks(db: Db): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhook')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toWebhook)
}

export async function findWebhook(db: Db, id: string): Promise<Webhook | undefined> {
  const row = await db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toWebhook(row)
}

export async function lockWebhook(tx: Db, id: string): Promise<Webhook | undefined> {
  const row = await tx
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', id)
    .$if(speaksPostgres(tx), (query) => query.forUpdate())
    .executeTakeFirst()
  return row && toWebhook(row)
}

/** Stores a webhook that receives every event recorded from now on. */
export async function insertWebhook(tx: Db, webhook: Webhook): Promise<void> {
  await tx
    .insertInto('webhook')
    .values({
      ...toRow(webhook),
      id: webhook.id,
      created_at: webhook.createdAt,
      after_seq: lastSeq,
    })
    .execute()
}

/**
 * Stores the changed fields of a webhook.
 * @param startsAnew whether the webhook was turned on, so that it receives only events recorded from now on
 */
export async function updateWebhook(tx: Db, webhook: Webhook, startsAnew: boolean): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ ...toRow(webhook), ...(startsAnew && { after_seq: lastSeq }) })
    .where('id', '=', webhook.id)
    .execute()
}

const lastSeq = sql<number>`coalesce((select max(seq) from event), 0)`

export async function deleteWebhook(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('webhook').where('id', '=', id).execute()
}

/**
 * Records whether attempts succeed. Keeps the time of the first failure until a success.
 * @param at when the attempt failed; null after a success
 */
export async function updateFailing(db: Db, id: string, at: number | null): Promise<void> {
  await db
    .updateTable('webhook')
    .set((eb) => ({
      failing_since: at === null ? null : eb.fn.coalesce('failing_since', eb.val(at)),
    }))
    .where('id', '=', id)
    .$if(at === null, (query) => query.where('failing_since', 'is not', null))
    .$if(at !== null, (query) => query.where('failing_since', 'is', null))
    .execute()
}

/** Stores the re-encrypted form of a secret, unless the secret was changed in the meantime. */
export async function replaceSecret(
  db: Db,
  id: string,
  column: 'secret_sealed' | 'former_secret_sealed',
  { old, renewed }: { old: string; renewed: string },
): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ [column]: renewed })
    .where('id', '=', id)
    .where(column, '=', old)
    .execute()
}

function toRow(webhook: Webhook) {
  return {
    name: webhook.name,
    url: webhook.url,
    events: webhook.events.length === 0 ? '' : `,${webhook.events.join(',')},`,
    format: webhook.format,
    secret_sealed: webhook.secretSealed,
    former_secret_sealed: webhook.formerSecretSealed,
    former_secret_until: webhook.formerSecretUntil,
    disabled_at: webhook.disabledAt,
    disabled_reason: webhook.disabledReason,
    failing_since: webhook.failingSince,
    texts: JSON.stringify(webhook.texts),
  }
}

function toWebhook(row: Selectable<WebhookTable>): Webhook {
  const { disabled_reason: reason } = row
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events.split(',').filter((name) => name !== ''),
    format: row.format === 'discord' ? 'discord' : 'standard',
    secretSealed: row.secret_sealed,
    formerSecretSealed: row.former_secret_sealed,
    formerSecretUntil: row.former_secret_until,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    disabledReason: reason === 'staff' || reason === 'gone' || reason === 'failing' ? reason : null,
    failingSince: row.failing_since,
    texts: JSON.parse(row.texts),
  }
}
