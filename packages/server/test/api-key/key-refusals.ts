/** The answer to a key that is none. */
export const INVALID = '401 auth.invalidkey'

/** The answer to a key that does not trust the address it comes from. */
export const UNTRUSTED = '403 auth.untrustedaddress'

/** The answer to a key without the permission of the endpoint. */
export const FORBIDDEN = '403 auth.forbidden'

/** An address that no key of these tests trusts by itself. */
export const ELSEWHERE = '192.0.2.99'
