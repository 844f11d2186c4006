import type { ListQuery, MailItem } from '@portal/contract'
import Type from 'typebox'
import type { App } from '../../app.ts'
import { KeyText, readPage, toSparsePage } from '../../database/cursor.ts'
import { type MailState, stateOf } from '../../mail/outbox.ts'
import { listMails, type QueuedMail } from '../../mail/outbox-store.ts'
import { isoInstant, isoOrNull } from '../../platform/clock.ts'

const MAX_SCANNED = 500

/**
 * Lists a page of the outbox, newest first, without the texts of mails, which may contain codes.
 * @throws Refusal `request.invalid` for a cursor of another list
 */
export async function listMail(
  { db }: Pick<App, 'db'>,
  listQuery: ListQuery,
  state: MailState | undefined,
): Promise<{ items: MailItem[]; next: string | null }> {
  const { limit, after, query } = readPage(listQuery, Type.Tuple([KeyText]))
  const among = state === 'sent' || state === 'kept' ? undefined : state
  const recipientPart = query?.toLowerCase() ?? ''
  const scanned = recipientPart === '' && state === among ? limit + 1 : MAX_SCANNED
  const mails = await listMails(db, scanned, { among, beforeId: after?.[0] })
  const page = toSparsePage(mails, {
    limit,
    scanned,
    fits: (mail) =>
      (state === undefined || stateOf(mail) === state) &&
      mail.recipient.toLowerCase().includes(recipientPart),
    keyOf: ({ id }) => [id],
  })
  return { items: page.items.map(toItem), next: page.next }
}

function toItem(mail: QueuedMail): MailItem {
  const state = stateOf(mail)
  return {
    id: mail.id,
    kind: mail.kind,
    to: mail.recipient,
    state,
    tries: mail.tries,
    error: mail.lastError,
    createdAt: isoInstant(mail.createdAt),
    nextTryAt: state === 'waiting' ? isoInstant(mail.nextTryAt) : null,
    sentAt: state === 'kept' ? null : isoOrNull(mail.sentAt),
    keptAt: isoOrNull(mail.keptAt),
    deadAt: isoOrNull(mail.deadAt),
    heldAt: isoOrNull(mail.heldAt),
  }
}
