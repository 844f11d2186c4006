import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { change, type UnitOfWork } from '../../audit/change.ts'
import {
  type MailServer,
  SERVER_SETTING,
  type SmtpConfig,
  sealSmtpServer,
} from '../../mail/smtp-config.ts'
import { requireSuperuser } from '../../permissions/superusers/require-superuser.ts'
import { Refusal } from '../../platform/errors.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'
import {
  deleteSetting,
  findSetting,
  lockSettings,
  upsertSetting,
} from '../../settings/setting-store.ts'
import { type MailServerInput, withStoredPassword } from './describe-mail-server.ts'
import { sendTestMail, type TestMailResult } from './test-mail.ts'

/**
 * Sets the mail server. This process uses it from the next mail on, other processes within 2 s.
 * @throws Refusal `auth.forbidden` unless `by` is a superuser, because the mail server receives every code and link,
 * and the site connects to its address; `mail.byenvironment`; `request.invalid`
 */
export async function changeMailServer(app: App, by: Actor, input: MailServerInput): Promise<void> {
  await changeSmtpConfig(app, by, async (work, current) => {
    const server = withStoredPassword(input, current)
    const value = sealSmtpServer(work.generation, server)
    await upsertSetting(work.tx, { name: SERVER_SETTING, value })
    work.audit('mail.server-changed', null, {
      before: auditTextOf(current),
      after: auditTextOf(server),
    })
  })
  app.mailWorker.wake()
}

/**
 * Removes the mail server. Mails are then written to files.
 * @throws Refusal `auth.forbidden`, `mail.byenvironment`
 */
export async function removeMailServer(app: App, by: Actor): Promise<void> {
  await changeSmtpConfig(app, by, async (work, current) => {
    const removed = await deleteSetting(work.tx, SERVER_SETTING)
    if (removed) work.audit('mail.server-removed', null, { before: auditTextOf(current) })
  })
}

/**
 * Sends the caller a test mail by a server that is not stored yet, and waits for the outcome.
 * @throws Refusal `auth.forbidden`, `mail.byenvironment`, `request.invalid`, `auth.noemail`
 */
export async function tryMailServer(
  app: App,
  by: Actor,
  input: MailServerInput,
): Promise<Omit<TestMailResult, 'by'>> {
  const current = await currentSmtpConfig(app)
  await requireSuperuser({ tx: app.db, by, now: app.clock.now() })
  const server = withStoredPassword(input, current)
  const { email: to } = await requireOwnPlayer(app.db, by.actor)
  if (to === null) throw new Refusal('auth.noemail')
  const smtpConfig: SmtpConfig = { source: 'panel', fingerprint: 'draft', server }
  const { error, trouble } = await sendTestMail(
    { ...app, smtpConfig: { read: async () => smtpConfig } },
    to,
  )
  return { to, sent: error === null, reason: error, trouble }
}

/**
 * Changes the stored configuration, which is decrypted before the transaction. Repeats this if the configuration was
 * changed in the meantime.
 */
async function changeSmtpConfig(
  app: App,
  by: Actor,
  step: (work: UnitOfWork<Actor>, current: SmtpConfig) => Promise<void>,
): Promise<void> {
  for (let isDone = false; !isDone; app.smtpConfig.invalidate()) {
    const current = await currentSmtpConfig(app)
    isDone = await change(app, by, async (work) => {
      await requireSuperuser(work)
      await lockSettings(work.tx, work.now)
      if (((await findSetting(work.tx, SERVER_SETTING)) ?? '') !== current.fingerprint) return false
      await step(work, current)
      return true
    })
  }
}

/** Reads the stored configuration without the cache, because another process may have just changed it. */
async function currentSmtpConfig(app: App): Promise<SmtpConfig> {
  app.smtpConfig.invalidate()
  const current = await app.smtpConfig.read()
  if (current.source === 'environment') throw new Refusal('mail.byenvironment')
  return current
}

/**
 * Describes a mail server in the audit log, without its password and user; the user may be a secret token. Null without
 * a mail server.
 */
function auditTextOf(server: MailServer | SmtpConfig): string | null {
  if ('source' in server) return server.source === 'panel' ? auditTextOf(server.server) : null
  const { host, port, security, from } = server
  return `${host}:${port} ${security}, ${from}`
}
