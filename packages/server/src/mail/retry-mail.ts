import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { newAudit } from '../audit/audit.ts'
import { insertAudit } from '../audit/audit-store.ts'
import { Refusal } from '../errors.ts'
import { reviveMail } from './outbox-store.ts'

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'postman'>

/**
 * Gives a mail its tries back and tries it now.
 *
 * @throws Refusal `mail.notfound` also for one that was sent, or is under way
 */
export async function retryMail(app: Needs, editor: Actor, id: string): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Refusal('mail.notfound')
  await app.db.transaction().execute(async (tx) => {
    if (!(await reviveMail(tx, id, app.clock.now()))) throw new Refusal('mail.notfound')
    await insertAudit(tx, newAudit(app, { action: 'mail.retried', ...editor, target: id }))
  })
  app.postman.wake()
}
