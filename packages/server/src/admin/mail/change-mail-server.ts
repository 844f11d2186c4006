import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change, type Work } from '../../audit/change.ts'
import { type MailServer, type MailWay, SERVER_ROW, sealServer } from '../../mail/smtp-config.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { Refusal } from '../../platform/errors.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import {
  deleteSetting,
  findSetting,
  lockSettings,
  upsertSetting,
} from '../../settings/setting-store.ts'
import { completed, type WantedMailServer } from './describe-mail-server.ts'
import { sendTestMail, type TestedMail } from './test-mail.ts'

/**
 * Sets the mail server. It counts for the next mail of this process at once, and of others within 2 s.
 *
 * @throws Refusal `auth.forbidden` unless `by` is a superuser: whoever sets it reads every code and link,
 *   and can make the site speak to any address. `mail.byenvironment`, `request.invalid`
 */
export async function changeMailServer(
  app: App,
  by: Actor,
  wanted: WantedMailServer,
): Promise<void> {
  await changeWay(app, by, async (work, present) => {
    const server = completed(wanted, present)
    const value = sealServer(work.generation, server)
    await upsertSetting(work.tx, { name: SERVER_ROW, value })
    work.note('mail.server-changed', null, { before: traceOf(present), after: traceOf(server) })
  })
  app.postman.wake()
}

/**
 * Forgets the mail server, so that mails become files; without one nothing changes.
 *
 * @throws Refusal `auth.forbidden`, `mail.byenvironment`
 */
export async function removeMailServer(app: App, by: Actor): Promise<void> {
  await changeWay(app, by, async (work, present) => {
    const removed = await deleteSetting(work.tx, SERVER_ROW)
    if (removed) work.note('mail.server-removed', null, { before: traceOf(present) })
  })
}

/**
 * Sends the caller a test mail by a server that is not set yet, and waits for the outcome.
 *
 * @throws Refusal `auth.forbidden`, `mail.byenvironment`, `request.invalid`, `auth.noemail`
 */
export async function tryMailServer(
  app: App,
  by: Actor,
  wanted: WantedMailServer,
): Promise<Omit<TestedMail, 'by'>> {
  const present = await presentWay(app)
  await requireSuperuser({ tx: app.db, by, now: app.clock.now() })
  const server = completed(wanted, present)
  const { email: to } = await requireOwnPlayer(app.db, by.actor)
  if (to === null) throw new Refusal('auth.noemail')
  const way: MailWay = { source: 'panel', mark: 'draft', server }
  const { error, trouble } = await sendTestMail({ ...app, mailWays: { read: async () => way } }, to)
  return { to, sent: error === null, reason: error, trouble }
}

/**
 * Changes the way on top of the present one. That is read before the transaction, as it has to be opened;
 * when somebody else changed it in between, the change begins anew.
 */
async function changeWay(
  app: App,
  by: Actor,
  step: (work: Work<Actor>, present: MailWay) => Promise<void>,
): Promise<void> {
  for (let isDone = false; !isDone; app.mailWays.forget()) {
    const present = await presentWay(app)
    isDone = await change(app, by, async (work) => {
      await requireSuperuser(work)
      await lockSettings(work.tx, work.now)
      if (((await findSetting(work.tx, SERVER_ROW)) ?? '') !== present.mark) return false
      await step(work, present)
      return true
    })
  }
}

/** Reads the way anew, as another process may have changed it a moment ago. */
async function presentWay(app: App): Promise<MailWay> {
  app.mailWays.forget()
  const present = await app.mailWays.read()
  if (present.source === 'environment') throw new Refusal('mail.byenvironment')
  return present
}

/** What the audit may say about a server: neither password nor user, which may be a secret token. */
function traceOf(server: MailServer | MailWay): string | null {
  if ('source' in server) return server.source === 'panel' ? traceOf(server.server) : null
  const { host, port, security, from } = server
  return `${host}:${port} ${security}, ${from}`
}
