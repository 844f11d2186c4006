import type { Clock } from '../platform/clock.ts'
import { newSortableId, type Random } from '../platform/random.ts'
import type { Generation, KeyRing } from '../security/keys/key-ring.ts'
import { laneOf } from './lanes.ts'
import type { Mail } from './mail.ts'
import type { NewQueuedMail, QueuedMail } from './outbox-store.ts'

/**
 * Makes the encrypted row of a mail. Call it in the transaction that causes the mail.
 * @param generation the keys, read before that transaction begins
 */
export function sealMail(
  app: { clock: Clock; random: Random },
  generation: Generation,
  mail: Mail,
): NewQueuedMail {
  const createdAt = app.clock.now()
  const id = newSortableId(app.random, createdAt)
  return {
    id,
    kind: mail.kind,
    lane: laneOf(mail.kind),
    recipient: mail.to,
    sealedMail: generation.seal(sealContext(id), Buffer.from(JSON.stringify(mail))),
    createdAt,
  }
}

export async function openMail(keys: KeyRing, queued: QueuedMail): Promise<Mail> {
  return JSON.parse((await keys.unseal(sealContext(queued.id), queued.sealedMail)).toString())
}

export type MailState = 'waiting' | 'sent' | 'kept' | 'dead' | 'held'

export function stateOf({ sentAt, deadAt, heldAt, keptAt }: QueuedMail): MailState {
  if (heldAt !== null) return 'held'
  if (keptAt !== null) return 'kept'
  if (sentAt !== null) return 'sent'
  return deadAt === null ? 'waiting' : 'dead'
}

function sealContext(id: string): string {
  return `outbox:${id}`
}
