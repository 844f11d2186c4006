import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookFormat } from '@portal/contract'
import { isOutage } from '../database/database-failure.ts'
import { toEnvelope } from '../events/event.ts'
import { findEvent } from '../events/event-store.ts'
import { RateLimits } from '../integrations/discord/rate-limits.ts'
import { SECOND } from '../platform/clock.ts'
import { type Attempt, attemptDelivery } from './attempt-delivery.ts'
import { findDelivery, listDueDeliveries, updateDelivery } from './delivery-store.ts'
import { disableWebhook } from './disable-webhook.ts'
import { afterAttempt } from './next-attempt.ts'
import type { Delivery, Webhook } from './webhook.ts'
import { updateFailing } from './webhook-store.ts'
import type { WorkerDeps } from './worker-deps.ts'

/**
 * How many requests to one webhook run concurrently, each for a different player. A receiver that hangs occupies only
 * the requests of its own webhook.
 */
const CONCURRENCY: Readonly<Record<WebhookFormat, number>> = { standard: 8, discord: 1 }
/** Statuses which mean that a webhook must not be used again. For 404, see "Rate Limits" in Discord's documentation. */
const GONE: Readonly<Record<WebhookFormat, readonly number[]>> = {
  standard: [410],
  discord: [404, 410],
}
const TOO_MANY = 429
const ROUTE = 'webhook'
const RECORD_RETRY_DELAY = SECOND

export class WebhookQueue {
  readonly #app: WorkerDeps
  #webhook: Webhook
  #signal: AbortSignal
  readonly #limits = new RateLimits()
  readonly #running = new Map<string, Promise<void>>()
  #filling: Promise<void> | undefined
  #isStale = false

  constructor(app: WorkerDeps, webhook: Webhook, signal: AbortSignal) {
    this.#app = app
    this.#webhook = webhook
    this.#signal = signal
  }

  /**
   * Sends due deliveries.
   * @param signal aborts when another process takes over the sending
   */
  wake(webhook: Webhook, signal: AbortSignal): void {
    this.#webhook = webhook
    this.#signal = signal
    this.#refill()
  }

  #refill(): void {
    this.#isStale = true
    const { id } = this.#webhook
    this.#filling ??= this.#fill()
      .catch((err) => this.#app.log.warn({ err, webhook: id }, 'sending events failed; retrying'))
      .finally(() => {
        this.#filling = undefined
      })
  }

  async idle(): Promise<void> {
    await this.#filling
    await Promise.all(this.#running.values())
  }

  async #fill(): Promise<void> {
    while (this.#isStale && !this.#signal.aborted) {
      this.#isStale = false
      const limit = CONCURRENCY[this.#webhook.format] - this.#running.size
      const now = this.#app.clock.now()
      if (limit <= 0 || this.#limits.freeAt(ROUTE) > now) return
      const busyKeys = [...this.#running.keys()]
      const page = { now, limit, busyKeys }
      for (const delivery of await listDueDeliveries(this.#app.db, this.#webhook.id, page)) {
        const { orderKey } = delivery
        if (this.#running.has(orderKey)) continue
        const sending = this.#send(this.#webhook, delivery, this.#signal)
          .catch((err) =>
            this.#app.log.error({ err, delivery: delivery.id }, 'sending an event failed'),
          )
          .finally(() => {
            this.#running.delete(orderKey)
            this.#refill()
          })
        this.#running.set(orderKey, sending)
      }
    }
  }

  async #send(webhook: Webhook, delivery: Delivery, signal: AbortSignal): Promise<void> {
    const { db, config, clock, random } = this.#app
    const event = await findEvent(db, delivery.eventNumber ?? 0)
    if (!event) {
      await updateDelivery(db, { ...delivery, state: 'failed' }, delivery.tries)
      return
    }
    // Read again, because another process may have sent the event since the list was read.
    const current = await findDelivery(db, delivery.id)
    if (current?.state !== 'waiting' || current.tries !== delivery.tries) return
    const attempt = await attemptDelivery(this.#app, webhook, toEnvelope(event, config), signal)
    if (signal.aborted && !attempt.isDelivered) return
    const now = clock.now()
    const chance = random.bytes(1).readUInt8() / 255
    const limitedUntil = this.#recordLimits(webhook, attempt, now)
    const next = afterAttempt(delivery, attempt, {
      now,
      chance,
      ...(limitedUntil !== undefined && { limitedUntil }),
    })
    await this.#record(webhook, { next, formerTries: delivery.tries }, attempt)
  }

  /**
   * Records the rate limits that Discord announces in a response.
   * @returns when the limit ends if Discord refused the message because of it; otherwise undefined
   */
  #recordLimits({ format }: Webhook, { response }: Attempt, now: number): number | undefined {
    if (format !== 'discord' || !response) return undefined
    this.#limits.record(ROUTE, response, now)
    return response.status === TOO_MANY ? this.#limits.freeAt(ROUTE) : undefined
  }

  /** Records an attempt. Retries during an outage: without the record, the event would be sent again. */
  async #record(
    webhook: Webhook,
    { next, formerTries }: { next: Delivery; formerTries: number },
    attempt: Attempt,
  ): Promise<void> {
    for (let tries = 0; tries < 10; tries += 1) {
      try {
        await updateDelivery(this.#app.db, next, formerTries)
        await updateFailing(
          this.#app.db,
          webhook.id,
          attempt.isDelivered ? null : this.#app.clock.now(),
        )
        if (attempt.status !== null && GONE[webhook.format].includes(attempt.status))
          await disableWebhook(this.#app, webhook, 'gone')
        return
      } catch (error) {
        if (!isOutage(error)) throw error
      }
      await sleep(RECORD_RETRY_DELAY, undefined, { ref: false })
    }
  }
}
