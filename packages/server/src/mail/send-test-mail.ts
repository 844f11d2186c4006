import type { App } from '../app.ts'
import { SECOND } from '../platform/clock.ts'
import { newSortableId } from '../platform/random.ts'
import { carrierOf } from './carrier.ts'
import { type Mail, renderMail } from './mail.ts'
import { within } from './postman.ts'

/** How long somebody is kept waiting for a mail server that does not answer. */
const PATIENCE = 20 * SECOND
const LONGEST_ERROR = 500

type Needs = Pick<App, 'clock' | 'random' | 'config' | 'settings' | 'log'>

/**
 * Sends a mail at once, past the outbox, and waits for it.
 *
 * @returns how it went out, or would have; `error` is what the mail server said against it.
 */
export async function sendTestMail(
  app: Needs,
  to: string,
): Promise<{ by: 'smtp' | 'file'; error: string | null }> {
  const carrier = carrierOf(app.config, app.log)
  const at = app.clock.now()
  const by = app.config.smtpUrl ? 'smtp' : 'file'
  try {
    const mail = await testMail(app, to)
    await within(PATIENCE, carrier.carry(mail, { id: newSortableId(app.random, at), at }))
    return { by, error: null }
  } catch (error) {
    // Whatever went wrong is what the test is for.
    const reason = String(error instanceof Error ? error.message : error)
    return { by, error: reason.slice(0, LONGEST_ERROR) }
  } finally {
    carrier.close()
  }
}

async function testMail({ settings }: Needs, to: string): Promise<Mail> {
  const { siteName, defaultLanguage: locale } = await settings.read()
  const words = {
    en: { subject: `Test mail from ${siteName}`, paragraphs: ['Mail from your site arrives.'] },
    ru: { subject: `Проверка почты: ${siteName}`, paragraphs: ['Почта вашего сайта доходит.'] },
  }
  return renderMail({ kind: 'test', to, locale, siteName, ...words[locale] })
}
