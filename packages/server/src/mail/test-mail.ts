import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { Refusal } from '../errors.ts'
import { findPlayer } from '../player/player-store.ts'
import { sendTestMail } from './send-test-mail.ts'
import { secondsToMailTurn, takeMailTurn } from './turns.ts'

type Needs = Parameters<typeof sendTestMail>[0] & Pick<App, 'db'>

/** What became of a test mail; `reason` is what the mail server said against it. */
export type TestedMail = { to: string; by: 'smtp' | 'file'; sent: boolean; reason: string | null }

/**
 * Sends a test mail, to the editor's own address unless told, and waits for it.
 *
 * @throws Refusal `request.toomany` when the address had enough of them; `auth.unauthorized` when
 *   there is no such player any more
 */
export async function testMail(
  app: Needs,
  editor: Actor,
  address: string | undefined,
): Promise<TestedMail> {
  const to = address ?? (await findPlayer(app.db, editor.actor))?.email
  if (to === undefined) throw new Refusal('auth.unauthorized')
  if (!(await takeMailTurn(app, 'test', to))) {
    const retryAfter = await secondsToMailTurn(app, 'test', to)
    throw new Refusal('request.toomany', { retryAfter })
  }
  const { by, error } = await sendTestMail(app, to)
  await writeAudit(app, { action: 'mail.tested', ...editor, target: to, after: error ?? by })
  return { to, by, sent: error === null, reason: error }
}
