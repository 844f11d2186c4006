import type { EventEnvelope } from '@portal/contract/event-types'
import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { change } from '../audit/change.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { isoInstant } from '../platform/clock.ts'
import { Refusal } from '../platform/errors.ts'
import { newSortableId } from '../platform/random.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { insertDelivery, restartDelivery } from './delivery-store.ts'
import type { Delivery, Webhook } from './webhook.ts'
import { findWebhook } from './webhook-store.ts'

export async function requireWebhook(app: Pick<App, 'db'>, id: string): Promise<Webhook> {
  const webhook = await findWebhook(app.db, id)
  if (!webhook) throw new Refusal('webhook.notfound')
  return webhook
}

/**
 * Sends a test event to a webhook, immediately and only once, even if the webhook is turned off.
 * @returns the delivery with its outcome
 * @throws Refusal `webhook.notfound`
 */
export async function testWebhook(app: App, by: Actor, id: string): Promise<Delivery> {
  const webhook = await requireWebhook(app, id)
  const now = app.clock.now()
  const event: EventEnvelope = {
    id: newSortableId(app.random, now),
    type: 'webhook.test',
    timestamp: isoInstant(now),
    data: { actor: { kind: 'system', name: null } },
  }
  const attempt = await attemptDelivery(app, webhook, event)
  const delivery: Delivery = {
    id: event.id,
    webhookId: id,
    eventNumber: null,
    eventId: event.id,
    type: event.type,
    orderKey: '',
    createdAt: now,
    state: attempt.isDelivered ? 'delivered' : 'failed',
    tries: 1,
    nextAt: now,
    attemptedAt: app.clock.now(),
    status: attempt.status,
    duration: attempt.duration,
    answer: attempt.answer,
  }
  await insertDelivery(app.db, delivery)
  await writeAudit(app, {
    action: 'webhook.tested',
    actor: by.actor,
    ip: by.ip,
    target: webhook.name,
  })
  return delivery
}

/**
 * Queues a delivery again. Newer events of the same player that are still waiting are sent after it.
 * @throws Refusal `webhook.deliverynotfound`
 */
export async function resendDelivery(app: App, by: Actor, id: string): Promise<void> {
  await change(app, by, async ({ tx, now, audit }) => {
    if (!(await restartDelivery(tx, id, now))) throw new Refusal('webhook.deliverynotfound')
    audit('webhook.resent', id)
  })
  app.webhooks.wake()
}
