import type { Settings } from '@portal/contract'
import { askUntilKnown, noteCommit } from '../database/commit-outcome.ts'
import { type Db, speaksPostgres } from '../database/database.ts'
import { isOutcomeUnknown } from '../database/database-failure.ts'
import type { Mail } from '../mail/mail.ts'
import type { Postman } from '../mail/mail-worker.ts'
import { sealMail } from '../mail/outbox.ts'
import { insertMail } from '../mail/outbox-store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import type { Player } from '../players/player.ts'
import type { Generation, KeyRing } from '../security/keys/key-ring.ts'
import type { SiteSettings } from '../settings/settings.ts'
import type { Actor, Nobody } from './actor.ts'
import { type Audit, type AuditAction, newAudit } from './audit.ts'
import { insertAudit, isAuditKept } from './audit-store.ts'
import type { Once } from './idempotency.ts'

/** What a change needs. It is not a part of `App`, because building the app already needs it. */
export type ChangeNeeds = {
  db: Db
  clock: Clock
  random: Random
  keys: KeyRing
  settings: SiteSettings
  postman: Postman
  /** For a request that may be repeated (idempotency.ts). */
  once?: Once
}

/** A change in progress. Everything it does is committed together, or not at all. */
export type Work<By extends Actor | Nobody = Actor | Nobody> = {
  /** Only its own statements may be awaited: awaiting anything else would hold its locks. */
  tx: Db
  by: By
  now: number
  settings: Settings
  /** The newest keys. */
  generation: Generation
  /** Adds an audit entry. @param target a player's id, or the name of a thing. */
  note(action: AuditAction, target: string | null, values?: NotedValues): void
  /** Writes the entries that were added so far. A change of very many calls it now and then, to hold few. */
  writeNotes(): Promise<void>
  /** Sends a mail that somebody asked for. */
  mail(mail: Mail): void
  /**
   * Mails a player a notice, which `write` makes for the player's address. Who has no address gets none.
   * While the site confirms addresses, an unconfirmed one gets none either: it may belong to a
   * stranger (docs/contract.md#mails).
   */
  tell(player: Player, write: (to: string) => Mail): void
}

export type NotedValues = {
  /** The old and the new value as text; never a secret. */
  before?: string | null
  after?: string | null
  /** Who did it, and from where, if that became known only during the change. */
  actor?: string
  /** Null: nobody keeps it. */
  ip?: string | null
}

/** What a transaction did, and a row of it by which anybody can tell whether it was committed. */
type Whole<T> = { result: T; mailed: boolean; witness: Audit | undefined }

/**
 * Makes a change in one transaction, together with its audit entries and mails. It reads settings and
 * keys before the transaction begins, and wakes the postman after the commit. PostgreSQL may roll the
 * transaction back because of another one; `work` then runs again from its beginning, so it must not
 * touch anything but the database.
 *
 * When the answer to the commit is lost, the database is asked what happened as soon as it is back.
 *
 * @throws whatever `work` throws; nothing has changed then. LostAnswer when nobody could be asked in time.
 */
export async function change<T, By extends Actor | Nobody>(
  app: ChangeNeeds,
  by: By,
  work: (work: Work<By>) => Promise<T>,
): Promise<T> {
  const { actor, ip } = by
  const settings = await app.settings.read()
  const generation = await app.keys.newest()
  const { result, mailed } = await certainly(app.db, async (tx) => {
    const audits: Audit[] = []
    const mails: Mail[] = []
    let witness: Audit | undefined
    const writeNotes = async (): Promise<void> => {
      for (const audit of audits.splice(0)) {
        await insertAudit(tx, audit)
        witness = audit
      }
    }
    const now = app.clock.now()
    await app.once?.begin(tx, now)
    const result = await work({
      tx,
      by,
      now,
      settings,
      generation,
      note: (action, target, values) =>
        void audits.push(newAudit(app, { action, actor, ip, target, ...values })),
      writeNotes,
      mail: (mail) => void mails.push(mail),
      tell: ({ email, activatedAt }, write) => {
        if (email === null) return
        if (activatedAt !== null || !settings.emailConfirmation) mails.push(write(email))
      },
    })
    await writeNotes()
    for (const mail of mails) await insertMail(tx, sealMail(app, generation, mail))
    await app.once?.finish(tx, generation, result)
    return { result, mailed: mails.length > 0, witness }
  })
  noteCommit()
  if (mailed) app.postman.wake()
  return result
}

/** Runs a transaction, and finds out what became of it when the answer to its commit is lost. */
async function certainly<T>(db: Db, work: (tx: Db) => Promise<Whole<T>>): Promise<Whole<T>> {
  let last: Whole<T> | undefined
  try {
    return await db.transaction().execute(async (tx) => {
      last = undefined
      last = await work(tx)
      return last
    })
  } catch (error) {
    if (!isOutcomeUnknown(error) || !speaksPostgres(db)) throw error // SQLite's disk did not take it
    const sent: Whole<T> | undefined = last
    const witness = sent?.witness
    if (!sent || !witness) throw error
    const wasCommitted = await askUntilKnown(() => isAuditKept(db, witness))
    if (wasCommitted === undefined) throw error
    if (!wasCommitted) throw error.cause // an outage that changed nothing
    return sent
  }
}
