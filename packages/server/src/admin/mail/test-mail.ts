import type { MailTrouble } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { troubleOf } from '../../mail/delivery-error.ts'
import { type Mail, renderMail } from '../../mail/mail.ts'
import { secondsToMailTurn, takeMailTurn } from '../../mail/mail-rate-limit.ts'
import { type Carried, carrierOf } from '../../mail/mail-transport.ts'
import type { MailWay } from '../../mail/smtp-config.ts'
import { SECOND } from '../../platform/clock.ts'
import { Refusal } from '../../platform/errors.ts'
import { newSortableId } from '../../platform/random.ts'
import { within } from '../../platform/with-timeout.ts'
import { requireOwnPlayer } from '../../players/require-player.ts'

/** How long the caller waits for a mail server that does not answer. */
const PATIENCE = 20 * SECOND
const LONGEST_ERROR = 500

type Needs = Pick<App, 'clock' | 'random' | 'config' | 'settings' | 'log'> & {
  mailWays: { read(): Promise<MailWay> }
}

/** The outcome of a test mail; `reason` is the objection of the mail server. */
export type TestedMail = {
  to: string
  by: Carried
  sent: boolean
  reason: string | null
  trouble: MailTrouble | null
}

/**
 * Sends a test mail and waits for the outcome; by default it goes to the caller's own address.
 *
 * @throws Refusal `request.toomany` when the address got too many of them; `auth.noemail`;
 *   `auth.unauthorized` when the caller no longer exists
 */
export async function testMail(
  app: Needs & Pick<App, 'db'>,
  by: Actor,
  address: string | undefined,
): Promise<TestedMail> {
  const to = address ?? (await requireOwnPlayer(app.db, by.actor)).email
  if (to === null) throw new Refusal('auth.noemail')
  if (!(await takeMailTurn(app, 'test', to))) {
    const retryAfter = await secondsToMailTurn(app, 'test', to)
    throw new Refusal('request.toomany', { retryAfter })
  }
  const { by: way, error, trouble } = await sendTestMail(app, to)
  await writeAudit(app, { action: 'mail.tested', ...by, target: to, after: error ?? way })
  return { to, by: way, sent: error === null, reason: error, trouble }
}

/**
 * Sends a mail at once, bypassing the outbox, and waits for the outcome.
 *
 * @returns how it was or would have been sent; `error` is the objection of the mail server.
 */
export async function sendTestMail(
  app: Needs,
  to: string,
): Promise<{ by: Carried; error: string | null; trouble: MailTrouble | null }> {
  const carrier = carrierOf(app, app.config)
  const at = app.clock.now()
  const by = (await app.mailWays.read()).source === 'none' ? 'file' : 'smtp'
  try {
    const mail = await writeTestMail(app, to)
    await within(PATIENCE, carrier.carry(mail, { id: newSortableId(app.random, at), at }))
    return { by, error: null, trouble: null }
  } catch (error) {
    // The test exists to find out what goes wrong, so any error is a result.
    const reason = String(error instanceof Error ? error.message : error)
    return { by, error: reason.slice(0, LONGEST_ERROR), trouble: troubleOf(error) }
  } finally {
    carrier.close()
  }
}

async function writeTestMail({ settings }: Needs, to: string): Promise<Mail> {
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
