import type { MailTrouble } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { describeDeliveryError } from '../../mail/delivery-error.ts'
import { type Mail, renderMail } from '../../mail/mail.ts'
import { consumeMailQuota, secondsUntilMailAllowed } from '../../mail/mail-rate-limit.ts'
import { createMailTransport, type DeliveryMethod } from '../../mail/mail-transport.ts'
import type { SmtpConfig } from '../../mail/smtp-config.ts'
import { SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { newSortableId } from '../../platform/random.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'

const SEND_TIMEOUT = 20 * SECOND
const MAX_ERROR_LENGTH = 500

type Deps = Pick<App, 'db' | 'clock' | 'random' | 'config' | 'settings' | 'log'> & {
  smtpConfig: { read(): Promise<SmtpConfig> }
}

export type TestMailResult = {
  to: string
  by: DeliveryMethod
  sent: boolean
  reason: string | null
  trouble: MailTrouble | null
}

/**
 * Sends a test mail to an address, by default the caller's, and waits for the outcome.
 * @throws Refusal `request.toomany` if the address has received too many mails; `auth.noemail`; `auth.unauthorized` if
 * the caller no longer exists
 */
export async function testMail(
  app: Deps,
  by: Actor,
  address: string | undefined,
): Promise<TestMailResult> {
  const to = address ?? (await requireOwnPlayer(app.db, by.actor)).email
  if (to === null) throw new Refusal('auth.noemail')
  if (!(await consumeMailQuota(app, 'test', to))) {
    const retryAfter = await secondsUntilMailAllowed(app, 'test', to)
    throw new Refusal('request.toomany', { retryAfter })
  }
  const { by: smtpConfig, error, trouble } = await sendTestMail(app, to)
  await writeAudit(app, { action: 'mail.tested', ...by, target: to, after: error ?? smtpConfig })
  return { to, by: smtpConfig, sent: error === null, reason: error, trouble }
}

/**
 * Sends a test mail without the outbox and waits for the outcome.
 * @returns in `by` how the mail was sent, or would have been; in `error` why sending failed, or null
 */
export async function sendTestMail(
  app: Deps,
  to: string,
): Promise<{ by: DeliveryMethod; error: string | null; trouble: MailTrouble | null }> {
  const transport = createMailTransport(app, app.config)
  const at = app.clock.now()
  const by = (await app.smtpConfig.read()).source === 'none' ? 'file' : 'smtp'
  try {
    const mail = await writeTestMail(app, to)
    await withTimeout(SEND_TIMEOUT, transport.send(mail, { id: newSortableId(app.random, at), at }))
    return { by, error: null, trouble: null }
  } catch (error) {
    // every error is a result of the test
    const reason = String(error instanceof Error ? error.message : error)
    return { by, error: reason.slice(0, MAX_ERROR_LENGTH), trouble: describeDeliveryError(error) }
  } finally {
    transport.close()
  }
}

async function writeTestMail({ settings }: Deps, to: string): Promise<Mail> {
  const site = await settings.read()
  const { siteName, defaultLanguage: locale } = site
  const words = {
    en: {
      subject: `Test mail from ${siteName}`,
      paragraphs: ['If you can read this, mail from your site arrives.'],
    },
    ru: {
      subject: `Проверка почты: ${siteName}`,
      paragraphs: ['Если вы это читаете, письма вашего сайта доходят.'],
    },
  }
  return renderMail({ kind: 'test', to, locale, site, ...words[locale] })
}
