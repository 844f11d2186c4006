import { DeliveryWorker } from './delivery-worker.ts'
import type { WorkerDeps } from './worker-deps.ts'

export type WebhookParts = { webhooks: DeliveryWorker }

export function openWebhooks(base: WorkerDeps): WebhookParts {
  return { webhooks: new DeliveryWorker(base) }
}
