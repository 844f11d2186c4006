import { type Clock, HOUR, MINUTE, SECOND } from '../clock.ts'
import type { Db } from '../database.ts'
import type { KeyRing } from '../key-ring.ts'
import type { Log } from '../log.ts'
import type { Carrier } from './carrier.ts'
import { openMail } from './outbox.ts'
import { leaseMail, markFailed, markSent, type QueuedMail } from './outbox-store.ts'

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
  /** Carries everything that is due now. @returns how many mails were tried. */
  round(): Promise<number>
  /** Stops looking; a mail under way gets `patience` milliseconds, then its lease gives it back. */
  stop(patience: number): Promise<void>
}

/**
 * @param fill puts mails into the outbox whose reasons wait elsewhere; it runs before each round.
 */
export function hirePostman(
  app: Needs,
  carrier: Carrier,
  fill: () => Promise<void> = async () => undefined,
): Postman {
  let stopping = false
  let walking: Promise<number> | undefined
  let again = false
  let abandoned = false

  const walk = async (): Promise<number> => {
    let tried = 0
    do {
      again = false
      await fill()
      for (let mail = await lease(app); mail; mail = stopping ? undefined : await lease(app)) {
        tried += 1
        await tryMail(app, carrier, mail, () => abandoned)
      }
    } while (again && !stopping)
    return tried
  }

  const round = (): Promise<number> => {
    again = true
    walking ??= walk().finally(() => {
      walking = undefined
    })
    return walking
  }

  const wake = (): void => {
    if (!stopping) round().catch((error) => app.log.error({ err: error }, 'the outbox is stuck'))
  }

  const timer = setInterval(wake, LOOK_EVERY)
  timer.unref()
  return {
    wake,
    round,
    async stop(patience) {
      stopping = true
      clearInterval(timer)
      await within(patience, walking ?? Promise.resolve(0)).catch(() => undefined)
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
  const { id, kind, tries } = queued
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
