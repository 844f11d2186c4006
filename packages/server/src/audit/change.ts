import type { AuditAction, Settings } from '@portal/contract'
import type { EventTypeName } from '@portal/contract/event-types'
import { markCommitted, pollUntilKnown } from '../database/commit-outcome.ts'
import { type Db, speaksPostgres } from '../database/database.ts'
import { isOutcomeUnknown } from '../database/database-failure.ts'
import { type EmittedData, type NewEvent, newEvent } from '../events/event.ts'
import type { EventFeed } from '../events/event-feed.ts'
import { insertEvent } from '../events/event-store.ts'
import type { Mail } from '../mail/mail.ts'
import type { MailWorker } from '../mail/mail-worker.ts'
import { sealMail } from '../mail/outbox.ts'
import { insertMail } from '../mail/outbox-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import type { Player } from '../players/player.ts'
import type { Generation, KeyRing } from '../security/keys/key-ring.ts'
import type { SiteSettings } from '../settings/settings.ts'
import type { Actor, AnonymousActor } from './actor.ts'
import { type Audit, newAudit } from './audit.ts'
import { insertAudit, isAuditCommitted } from './audit-store.ts'
import type { IdempotencyHooks } from './idempotency.ts'

/**
 * The parts of the app that a change uses. The type is not `Pick<App, …>`, because the app itself is built from parts
 * that need this type.
 */
export type ChangeDeps = {
  db: Db
  clock: Clock
  random: Random
  keys: KeyRing
  settings: SiteSettings
  mailWorker: MailWorker
  events: EventFeed
  /** The hooks of a request with an idempotency key (see idempotency.ts). */
  idempotency?: IdempotencyHooks
}

/** A change in progress. Its statements, audit entries, events and mails are committed together, or none of them. */
export type UnitOfWork<By extends Actor | AnonymousActor = Actor | AnonymousActor> = {
  /** The transaction. Await only its statements: any other wait would extend its locks. */
  tx: Db
  by: By
  now: number
  settings: Settings
  generation: Generation
  audit(action: AuditAction, target: string | null, values?: AuditValues): void
  /** Writes the audit entries added so far. Very large changes call this repeatedly to save memory. */
  flushAudit(): Promise<void>
  /**
   * Records an event for other programs, if any program reads events (docs/events.md#events).
   * @param data names the player by ID
   * @param actor the author of the event, if it is not the actor of the change
   */
  emit<Name extends EventTypeName>(type: Name, data: EmittedData<Name>, actor?: string): void
  sendMail(mail: Mail): void
  /**
   * Mails a player a notice. Skips players without an address and, while the site confirms addresses, players with an
   * unconfirmed one (docs/contract.md#mails).
   */
  notify(player: Player, write: (to: string) => Mail): void
}

export type AuditValues = {
  /** `before` and `after` are the old and the new value as text; never a secret. */
  before?: string | null
  after?: string | null
  /** The author, if the author becomes known only during the change. */
  actor?: string
  ip?: string | null
}

type CommitRecord<T> = {
  result: T
  sentMail: boolean
  recordedEvents: boolean
  auditEntry: Audit | undefined
}

/**
 * Makes a change in one transaction with its audit entries, events and mails. Reads settings and keys before the
 * transaction, and wakes the mail worker and the readers of events after the commit. `work` must not touch anything but
 * the database: PostgreSQL may roll the transaction back because of another one, and `work` then runs again. If the
 * response to the commit is lost, the outcome is read as soon as the database is back.
 * @throws errors of `work`, and then nothing was changed; UnknownOutcomeError if the outcome could not be read in time
 */
export async function change<T, By extends Actor | AnonymousActor>(
  app: ChangeDeps,
  by: By,
  work: (work: UnitOfWork<By>) => Promise<T>,
): Promise<T> {
  const { actor, ip } = by
  const settings = await app.settings.read()
  const generation = await app.keys.newest()
  const { result, sentMail, recordedEvents } = await commitVerified(app.db, async (tx) => {
    const entries: Audit[] = []
    const mails: Mail[] = []
    const events: NewEvent[] = []
    let auditEntry: Audit | undefined
    const flushAudit = async (): Promise<void> => {
      for (const entry of entries.splice(0)) {
        await insertAudit(tx, entry)
        auditEntry = entry
      }
    }
    const now = app.clock.now()
    await app.idempotency?.begin(tx, now)
    const result = await work({
      tx,
      by,
      now,
      settings,
      generation,
      audit: (action, target, values) =>
        void entries.push(newAudit(app, { action, actor, ip, target, ...values })),
      flushAudit,
      emit: (type, data, author) => void events.push(newEvent(app, type, data, author ?? actor)),
      sendMail: (mail) => void mails.push(mail),
      notify: ({ email, activatedAt }, write) => {
        if (email === null) return
        if (activatedAt !== null || !settings.emailConfirmation) mails.push(write(email))
      },
    })
    await flushAudit()
    let recordedEvents = false
    for (const event of events) recordedEvents = (await insertEvent(tx, event)) || recordedEvents
    for (const mail of mails) await insertMail(tx, sealMail(app, generation, mail))
    await app.idempotency?.finish(tx, generation, result)
    return { result, sentMail: mails.length > 0, recordedEvents, auditEntry }
  })
  markCommitted()
  if (sentMail) app.mailWorker.wake()
  if (recordedEvents) app.events.wake()
  return result
}

async function commitVerified<T>(
  db: Db,
  work: (tx: Db) => Promise<CommitRecord<T>>,
): Promise<CommitRecord<T>> {
  let last: CommitRecord<T> | undefined
  try {
    return await db.transaction().execute(async (tx) => {
      last = undefined
      last = await work(tx)
      return last
    })
  } catch (error) {
    if (!isOutcomeUnknown(error) || !speaksPostgres(db)) throw error // on SQLite, the sync to disk failed
    const sent: CommitRecord<T> | undefined = last
    const auditEntry = sent?.auditEntry
    if (!sent || !auditEntry) throw error
    const wasCommitted = await pollUntilKnown(() => isAuditCommitted(db, auditEntry))
    if (wasCommitted === undefined) throw error
    if (!wasCommitted) throw error.cause // the outage changed nothing
    return sent
  }
}
