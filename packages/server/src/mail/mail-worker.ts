import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../database/database.ts'
import { isOutage } from '../database/database-failure.ts'
import { type Clock, HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { within } from '../platform/with-timeout.ts'
import type { KeyRing } from '../security/keys/key-ring.ts'
import { leaseMail } from './lease-store.ts'
import { takeMailTurn } from './mail-rate-limit.ts'
import type { Carried, Carrier } from './mail-transport.ts'
import { openMail } from './outbox.ts'
import { markFailed, markHeld, markSent, type QueuedMail } from './outbox-store.ts'
import { WorkQueue } from './work-queue.ts'

/** The pauses before the second and each further try; a mail that fails after the last is dead. */
const RETRY_PAUSES: readonly number[] = [
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
]

const LEASE = 2 * MINUTE
/** How long the sender of a mail has, once the database is back, to say that the mail was sent. */
const DOUBT = 30 * SECOND
const WRITE_AGAIN_AFTER = SECOND
const LONGEST_TRY = 90 * SECOND
const LOOKS_EVERY = 2 * SECOND
const LONGEST_ERROR = 500

type Needs = { db: Db; clock: Clock; keys: KeyRing; log: Log }

/** Sends the mails of the outbox in the background, so that no request waits for a mail server. */
export type Postman = {
  /** Tells the postman that there may be mail; call it after the commit. */
  wake(): void
  /** Sends everything that is due now. @returns how many mails were tried meanwhile. */
  round(): Promise<number>
  /** Stops. Mails being sent get `patience` milliseconds; later ones become free with their lease. */
  stop(patience: number): Promise<void>
}

type How = {
  /** How many mails may be sent at once. */
  connections: number
  /** Adds mails whose reasons wait elsewhere; it runs before each mail. */
  fill?: () => Promise<void>
  /** How often it looks for mails that it was not told of, such as those to try again. */
  looksEvery?: number
}

export class MailWorker implements Postman {
  readonly #app: Needs
  readonly #carrier: Carrier
  readonly #queue: WorkQueue
  readonly #fill: () => Promise<void>
  readonly #timer: NodeJS.Timeout
  #filling: Promise<void> | undefined
  #fillsAgain = false
  #isStopping = false
  #isAbandoned = false
  #tried = 0

  constructor(app: Needs, carrier: Carrier, how: How) {
    const { connections, fill = async () => undefined, looksEvery = LOOKS_EVERY } = how
    this.#app = app
    this.#carrier = carrier
    this.#fill = fill
    this.#queue = new WorkQueue(
      connections,
      () => this.#take(),
      (error) => app.log.error({ err: error }, 'the outbox is stuck'),
    )
    this.#timer = setInterval(() => this.wake(), looksEvery)
    this.#timer.unref()
  }

  wake(): void {
    this.#fillsAgain = true
    this.#queue.wake()
  }

  async round(): Promise<number> {
    const before = this.#tried
    this.wake()
    await this.#queue.idle()
    return this.#tried - before
  }

  async stop(patience: number): Promise<void> {
    this.#isStopping = true
    this.#queue.stop()
    clearInterval(this.#timer)
    await within(patience, this.#queue.idle()).catch(() => undefined)
    this.#isAbandoned = true
    this.#carrier.close()
  }

  /** Nobody waits while another one fills the outbox, so mails keep leaving. */
  async #take(): Promise<(() => Promise<void>) | undefined> {
    if (!this.#filling) {
      this.#filling = this.#fillAll().finally(() => {
        this.#filling = undefined
      })
      await this.#filling
    }
    for (;;) {
      if (this.#isStopping) return undefined
      const mail = await lease(this.#app)
      if (!mail) return undefined
      if (mail.isDoubted) continue
      return async () => {
        this.#tried += 1
        await tryMail(this.#app, this.#carrier, mail, () => this.#isAbandoned)
      }
    }
  }

  /** What somebody was woken for may have come too late for a filling that is under way. */
  async #fillAll(): Promise<void> {
    do {
      this.#fillsAgain = false
      await this.#fill()
    } while (this.#fillsAgain && !this.#isStopping)
  }
}

type Leased = Awaited<ReturnType<typeof leaseMail>>

function lease(app: Needs): Promise<Leased> {
  const now = app.clock.now()
  return leaseMail(app.db, { now, leasedUntil: now + LEASE, doubtedUntil: now + DOUBT })
}

/** @param isAbandoned true once the postman has stopped; the outcome is then left to the lease. */
async function tryMail(
  app: Needs,
  carrier: Carrier,
  queued: QueuedMail,
  isAbandoned: () => boolean,
): Promise<void> {
  const { id, kind, recipient, tries } = queued
  if (tries === 1 && !(await takeMailTurn(app, kind, recipient))) {
    await markHeld(app.db, id, app.clock.now())
    app.log.info({ mail: id, kind }, 'a mail was held back')
    return
  }
  let carried: Carried
  try {
    const mail = await openMail(app.keys, queued)
    carried = await within(LONGEST_TRY, carrier.carry(mail, { id, at: queued.createdAt }))
  } catch (error) {
    if (isAbandoned()) return
    const pause = RETRY_PAUSES[tries - 1]
    const now = app.clock.now()
    const reason = String(error instanceof Error ? error.message : error).slice(0, LONGEST_ERROR)
    await markFailed(app.db, id, {
      error: reason,
      nextTryAt: now + (pause ?? 0),
      deadAt: pause === undefined ? now : null,
    })
    app.log.warn(
      { mail: id, kind, tries, reason },
      pause === undefined ? 'a mail is dead' : 'a mail failed',
    )
    return
  }
  if (isAbandoned()) return
  await writeSent(app, id, { now: app.clock.now(), kept: carried === 'file' }, isAbandoned)
  const outcome = carried === 'file' ? 'a mail was kept' : 'a mail was sent'
  app.log.debug({ mail: id, kind, tries }, outcome)
}

/**
 * Writes down that a mail was sent, as soon as the database lets it: nobody else knows that it was, and
 * it would be sent again (`leaseMail`).
 */
async function writeSent(
  app: Needs,
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
        app.log.warn({ err: error, mail: id }, 'a sent mail could not be written down')
    }
    await sleep(WRITE_AGAIN_AFTER, undefined, { ref: false })
  }
}
