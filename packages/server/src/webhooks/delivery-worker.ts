import { readNumbering } from '../events/event-store.ts'
import { EventTask } from '../events/event-task.ts'
import { addDeliveries } from './delivery-store.ts'
import { disableWebhook } from './disable-webhook.ts'
import { MAX_FAILING } from './next-attempt.ts'
import type { Webhook } from './webhook.ts'
import { WebhookQueue } from './webhook-queue.ts'
import { listWebhooks } from './webhook-store.ts'
import type { WorkerDeps } from './worker-deps.ts'

/**
 * Sends events to webhooks in the background, in one process at a time. Aborts requests in progress when another
 * process takes over.
 */
export class DeliveryWorker {
  readonly #app: WorkerDeps
  readonly #task: EventTask
  readonly #queues = new Map<string, WebhookQueue>()

  constructor(app: WorkerDeps) {
    this.#app = app
    this.#task = new EventTask(app, {
      name: 'webhooks',
      failure: 'sending webhooks failed; retrying',
      isOn: async () => (await listWebhooks(app.db)).some(isOn),
      run: () => this.#run(),
    })
  }

  /** Starts the worker. Call it only in processes that serve requests. */
  start(): Promise<void> {
    return this.#task.start()
  }

  /** Starts the work if there is a webhook now: another process may have added the first one. */
  look(): Promise<void> {
    return this.#task.look()
  }

  wake(): void {
    this.#task.wake()
  }

  async stop(): Promise<void> {
    await this.#task.stop()
    await Promise.all([...this.#queues.values()].map((queue) => queue.idle()))
  }

  async #run(): Promise<false> {
    const { db, clock } = this.#app
    const { lastNumber } = await readNumbering(db)
    while (await addDeliveries(db, lastNumber, clock.now()));
    await this.#send()
    return false
  }

  async #send(): Promise<void> {
    const { db, clock } = this.#app
    const all = await listWebhooks(db)
    const now = clock.now()
    for (const webhook of all.filter(isOn)) {
      if (webhook.failingSince !== null && webhook.failingSince <= now - MAX_FAILING) {
        await disableWebhook(this.#app, webhook, 'failing')
        continue
      }
      const { signal } = this.#task
      const queue = this.#queues.get(webhook.id) ?? new WebhookQueue(this.#app, webhook, signal)
      this.#queues.set(webhook.id, queue)
      queue.wake(webhook, signal)
    }
    if (!all.some(isOn)) this.#task.pause()
  }
}

function isOn({ disabledAt }: Webhook): boolean {
  return disabledAt === null
}
