import { type MailKind, mailKinds } from '@portal/contract'

/** Failed mails wait behind new ones: a failure adds one to the lane (see markFailed). */
export const LANES = { asked: 0, askedAgain: 1, notice: 2, noticeAgain: 3 } as const

export function laneOf(kind: MailKind): number {
  return LANES[mailKinds[kind].class]
}
