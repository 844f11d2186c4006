import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { reviveMail } from '../../mail/outbox-store.ts'
import { Refusal } from '../../platform/errors.ts'
import { isSortableId } from '../../platform/random.ts'

/**
 * Queues a mail again, with all its attempts, so that it is sent as soon as possible.
 * @throws Refusal `mail.notfound` also for a mail that was sent or is being sent
 */
export async function retryMail(app: ChangeDeps, by: Actor, id: string): Promise<void> {
  if (!isSortableId(id)) throw new Refusal('mail.notfound')
  await change(app, by, async ({ tx, now, audit }) => {
    if (!(await reviveMail(tx, id, now))) throw new Refusal('mail.notfound')
    audit('mail.retried', id)
  })
  app.mailWorker.wake()
}
