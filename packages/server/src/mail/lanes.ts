import { type MailKind, mailKinds } from '@portal/contract'

/**
 * The lanes of the outbox. Mails of a lower lane are sent first. A failed mail moves to the next lane (see markFailed),
 * so it waits behind new mails.
 */
export const LANES = { asked: 0, askedAgain: 1, notice: 2, noticeAgain: 3 } as const

export function laneOf(kind: MailKind): number {
  return LANES[mailKinds[kind].class]
}
