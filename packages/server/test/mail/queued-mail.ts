import { sealMail } from '../../src/mail/outbox.ts'
import { insertMail, markFailed } from '../../src/mail/outbox-store.ts'
import { DAY, SECOND } from '../../src/platform/clock.ts'
import type { Site } from '../support/site.ts'

/** Adds a failed or dead mail to the outbox, a second after the last one, and returns its id. */
export async function queueFailed(
  site: Site,
  failed: { to?: string; error?: string; dead?: boolean } = {},
): Promise<string> {
  const { to = 'steve@example.org', error = '550 never', dead = true } = failed
  site.wait(SECOND)
  const now = site.now()
  const words = { subject: '123456 is your code', text: '123456\n', html: '<p>123456</p>' }
  const generation = await site.app.keys.newest()
  const mail = sealMail(site.app, generation, { kind: 'activation', to, ...words })
  await site.app.db.transaction().execute(async (tx) => {
    await insertMail(tx, mail)
    await markFailed(tx, mail.id, { error, nextTryAt: now + DAY, deadAt: dead ? now : null })
  })
  return mail.id
}
