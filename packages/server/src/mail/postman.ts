import { type Clock, HOUR, MINUTE, SECOND } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { KeyRing } from '../platform/keys/key-ring.ts'
import type { Log } from '../platform/log.ts'
import type { Carrier } from './carrier.ts'
import { openMail } from './outbox.ts'
import { leaseMail, markFailed, markHeld, markSent, type QueuedMail } from './outbox-store.ts'
import { takeMailTurn } from './turns.ts'

/** Pauses before the second and every further try; after the last one a mail is dead. */
export const RETRY_PAUSES: readonly number[] = [
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
const LONGEST_TRY = 90 * SECOND
const LOOK_EVERY = 2 * SECOND
const LONGEST_ERROR = 500

type Needs = { db: Db; clock: Clock; keys: KeyRing; log: Log }

/** Carries the outbox out, in the background: no request ever waits for it. */
export type Postman = {
  /** Says that there may be mail; call it after the commit. */
  wake(): void
  /** Carries everything that is due now. @returns how many mails were tried meanwhile. */
  round(): Promise<number>
  /** Stops looking; a mail under way gets `patience` milliseconds, then its lease gives it back. */
  stop(patience: number): Promise<void>
}

/**
 * @param how.connections how many mails may be under way at once.
 * @param how.fill puts mails into the outbox whose reasons wait elsewhere; it runs before each mail.
 */
export function hirePostman(
  app: Needs,
  carrier: Carrier,
  how: { connections: number; fill?: () => Promise<void> },
): Postman {
  const { connections, fill = async () => undefined } = how
  const walkers = new Set<Promise<void>>()
  let walking = 0
  let stopping = false
  let abandoned = false
  let again = false
  let tried = 0
  let filling: Promise<void> | undefined

  /** While one walker fills, the others do not wait for it: mails go on leaving. */
  const next = async (): Promise<QueuedMail | undefined> => {
    if (!filling) {
      filling = fill().finally(() => {
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
          sendWalker() // where one mail was, another may be
          tried += 1
          await tryMail(app, carrier, mail, () => abandoned)
        }
      } while (again && !stopping)
    } finally {
      walking -= 1 // at once after the last look at `again`, or a wake between them would be lost
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
    sendWalker()
  }

  const untilNobodyWalks = async (): Promise<void> => {
    while (walkers.size > 0) await Promise.all(walkers)
  }

  const timer = setInterval(wake, LOOK_EVERY)
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

function lease(app: Needs): Promise<QueuedMail | undefined> {
  const now = app.clock.now()
  return leaseMail(app.db, { now, leasedUntil: now + LEASE })
}

/** @param isAbandoned once the postman has stopped, what became of a mail is left to its lease. */
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
  try {
    const mail = await openMail(app.keys, queued)
    await within(LONGEST_TRY, carrier.carry(mail, { id, at: queued.createdAt }))
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
  await markSent(app.db, id, app.clock.now())
  app.log.debug({ mail: id, kind, tries }, 'a mail was sent')
}

/** Fails when work takes longer; the work itself goes on. */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('it took too long')), milliseconds)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
