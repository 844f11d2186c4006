import { setTimeout as sleep } from 'node:timers/promises'
import { type Clock, HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { isOutage } from '../platform/database/database-failure.ts'
import type { KeyRing } from '../platform/keys/key-ring.ts'
import type { Log } from '../platform/log.ts'
import { within } from '../platform/within.ts'
import type { Carried, Carrier } from './carrier.ts'
import { leaseMail } from './lease-store.ts'
import { openMail } from './outbox.ts'
import { markFailed, markHeld, markSent, type QueuedMail } from './outbox-store.ts'
import { takeMailTurn } from './turns.ts'

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

/**
 * @param how.connections how many mails may be sent at once.
 * @param how.fill adds mails whose reasons wait elsewhere; it runs before each mail.
 * @param how.looksEvery how often it looks for mails that it was not told of, such as those to try again.
 */
export function hirePostman(
  app: Needs,
  carrier: Carrier,
  how: { connections: number; fill?: () => Promise<void>; looksEvery?: number },
): Postman {
  const { connections, fill = async () => undefined, looksEvery = LOOKS_EVERY } = how
  const walkers = new Set<Promise<void>>()
  let walking = 0
  let stopping = false
  let abandoned = false
  let again = false
  let tried = 0
  let filling: Promise<void> | undefined
  let fillsAgain = false

  /** What somebody was woken for may have come too late for a filling that is under way. */
  const fillAll = async (): Promise<void> => {
    do {
      fillsAgain = false
      await fill()
    } while (fillsAgain && !stopping)
  }

  /** Walkers do not wait while another one fills the outbox, so mails keep leaving. */
  const next = async (): Promise<Leased> => {
    if (!filling) {
      filling = fillAll().finally(() => {
        filling = undefined
      })
      await filling
    }
    return stopping ? undefined : lease(app)
  }

  const walk = async (): Promise<void> => {
    walking += 1
    try {
      do {
        again = false
        for (let mail = await next(); mail; mail = await next()) {
          if (mail.isDoubted) continue
          sendWalker() // there may be more mails
          tried += 1
          await tryMail(app, carrier, mail, () => abandoned)
        }
      } while (again && !stopping)
    } finally {
      walking -= 1 // directly after the last check of `again`, or a wake in between would be lost
    }
  }

  const sendWalker = (): void => {
    if (stopping || walking >= connections) return
    const walker = walk()
      .catch((error) => app.log.error({ err: error }, 'the outbox is stuck'))
      .finally(() => walkers.delete(walker))
    walkers.add(walker)
  }

  const wake = (): void => {
    again = true
    fillsAgain = true
    sendWalker()
  }

  const untilNobodyWalks = async (): Promise<void> => {
    while (walkers.size > 0) await Promise.all(walkers)
  }

  const timer = setInterval(wake, looksEvery)
  timer.unref()
  return {
    wake,
    async round() {
      const before = tried
      wake()
      await untilNobodyWalks()
      return tried - before
    },
    async stop(patience) {
      stopping = true
      clearInterval(timer)
      await within(patience, untilNobodyWalks()).catch(() => undefined)
      abandoned = true
      carrier.close()
    },
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
