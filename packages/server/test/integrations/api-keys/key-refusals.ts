/** The answer to an invalid key. */
export const INVALID = '401 auth.invalidkey'

/** The answer to a request from an address that its key does not trust. */
export const UNTRUSTED = '403 auth.untrustedaddress'

/** The answer to a key without the endpoint's permission. */
export const FORBIDDEN = '403 auth.forbidden'

/** An address that no key of these tests trusts by itself. */
export const ELSEWHERE = '192.0.2.99'
