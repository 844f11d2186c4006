export const INVALID = '401 auth.invalidkey'

export const UNTRUSTED = '403 auth.untrustedaddress'

export const FORBIDDEN = '403 auth.forbidden'

/** An address that no test key trusts by default. */
export const ELSEWHERE = '192.0.2.99'
