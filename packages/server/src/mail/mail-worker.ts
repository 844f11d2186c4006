import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../database/database.ts'
import { isOutage } from '../database/database-failure.ts'
import { type Clock, HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import type { KeyRing } from '../security/keys/key-ring.ts'
import { leaseMail } from './lease-store.ts'
import { consumeMailQuota } from './mail-rate-limit.ts'
import type { DeliveryMethod, MailTransport } from './mail-transport.ts'
import { openMail } from './outbox.ts'
import { markFailed, markHeld, markSent, type QueuedMail } from './outbox-store.ts'
import { WorkQueue } from './work-queue.ts'

/** The pauses before the second and each further attempt. A mail whose last attempt fails is dead. */
const RETRY_DELAYS: readonly number[] = [
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
]

const LEASE_TTL = 2 * MINUTE
/** How long a sender has to record that a mail was sent, once the database is back. */
const UNCERTAIN_GRACE = 30 * SECOND
const RECORD_RETRY_DELAY = SECOND
const SEND_TIMEOUT = 90 * SECOND
const POLL_INTERVAL = 2 * SECOND
const MAX_ERROR_LENGTH = 500

type Deps = { db: Db; clock: Clock; keys: KeyRing; log: Log }

/** Sends the mails of the outbox in the background, so that no request waits for a mail server. */
export type MailWorker = {
  /** Makes the worker look for mails. Call it after the commit. */
  wake(): void
  flush(): Promise<number>
  /** Stops the worker. Mails in progress get `timeout` milliseconds to finish; after that, their lease expires. */
  stop(timeout: number): Promise<void>
}

type WorkerOptions = {
  connections: number
  /** Adds mails that wait in other tables to the outbox. Called before each mail. */
  enqueuePending?: () => Promise<void>
  /** How often the worker looks for mails without a wake-up, such as retries, in milliseconds. */
  pollInterval?: number
}

export class OutboxWorker implements MailWorker {
  readonly #app: Deps
  readonly #transport: MailTransport
  readonly #queue: WorkQueue
  readonly #enqueuePending: () => Promise<void>
  readonly #timer: NodeJS.Timeout
  #enqueuing: Promise<void> | undefined
  #enqueuesAgain = false
  #isStopping = false
  #isAbandoned = false
  #attempts = 0

  constructor(app: Deps, transport: MailTransport, options: WorkerOptions) {
    const {
      connections,
      enqueuePending = async () => undefined,
      pollInterval = POLL_INTERVAL,
    } = options
    this.#app = app
    this.#transport = transport
    this.#enqueuePending = enqueuePending
    this.#queue = new WorkQueue(
      connections,
      () => this.#takeMail(),
      (error) => app.log.error({ err: error }, 'outbox processing failed'),
    )
    this.#timer = setInterval(() => this.wake(), pollInterval)
    this.#timer.unref()
  }

  wake(): void {
    this.#enqueuesAgain = true
    this.#queue.wake()
  }

  async flush(): Promise<number> {
    const before = this.#attempts
    this.wake()
    await this.#queue.idle()
    return this.#attempts - before
  }

  async stop(timeout: number): Promise<void> {
    this.#isStopping = true
    this.#queue.stop()
    clearInterval(this.#timer)
    await withTimeout(timeout, this.#queue.idle()).catch(() => undefined)
    this.#isAbandoned = true
    this.#transport.close()
  }

  /**
   * Leases the next mail and returns a function that sends it. Does not wait if another call is adding pending mails,
   * so that the sending of mails goes on.
   */
  async #takeMail(): Promise<(() => Promise<void>) | undefined> {
    if (!this.#enqueuing) {
      this.#enqueuing = this.#enqueueAll().finally(() => {
        this.#enqueuing = undefined
      })
      await this.#enqueuing
    }
    for (;;) {
      if (this.#isStopping) return undefined
      const mail = await lease(this.#app)
      if (!mail) return undefined
      if (mail.isUncertain) continue
      return async () => {
        this.#attempts += 1
        await attemptDelivery(this.#app, this.#transport, mail, () => this.#isAbandoned)
      }
    }
  }

  /**
   * Adds pending mails. Repeats this if the worker was woken in the meantime, because the new mails may have come too
   * late.
   */
  async #enqueueAll(): Promise<void> {
    do {
      this.#enqueuesAgain = false
      await this.#enqueuePending()
    } while (this.#enqueuesAgain && !this.#isStopping)
  }
}

type LeasedMail = Awaited<ReturnType<typeof leaseMail>>

function lease(app: Deps): Promise<LeasedMail> {
  const now = app.clock.now()
  return leaseMail(app.db, {
    now,
    leasedUntil: now + LEASE_TTL,
    uncertainUntil: now + UNCERTAIN_GRACE,
  })
}

/**
 * Tries to send a mail and records the outcome.
 * @param isAbandoned whether the worker has stopped; the outcome is then not recorded, and the lease expires
 */
async function attemptDelivery(
  app: Deps,
  transport: MailTransport,
  queued: QueuedMail,
  isAbandoned: () => boolean,
): Promise<void> {
  const { id, kind, recipient, tries } = queued
  if (tries === 1 && !(await consumeMailQuota(app, kind, recipient))) {
    await markHeld(app.db, id, app.clock.now())
    app.log.info({ mail: id, kind }, 'mail held: its recipient got too many of this kind')
    return
  }
  let delivery: DeliveryMethod
  try {
    const mail = await openMail(app.keys, queued)
    delivery = await withTimeout(SEND_TIMEOUT, transport.send(mail, { id, at: queued.createdAt }))
  } catch (error) {
    if (isAbandoned()) return
    const delay = RETRY_DELAYS[tries - 1]
    const now = app.clock.now()
    const reason = String(error instanceof Error ? error.message : error).slice(0, MAX_ERROR_LENGTH)
    await markFailed(app.db, id, {
      error: reason,
      nextTryAt: now + (delay ?? 0),
      deadAt: delay === undefined ? now : null,
    })
    app.log.warn(
      { mail: id, kind, tries, reason },
      delay === undefined ? 'mail failed for the last time' : 'mail failed; will retry',
    )
    return
  }
  if (isAbandoned()) return
  await recordSent(app, id, { now: app.clock.now(), kept: delivery === 'file' }, isAbandoned)
  const outcome = delivery === 'file' ? 'mail written to a file' : 'mail sent'
  app.log.debug({ mail: id, kind, tries }, outcome)
}

/** Marks a mail as sent. Retries during an outage: without the mark, the mail would be sent again (see `leaseMail`). */
async function recordSent(
  app: Deps,
  id: string,
  sent: { now: number; kept: boolean },
  isAbandoned: () => boolean,
): Promise<void> {
  for (let tries = 1; !isAbandoned(); tries += 1) {
    try {
      return await markSent(app.db, id, sent)
    } catch (error) {
      if (!isOutage(error)) throw error
      if (tries === 1)
        app.log.warn({ err: error, mail: id }, 'marking a mail as sent failed; retrying')
    }
    await sleep(RECORD_RETRY_DELAY, undefined, { ref: false })
  }
}
