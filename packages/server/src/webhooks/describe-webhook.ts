import type { WebhookDelivery, WebhookItem, WebhookWithSecret } from '@portal/contract'
import type { App } from '../app.ts'
import { isoInstant, isoOrNull } from '../platform/clock.ts'
import type { ChangedWebhook } from './change-webhook.ts'
import { countWaiting } from './delivery-store.ts'
import type { Delivery, Webhook } from './webhook.ts'
import { listWebhooks } from './webhook-store.ts'

export async function showWebhooks({ db }: Pick<App, 'db'>): Promise<WebhookItem[]> {
  const waiting = await countWaiting(db)
  return (await listWebhooks(db)).map((webhook) => toItem(webhook, waiting.get(webhook.id) ?? 0))
}

export async function describeChanged(
  { db }: Pick<App, 'db'>,
  { webhook, secret }: ChangedWebhook,
): Promise<WebhookWithSecret> {
  const waiting = await countWaiting(db)
  return { ...toItem(webhook, waiting.get(webhook.id) ?? 0), secret }
}

function toItem(webhook: Webhook, waiting: number): WebhookItem {
  const { id, name, url, events, format, texts, disabledReason } = webhook
  return {
    id,
    name,
    url,
    events: [...events],
    format,
    texts,
    enabled: webhook.disabledAt === null,
    disabledReason,
    failingSince: isoOrNull(webhook.failingSince),
    waiting,
    createdAt: isoInstant(webhook.createdAt),
  }
}

export function describeDelivery(delivery: Delivery): WebhookDelivery {
  const { id, eventId, type, state, tries, status, duration, answer } = delivery
  return {
    id,
    event: eventId,
    type,
    state,
    tries,
    createdAt: isoInstant(delivery.createdAt),
    attemptedAt: isoOrNull(delivery.attemptedAt),
    nextAt: state === 'waiting' ? isoInstant(delivery.nextAt) : null,
    status,
    duration,
    answer,
  }
}
