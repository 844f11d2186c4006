import type { Clock } from '../platform/clock.ts'
import { newSortableId, type Random } from '../platform/random.ts'
import type { Generation, KeyRing } from '../security/keys/key-ring.ts'
import { laneOf } from './kinds.ts'
import type { Mail } from './mail.ts'
import type { NewQueuedMail, QueuedMail } from './outbox-store.ts'

/**
 * Makes a row of the outbox for a mail. The text is sealed, because it may contain a code or a link.
 * The result goes to `insertMail` in the transaction that is the reason for the mail.
 *
 * @param generation from `app.keys.newest()`, which is called before the transaction begins.
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
    sealedMail: generation.seal(rowOf(id), Buffer.from(JSON.stringify(mail))),
    createdAt,
  }
}

export async function openMail(keys: KeyRing, queued: QueuedMail): Promise<Mail> {
  return JSON.parse((await keys.unseal(rowOf(queued.id), queued.sealedMail)).toString())
}

export type MailState = 'waiting' | 'sent' | 'kept' | 'dead' | 'held'

/** Returns the present state of a mail. */
export function stateOf({ sentAt, deadAt, heldAt, keptAt }: QueuedMail): MailState {
  if (heldAt !== null) return 'held'
  if (keptAt !== null) return 'kept'
  if (sentAt !== null) return 'sent'
  return deadAt === null ? 'waiting' : 'dead'
}

function rowOf(id: string): string {
  return `outbox:${id}`
}
