/**
 * Every kind of mail there is, and what it is to its reader. `asked`: somebody sits and waits for
 * it, so it goes first. `notice`: it tells what happened, and goes only to a confirmed address (see
 * player/tell-player.ts). A new kind is a line here.
 */
export const MAIL_KINDS = {
  activation: 'asked',
  'new-address': 'asked',
  reset: 'asked',
  test: 'asked',
  'address-change': 'notice',
  'address-replaced': 'notice',
  'key-open': 'notice',
  'new-device': 'notice',
  'password-changed': 'notice',
  'password-known': 'notice',
  'superuser-made': 'notice',
  'token-reused': 'notice',
  'two-factor': 'notice',
  'two-factor-removed': 'notice',
} as const satisfies Record<string, 'asked' | 'notice'>

export type MailKind = keyof typeof MAIL_KINDS

/**
 * The order of the outbox. What failed before waits behind what was never tried, so that mails
 * nobody takes keep no other one waiting; moving there adds one (see markFailed).
 */
export const LANES = { asked: 0, askedAgain: 1, notice: 2, noticeAgain: 3 } as const

/** The lane of a mail that was never tried. */
export function laneOf(kind: MailKind): number {
  return LANES[MAIL_KINDS[kind]]
}
