/**
 * Every kind of mail. Somebody is waiting for a mail that was `asked` for, so it leaves first. A
 * `notice` says what happened and goes only to a confirmed address (see audit/change.ts).
 */
export const MAIL_KINDS = {
  activation: 'asked',
  export: 'asked',
  'new-address': 'asked',
  reset: 'asked',
  test: 'asked',
  'account-deleted': 'notice',
  'address-change': 'notice',
  'address-replaced': 'notice',
  'identities-removed': 'notice',
  identity: 'notice',
  'deletion-asked': 'notice',
  'deletion-cancelled': 'notice',
  'key-made': 'notice',
  'key-open': 'notice',
  'launcher-password': 'notice',
  'new-device': 'notice',
  passkey: 'notice',
  'passkey-copied': 'notice',
  'passkeys-removed': 'notice',
  'password-changed': 'notice',
  'password-known': 'notice',
  'provider-changed': 'notice',
  'provider-made': 'notice',
  'player-deleted': 'notice',
  'recovery-code-used': 'notice',
  'recovery-codes': 'notice',
  renamed: 'notice',
  'import-started': 'notice',
  'page-demanded': 'notice',
  'setting-changed': 'notice',
  'rights-given': 'notice',
  'bundle-opened': 'notice',
  'staff-guessed': 'notice',
  'superuser-made': 'notice',
  'token-reused': 'notice',
  'two-factor': 'notice',
  'two-factor-removed': 'notice',
} as const satisfies Record<string, 'asked' | 'notice'>

export type MailKind = keyof typeof MAIL_KINDS

/**
 * The order of the outbox. Mails that failed wait behind those never tried, so that undeliverable
 * mails delay no others. A failure adds one to the lane (see markFailed).
 */
export const LANES = { asked: 0, askedAgain: 1, notice: 2, noticeAgain: 3 } as const

/** Returns the lane of a mail that was never tried. */
export function laneOf(kind: MailKind): number {
  return LANES[MAIL_KINDS[kind]]
}
